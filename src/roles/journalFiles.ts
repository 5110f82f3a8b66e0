import { constants } from 'node:fs';
import { mkdir, open, readdir, rm, unlink } from 'node:fs/promises';
import path from 'node:path';

/** The journal cannot be read or kept. What is in it is not told: it says who has which access. */
export class JournalError extends Error {
  override readonly name = 'JournalError';

  /** @param reason the platform's code, such as `ENOSPC`, or `tooLarge` */
  constructor(readonly reason: string) {
    super(`The journal of removals cannot be used: ${reason}`);
  }
}

/**
 * Waits for how something ended to be written. Where that cannot be kept it is not known, and looked for later: it changes
 * nothing of what happened.
 */
export async function writeBestEffort(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
  }
}

/**
 * Where the journal is kept: files that only grow. All of these throw {@link JournalError}, but not for a file that is
 * not there, since another window may have dropped it.
 */
export interface JournalFiles {
  names(): Promise<readonly string[]>;
  /** @returns undefined where there is no such file */
  read(name: string): Promise<string | undefined>;
  /** It stays, whatever happens, once this resolves. A file that is there already is an error. */
  create(name: string, text: string): Promise<void>;
  /**
   * Adds to the end: of two windows that do so at once neither writes over the other. It stays once this resolves.
   * @returns whether there is such a file
   */
  append(name: string, text: string): Promise<boolean>;
  /** @returns whether there was such a file: of two windows that ask at once, one gets true */
  remove(name: string): Promise<boolean>;
}

/** No journal writes as much: what is larger came from elsewhere and could fill the memory. */
const maxFileBytes = 16 * 1024 * 1024;

/** Files in `folder`, which is made when there is something to put into it. Nobody else may read them. */
export function folderFiles(folder: string): JournalFiles {
  const pathOf = (name: string): string => path.join(folder, name);
  return {
    names: () =>
      attempt(async () => {
        const found = await unlessMissing(readdir(folder, { withFileTypes: true }));
        // Anything else, such as a pipe, might never be read to its end.
        return (found ?? []).filter((entry) => entry.isFile()).map(({ name }) => name);
      }),
    read: (name) =>
      attempt(async () => {
        await using file = await unlessMissing(open(pathOf(name)));
        if (file === undefined) return undefined;
        if ((await file.stat()).size > maxFileBytes) throw new JournalError('tooLarge');
        return await file.readFile('utf8');
      }),
    create: (name, text) =>
      attempt(async () => {
        const made = await mkdir(folder, { recursive: true, mode: 0o700 });
        await using file = await open(pathOf(name), 'wx', 0o600);
        try {
          await file.appendFile(text);
          await file.datasync();
          await syncFolders(folder, made);
        } catch (error) {
          // Half a file would only be in the way. If it cannot go either, the first error is the one to tell.
          await rm(pathOf(name), { force: true }).catch(() => undefined);
          throw error;
        }
      }),
    append: (name, text) =>
      attempt(async () => {
        // Not 'a', which would make a new file where another window has dropped this one.
        await using file = await unlessMissing(open(pathOf(name), constants.O_WRONLY | constants.O_APPEND));
        await file?.appendFile(text);
        await file?.datasync();
        return file !== undefined;
      }),
    remove: (name) =>
      attempt(async () => {
        const removed = unlink(pathOf(name)).then(() => true);
        return (await unlessMissing(removed)) ?? false;
      }),
  };
}

/** Files that are gone with this object. */
export function memoryFiles(): JournalFiles {
  const kept = new Map<string, string>();
  return {
    names: () => Promise.resolve([...kept.keys()]),
    read: (name) => Promise.resolve(kept.get(name)),
    create: (name, text) => {
      if (kept.has(name)) return Promise.reject(new JournalError('EEXIST'));
      kept.set(name, text);
      return Promise.resolve();
    },
    append: (name, text) => {
      const before = kept.get(name);
      if (before !== undefined) kept.set(name, before + text);
      return Promise.resolve(before !== undefined);
    },
    remove: (name) => Promise.resolve(kept.delete(name)),
  };
}

/**
 * Has the disk know that there is a new file in `folder`, and the folders that were made for it, from `firstMade` on.
 * Windows knows by itself, and lets nobody open a folder.
 */
async function syncFolders(folder: string, firstMade: string | undefined): Promise<void> {
  if (process.platform === 'win32') return;
  const last = firstMade === undefined ? folder : path.dirname(firstMade);
  for (let each = folder; ; each = path.dirname(each)) {
    await syncFolder(each);
    if (each === last || each === path.dirname(each)) return;
  }
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder);
  try {
    await handle.sync();
  } catch (error) {
    // Some file systems, such as those of network drives, do not do this for folders.
    if (!['EINVAL', 'ENOTSUP'].includes(codeOf(error) ?? '')) throw error;
  }
}

async function unlessMissing<Value>(value: Promise<Value>): Promise<Value | undefined> {
  try {
    return await value;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The platform's errors as JournalErrors: theirs name paths. */
async function attempt<Value>(action: () => Promise<Value>): Promise<Value> {
  try {
    return await action();
  } catch (error) {
    const code = codeOf(error);
    throw code === undefined ? error : new JournalError(code);
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
