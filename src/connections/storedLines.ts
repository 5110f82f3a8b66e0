import { l10n, window } from 'vscode';
import { StorageError, type StoredFiles } from './storedFiles';

/**
 * The text of a file that several windows append to; empty if it does not exist. One that can't be read is set aside, so that
 * a new one can be written.
 * @throws StorageError
 */
export async function readLines(files: StoredFiles, name: string): Promise<string> {
  try {
    return (await files.read(name)) ?? '';
  } catch (error) {
    if (!(error instanceof StorageError) || !unusable.has(error.reason)) throw error;
    await setAside(files, name);
    return '';
  }
}

/** Reasons why a file will not be readable later either: it is too large, a folder, or a link to itself. */
const unusable: ReadonlySet<string> = new Set(['tooLarge', 'EISDIR', 'ELOOP']);

/**
 * Appends records to a file, which is created if it does not exist, even if another window does the same.
 * @throws StorageError
 */
export async function appendLines(
  files: StoredFiles,
  name: string,
  records: readonly object[],
): Promise<void> {
  // Each line starts with the line break, so that it is valid even if the last one is truncated.
  const text = records.map((record) => `\n${JSON.stringify(record)}`).join('');
  // Sets the file aside if it could not be read afterwards.
  await readLines(files, name);
  for (let tries = 0; !(await files.append(name, text)); tries++) {
    // It neither exists nor can be created: a link to nothing.
    if (tries === 1) await setAside(files, name);
    try {
      await files.create(name, '');
    } catch (error) {
      if (!(error instanceof StorageError) || error.reason !== 'EEXIST' || tries > 1) throw error;
    }
  }
}

async function setAside(files: StoredFiles, name: string): Promise<void> {
  const aside = await files.setAside(name);
  // Another window may have done it.
  if (aside === undefined) return;
  void window.showWarningMessage(
    l10n.t("Poolview can't use its file {0}. It was renamed to {1}, and a new one is used.", name, aside),
  );
}
