import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Uri } from 'vscode';
import { perObject } from '../service/remember';
import type { Connection, ConnectionIdentity } from './connection';
import { folderFiles, memoryFiles, type StoredFiles } from './storedFiles';

/** Where files of the extension are stored. */
export interface FileStorage {
  readonly globalStorageUri: Pick<Uri, 'fsPath'>;
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
  { name, baseUrl }: Pick<ConnectionIdentity, 'name'> & Partial<ConnectionIdentity>,
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
