import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Connection } from '../../connections/connection';
import {
  folderFiles,
  memoryFiles,
  parseJson,
  StorageError,
  type StoredFiles,
} from '../../connections/storedFiles';
import {
  eventLine,
  lockRecord,
  parseRemoval,
  removalLine,
  type Owner,
  type RecordedRemoval,
  type RemovalOutcome,
  type RoleRemoval,
} from './records';

/** A removal and its outcome. */
export interface JournalEntry extends Omit<RecordedRemoval, 'owner'> {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Whether the window that started the removal may still record its outcome. */
  readonly isUnderWay: boolean;
}

export interface JournalOptions {
  /** How many entries `prune` keeps; 200 by default. */
  readonly limit?: number;
  /** The minimum age of pruned entries; an hour by default, so that a role can be restored right after its removal. */
  readonly minAgeMs?: number;
  /** Receives what could not be read or done, without the content of the entry. */
  readonly onProblem?: (message: string) => void;
  readonly now?: () => number;
  readonly pid?: number;
  /** Whether a process with this ID runs on this computer. */
  readonly isAlive?: (pid: number) => boolean;
}

/** Releases a lock. */
export type Release = () => Promise<void>;

const maxEntryBytes = 1024 * 1024;

/**
 * After this time, a process ID is assumed to belong to another process. With the longest timeout and all retries,
 * restoring a role takes up to an hour and a half.
 */
const maxDurationMs = 2 * 60 * 60 * 1000;

/** A lock file without content for longer than this is left over from a crash. */
const lockWriteMs = 500;

const entryId = String.raw`\d{15}-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const entryFile = new RegExp(`^(${entryId})\\.jsonl$`);
const lockFile = new RegExp(`^(${entryId})\\.(\\d{1,9})\\.lock$`);

/**
 * The removals of resource roles. Each has its own file, which exists before the removal is sent. Files are only appended
 * to, because several windows may use them. All methods throw {@link StorageError} if the files cannot be used.
 */
export class Journal {
  readonly #files: StoredFiles;
  readonly #options: Required<Omit<JournalOptions, 'pid'>>;
  readonly #owner: Owner;
  /** The removals that ended in this window, even if the outcome could not be written. */
  readonly #ended = new Set<string>();

  constructor(files: StoredFiles, { pid = process.pid, ...options }: JournalOptions = {}) {
    this.#files = files;
    this.#owner = { host: hostname(), pid };
    this.#options = {
      limit: 200,
      minAgeMs: 60 * 60 * 1000,
      now: Date.now,
      isAlive: isRunning,
      onProblem: () => undefined,
      ...options,
    };
  }

  /**
   * Adds an entry, which is on disk when this resolves. If this throws, the role must not be removed.
   * @returns the ID of the entry
   */
  async begin(removal: RoleRemoval): Promise<string> {
    const line = removalLine(removal, this.#owner);
    if (Buffer.byteLength(line) > maxEntryBytes) throw new StorageError('tooLarge');
    const id = `${String(this.#options.now()).padStart(15, '0')}-${randomUUID()}`;
    await this.#files.create(fileOf(id), line);
    return id;
  }

  /** Records the outcome of a removal. The last recorded outcome counts. */
  async recordOutcome(id: string, outcome: RemovalOutcome): Promise<void> {
    this.#ended.add(id);
    await this.#append(id, eventLine({ event: 'outcome', outcome }));
  }

  /** @param uid the UID of the restored role, if the service lists it */
  async recordRestored(id: string, uid: string | undefined): Promise<void> {
    await this.#append(id, eventLine({ event: 'restored', at: this.#options.now(), uid }));
  }

  /** All entries, newest first, except those that cannot be read. */
  async entries(): Promise<readonly JournalEntry[]> {
    const entries: JournalEntry[] = [];
    for (const name of [...(await this.#files.names())].sort().reverse()) {
      const id = entryFile.exec(name)?.[1];
      if (id === undefined) continue;
      try {
        const entry = await this.entry(id);
        if (entry !== undefined) entries.push(entry);
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        this.#options.onProblem(`${name} could not be read: ${error.reason}`);
      }
    }
    return entries;
  }

  async entry(id: string): Promise<JournalEntry | undefined> {
    const name = fileOf(id);
    const text = await this.#files.read(name);
    if (text === undefined) return undefined;
    const recorded = parseRemoval(text);
    if (recorded === undefined) {
      this.#options.onProblem(`${name} is not understood`);
      return undefined;
    }
    const { owner, ...removal } = recorded;
    const startedAt = Number(id.slice(0, 15));
    const isUnderWay =
      removal.outcome === undefined && !this.#ended.has(id) && this.#mayBeActive(owner, startedAt);
    return { ...removal, id, startedAt, isUnderWay };
  }

  /**
   * Locks an entry against other windows and other calls in this window. A lock is a file that only one window can create.
   * The lock of a window that no longer runs is not deleted, because that might delete a new lock of another window.
   * Instead, the next lock has the next number.
   * @returns undefined if the entry is locked
   */
  async lock(id: string): Promise<Release | undefined> {
    return this.#lockAfter(id, await this.#locks(id));
  }

  /** @param existing the locks of the entry */
  async #lockAfter(id: string, existing: readonly string[]): Promise<Release | undefined> {
    const numbers = existing.map((name) => Number(lockFile.exec(name)?.[2]));
    const newest = Math.max(0, ...numbers);
    if (newest > 0 && (await this.#isHeld(lockOf(id, newest)))) return undefined;
    const lock = lockOf(id, newest + 1);
    try {
      const record = JSON.stringify({ owner: this.#owner, at: this.#options.now() });
      await this.#files.create(lock, record, { isTemporary: true });
    } catch (error) {
      if (error instanceof StorageError && error.reason === 'EEXIST') return undefined;
      throw error;
    }
    return async () => {
      await this.#files.remove(lock);
    };
  }

  /**
   * Deletes old entries above the limit.
   * @returns the deleted entries
   */
  async prune(): Promise<readonly JournalEntry[]> {
    const pruned: JournalEntry[] = [];
    try {
      // Usually, no file has to be read.
      const names = await this.#files.names();
      if (names.filter((name) => entryFile.test(name)).length <= this.#options.limit) return [];
      const entries = await this.entries();
      const old = entries.filter(({ startedAt }) => !this.#isWithin(this.#options.minAgeMs, startedAt));
      // Listing all files for each entry would take minutes if there are thousands.
      const locked = new Set(names.map((name) => lockFile.exec(name)?.[1]));
      for (const entry of byImportance(old).slice(0, Math.max(0, entries.length - this.#options.limit))) {
        const locks = locked.has(entry.id) ? await this.#locks(entry.id) : [];
        if (await this.#delete(entry.id, locks)) pruned.push(entry);
      }
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.#options.onProblem(`Old entries could not be deleted: ${error.reason}`);
    }
    return pruned;
  }

  /**
   * @param locks the locks of the entry
   * @returns false if another window deleted the entry or is restoring it
   */
  async #delete(id: string, locks: readonly string[]): Promise<boolean> {
    const release = await this.#lockAfter(id, locks);
    if (release === undefined) return false;
    try {
      const isDeleted = await this.#files.remove(fileOf(id));
      for (const lock of locks) await this.#files.remove(lock);
      return isDeleted;
    } finally {
      await release();
    }
  }

  async #locks(id: string): Promise<readonly string[]> {
    return (await this.#files.names()).filter((name) => lockFile.exec(name)?.[1] === id);
  }

  async #isHeld(lock: string): Promise<boolean> {
    for (const delay of [0, lockWriteMs]) {
      await setTimeout(delay);
      const text = await this.#files.read(lock);
      if (text === undefined) return false;
      const record = lockRecord(parseJson(text));
      if (record !== undefined) return this.#mayBeActive(record.owner, record.at);
    }
    return false;
  }

  async #append(id: string, line: string): Promise<void> {
    if (!(await this.#files.append(fileOf(id), line))) throw new StorageError('ENOENT');
  }

  /** Whether the process that started something at `since` may still be doing it. */
  #mayBeActive({ host, pid }: Owner, since: number): boolean {
    const isRecent = this.#isWithin(maxDurationMs, since);
    return isRecent && (host !== this.#owner.host || this.#options.isAlive(pid));
  }

  /** The absolute difference, because the clock may have been set back. */
  #isWithin(ms: number, since: number): boolean {
    return Math.abs(this.#options.now() - since) < ms;
  }
}

function fileOf(id: string): string {
  return `${id}.jsonl`;
}

function lockOf(id: string, number: number): string {
  return `${id}.${number}.lock`;
}

/**
 * The entries that may be deleted: first those that cannot be restored, then restorable ones, then those with an unknown
 * outcome, each oldest first.
 * @param entries newest first
 */
function byImportance(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  return entries
    .filter(({ isUnderWay }) => !isUnderWay)
    .reverse()
    .sort((one, other) => importanceOf(one) - importanceOf(other));
}

function importanceOf({ outcome, content, restored }: JournalEntry): number {
  if (restored !== undefined) return 0;
  if (outcome === undefined || outcome === 'unknown') return 2;
  return outcome === 'removed' || (outcome === 'alreadyGone' && content !== undefined) ? 1 : 0;
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 only checks whether the process exists.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * The restorable entries, one for each role, because a role is removed only once, whatever the number of attempts. A role
 * that was already gone may have been removed by the same request if a proxy sent it twice.
 * @param entries newest first
 */
export function restorableEntries(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const seen = new Set(entries.filter(({ restored }) => restored !== undefined).map(roleKey));
  return entries.filter((entry) => {
    const { outcome, content, isUnderWay } = entry;
    const mayBeGone = outcome !== 'refused' && outcome !== 'notRemoved';
    if (isUnderWay || !mayBeGone || content === undefined || seen.has(roleKey(entry))) return false;
    seen.add(roleKey(entry));
    return true;
  });
}

/** Identifies the role of an entry. It is the same for each removal of the role through the same connection. */
export function roleKey({ connection, team, roleUid }: JournalEntry): string {
  return JSON.stringify([connection.name, connection.baseUrl, team.uid, roleUid]);
}

/** The journals of removals: one on disk for all services, and one in memory for each start of the demo service. */
export class Journals {
  readonly #onDisk: Journal;
  readonly #demo = new WeakMap<Connection, Journal>();

  constructor(
    folder: string,
    private readonly onProblem: (message: string) => void,
  ) {
    this.#onDisk = new Journal(folderFiles(folder), { onProblem });
  }

  of(connection: Connection): Journal {
    if (!connection.isDemo) return this.#onDisk;
    const { onProblem } = this;
    const journal = this.#demo.get(connection) ?? new Journal(memoryFiles(), { onProblem });
    this.#demo.set(connection, journal);
    return journal;
  }
}
