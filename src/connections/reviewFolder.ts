import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Uri } from 'vscode';
import type { ConnectionIdentity } from './connection';

/** Where files of the extension are stored. */
export interface FileStorage {
  readonly globalStorageUri: Pick<Uri, 'fsPath'>;
}

/** The folder of the access reviews of a connection. Without a base URL, that of all connections that had this name. */
export function reviewFolder(
  { globalStorageUri }: FileStorage,
  { name, baseUrl }: Pick<ConnectionIdentity, 'name'> & Partial<ConnectionIdentity>,
): string {
  // No name of a connection is a path.
  const folders = [name, baseUrl].flatMap((part) =>
    part === undefined ? [] : createHash('sha256').update(part).digest('hex'),
  );
  return path.join(globalStorageUri.fsPath, 'reviews', ...folders);
}
