import type { Memento } from 'vscode';

/** A part of `globalState` that belongs to one connection. */
export interface SessionState {
  read(name: string): unknown;
  write(name: string, value: unknown): Thenable<void>;
}

/** The part of `memento` that belongs to the connection called `name`. */
export function sessionState(memento: Memento, name: string): SessionState {
  const prefix = statePrefix(name);
  return {
    read: (entry) => memento.get<unknown>(prefix + entry),
    write: (entry, value) => memento.update(prefix + entry, value),
  };
}

/** What is kept no longer than this object. */
export function memoryState(): SessionState {
  const kept = new Map<string, unknown>();
  return {
    read: (name) => kept.get(name),
    write: (name, value) => Promise.resolve(void kept.set(name, value)),
  };
}

/** Forgets what was kept about the connection called `name`. */
export async function forgetSessionState(memento: Memento, name: string): Promise<void> {
  const own = memento.keys().filter((key) => key.startsWith(statePrefix(name)));
  await Promise.all(own.map((key) => memento.update(key, undefined)));
}

function statePrefix(connectionName: string): string {
  // Encoded, so that no name is the beginning of another one's prefix.
  return `connection:${encodeURIComponent(connectionName.toWellFormed())}:`;
}
