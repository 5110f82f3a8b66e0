import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Journal, JournalEntry } from '../../../../src/roles/journal/journal';
import { StorageError } from '../../../../src/connections/storedFiles';
import { atEnd } from '../../support/service';

/** Longer than any removal or restoration takes. */
export const longAfter = 2 * 60 * 60 * 1000;

/** A folder inside a temporary one, which is deleted after the test. The journal creates it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'poolview-journal-'));
  atEnd(() => rm(folder, { recursive: true }));
  return path.join(folder, 'storage', 'removals');
}

export async function entryOf(journal: Journal, id: string): Promise<JournalEntry> {
  const entry = (await journal.entries()).find((one) => one.id === id);
  if (entry === undefined) throw new Error('It is not there');
  return entry;
}

/** The only file in `folder`. */
export async function onlyFile(folder: string) {
  const [name, ...more] = await readdir(folder);
  if (name === undefined || more.length > 0) throw new Error('There is not one file');
  const file = path.join(folder, name);
  return {
    path: file,
    id: path.basename(name, '.jsonl'),
    text: await readFile(file, 'utf8'),
    write: (text: string | Uint8Array) => writeFile(file, text),
  };
}

/** The reason of the StorageError that `promise` is rejected with. */
export async function reasonOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => {
      throw new Error('it did not fail');
    },
    (reason: unknown) => reason,
  );
  if (!(error instanceof StorageError)) throw error;
  return error.reason;
}
