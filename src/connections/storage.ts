import type { Memento } from 'vscode';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { ConnectionIdentity, Connection } from './connection';
import { perObject } from '../service/remember';
import { folderFiles, memoryFiles, type StoredFiles } from './storedFiles';

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

/** Where files of the extension are stored. */
export interface FileStorage {
  readonly globalStorageUri: { readonly fsPath: string };
}

const contents = ['reviews', 'marks'] as const;
type Content = (typeof contents)[number];

const ofDemo = perObject((_demo: Connection) => ({ reviews: memoryFiles(), marks: memoryFiles() }));

/** What is stored about a connection: about the demo service, in memory. */
export function connectionFiles(storage: FileStorage, content: Content, connection: Connection): StoredFiles {
  return connection.isDemo
    ? ofDemo(connection)[content]
    : folderFiles(connectionFolder(storage, content, connection));
}

/** The folder of what is stored about a connection. Without a base URL, that of all connections that had this name. */
export function connectionFolder(
  { globalStorageUri }: FileStorage,
  content: Content,
  { name, baseUrl }: Partial<ConnectionIdentity> & { readonly name: string },
): string {
  // No name of a connection is a path.
  const folders = [name, baseUrl].flatMap((part) =>
    part === undefined ? [] : createHash('sha256').update(part).digest('hex'),
  );
  return path.join(globalStorageUri.fsPath, content, ...folders);
}

/** Deletes the files of all connections that had this name. */
export async function deleteConnectionFolders(storage: FileStorage, name: string): Promise<void> {
  for (const content of contents)
    await rm(connectionFolder(storage, content, { name }), { recursive: true, force: true });
}
