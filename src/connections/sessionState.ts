import type { Memento } from 'vscode';
import type { Connection } from './connection';

/** A part of `globalState` that belongs to one connection. */
export interface SessionState {
  read(name: string): unknown;
  write(name: string, value: unknown): Thenable<void>;
}

/** The part of `memento` that belongs to a connection. The same name with another base URL is another connection. */
export function sessionState(memento: Memento, { name, baseUrl }: Connection): SessionState {
  const prefix = `${statePrefix(name)}${encodeURIComponent(baseUrl)}:`;
  return {
    read: (entry) => memento.get<unknown>(prefix + entry),
    write: (entry, value) => memento.update(prefix + entry, value),
  };
}

/** State that is not stored. */
export function memoryState(): SessionState {
  const kept = new Map<string, unknown>();
  return {
    read: (name) => kept.get(name),
    write: (name, value) => Promise.resolve(void kept.set(name, value)),
  };
}

/** Deletes the state of the connection with this name, for every base URL that it had. */
export async function forgetSessionState(memento: Memento, name: string): Promise<void> {
  const own = memento.keys().filter((key) => key.startsWith(statePrefix(name)));
  await Promise.all(own.map((key) => memento.update(key, undefined)));
}

function statePrefix(connectionName: string): string {
  // Encoded, so that no name is a prefix of another one.
  return `connection:${encodeURIComponent(connectionName.toWellFormed())}:`;
}
