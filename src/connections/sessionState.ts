import type { Memento } from 'vscode';
import type { ConnectionIdentity } from './connection';

/** A part of `globalState` that belongs to one connection. */
export interface SessionState {
  read(name: string): unknown;
  write(name: string, value: unknown): Thenable<void>;
}

/** The part of `memento` that belongs to a connection. The same name with another base URL is another connection. */
export function sessionState(memento: Memento, connection: ConnectionIdentity): SessionState {
  const prefix = connectionPrefix(connection);
  return {
    read: (name) => memento.get<unknown>(prefix + name),
    write: (name, value) => memento.update(prefix + name, value),
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

/** Deletes what belongs to the API key of a connection; of a name, all state of the connections that had it. */
export async function forgetState(memento: Memento, of: ConnectionIdentity | string): Promise<void> {
  const prefix = typeof of === 'string' ? statePrefix(of) : connectionPrefix(of) + keyPart;
  const own = memento.keys().filter((key) => key.startsWith(prefix));
  await Promise.all(own.map((key) => memento.update(key, undefined)));
}

/** The start of the names of what belongs to the API key of a connection. Another key starts without it. */
export const keyPart = 'key:';

function connectionPrefix({ name, baseUrl }: ConnectionIdentity): string {
  return `${statePrefix(name)}${encodeURIComponent(baseUrl)}:`;
}

function statePrefix(connectionName: string): string {
  // Encoded, so that no name is a prefix of another one.
  return `connection:${encodeURIComponent(connectionName.toWellFormed())}:`;
}
