import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rename, rm, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { sleep } from '../service/abort';
import { codeOf } from '../service/errors';

/** A stored file cannot be read or written. The message contains no paths and no content. */
export class StorageError extends Error {
  override readonly name = 'StorageError';

  /** @param reason the platform's error code, such as `ENOSPC`, or `notAFile` or `tooLarge` */
  constructor(readonly reason: string) {
    super(`Stored files cannot be used: ${reason}`);
  }
}

/** Waits for an outcome to be written. If that fails, the outcome is unknown, and determined later. */
export async function writeBestEffort(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
  }
}

/** Files that are only appended to. All methods throw {@link StorageError}, except for a file that does not exist. */
export interface StoredFiles {
  names(): Promise<readonly string[]>;
  /** @returns undefined if the file does not exist */
  read(name: string): Promise<string | undefined>;
  /** Creates a file, which is on disk when this resolves. Throws `EEXIST` if it exists. */
  create(name: string, text: string): Promise<void>;
  /**
   * Appends to a file, even if another window does so at the same time. The text is on disk when this resolves.
   * @returns whether the file exists
   */
  append(name: string, text: string): Promise<boolean>;
  /**
   * Renames a file, or a link, that can't be used.
   * @param damaged what it says, if that is why
   * @returns its new name; undefined if it does not exist, or can be used now
   */
  setAside(name: string, damaged?: string): Promise<string | undefined>;
  /** @returns whether the file existed: if two windows remove it at the same time, one gets true */
  remove(name: string): Promise<boolean>;
}

/** A line of a file; undefined if it is damaged. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** A larger file is not from Poolview, and could exhaust the memory. */
const maxFileBytes = 16 * 1024 * 1024;

/** Files that only the current user can read, in `folder`, which is created with the first file. */
export function folderFiles(folder: string): StoredFiles {
  const pathOf = (name: string): string => path.join(folder, name);
  return {
    names: () =>
      attempt(async () => {
        const found = await unlessMissing(readdir(folder, { withFileTypes: true }));
        // Reading anything else, such as a pipe, might never end.
        return (found ?? []).filter((entry) => entry.isFile()).map(({ name }) => name);
      }),
    read: (name) =>
      attempt(async () => {
        // Opening a pipe would wait for somebody who writes.
        await using file = await unlessMissing(open(pathOf(name), constants.O_RDONLY | constants.O_NONBLOCK));
        if (file === undefined) return undefined;
        const found = await file.stat();
        if (!found.isFile()) throw new StorageError('notAFile');
        if (found.size > maxFileBytes) throw new StorageError('tooLarge');
        return await file.readFile('utf8');
      }),
    create: (name, text) =>
      attempt(async () => {
        const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 });
        await using file = await open(pathOf(name), 'wx', 0o600);
        try {
          await file.appendFile(text);
          await file.datasync();
          await syncFolders(folder, firstCreated === undefined ? folder : path.dirname(firstCreated));
        } catch (error) {
          // The first error is the one to report.
          await rm(pathOf(name), { force: true }).catch(() => undefined);
          throw error;
        }
      }),
    append: (name, text) =>
      attempt(async () => {
        // 'a' would create a new file if another window has deleted this one.
        await using file = await unlessMissing(open(pathOf(name), constants.O_WRONLY | constants.O_APPEND));
        await file?.appendFile(text);
        await file?.datasync();
        return file !== undefined;
      }),
    setAside: (name, damaged) =>
      attempt(async () => {
        const aside = `${name}.${Date.now()}-${process.pid}`;
        const set = () => renameUnusable(pathOf(name), pathOf(aside), damaged);
        const isSet = await unlessMissing(whileLocked(`${pathOf(name)}.lock`, set));
        return isSet === true ? aside : undefined;
      }),
    remove: (name) =>
      attempt(async () => {
        const removed = unlink(pathOf(name)).then(() => true);
        return (await unlessMissing(removed)) ?? false;
      }),
  };
}

/** Files in memory, for the demo service. */
export function memoryFiles(): StoredFiles {
  const files = new Map<string, string>();
  return {
    names: () => Promise.resolve([...files.keys()]),
    read: (name) => Promise.resolve(files.get(name)),
    create: (name, text) => {
      if (files.has(name)) return Promise.reject(new StorageError('EEXIST'));
      files.set(name, text);
      return Promise.resolve();
    },
    append: (name, text) => {
      const before = files.get(name);
      if (before !== undefined) files.set(name, before + text);
      return Promise.resolve(before !== undefined);
    },
    // Nobody else can write to them.
    setAside: () => Promise.resolve(undefined),
    remove: (name) => Promise.resolve(files.delete(name)),
  };
}

/** Writes new directory entries to disk, from `folder` up to `last`. Windows does so itself. */
async function syncFolders(folder: string, last: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(folder);
  try {
    await handle.sync();
  } catch (error) {
    // Some file systems, such as network drives, cannot sync folders.
    if (!['EINVAL', 'ENOTSUP'].includes(codeOf(error) ?? '')) throw error;
  }
  if (folder !== last) await syncFolders(path.dirname(folder), last);
}

/** @returns whether it was renamed: not if it does not exist, or if another window has replaced it */
async function renameUnusable(file: string, aside: string, damaged: string | undefined): Promise<boolean> {
  const found = await unlessMissing(lstat(file));
  const isReadable = found?.isFile() === true && found.size <= maxFileBytes;
  if (found === undefined || (isReadable && (await readFile(file, 'utf8')) !== damaged)) return false;
  const renamed = rename(file, aside).then(() => true);
  return (await unlessMissing(renamed)) ?? false;
}

/** How long another window may hold a lock. After that, it counts as ended. */
const longestLockMs = 1000;

/**
 * Takes `step` in one window at a time: what one finds is what it renames, and not what another one has created since.
 * @param lock an empty folder, which exists meanwhile
 */
async function whileLocked<Value>(lock: string, step: () => Promise<Value>): Promise<Value> {
  const until = performance.now() + longestLockMs;
  while (!(await isMade(lock)) && performance.now() < until) await sleep(10, undefined);
  try {
    return await step();
  } finally {
    await unlessMissing(rmdir(lock));
  }
}

/** Makes a folder, unless it exists. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
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

/** Converts the platform's errors, which contain paths. */
async function attempt<Value>(action: () => Promise<Value>): Promise<Value> {
  try {
    return await action();
  } catch (error) {
    const code = codeOf(error);
    throw code === undefined ? error : new StorageError(code);
  }
}
