import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Connection } from '../../connections/connection';
import { folderFiles, memoryFiles, StorageError, type StoredFiles } from '../../connections/storedFiles';
import { perObject } from '../../service/remember';
import { outcomeOf, removalOutcomes } from '../outcomes';
import {
  eventLine,
  parseRemoval,
  removalLine,
  type Owner,
  type RecordedRemoval,
  type RecordedOutcome,
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
  /** Above how many entries `prune` deletes those that are over; 200 by default. */
  readonly limit?: number;
  /** Receives what could not be read or done, without the content of the entry. */
  readonly onProblem?: (message: string) => void;
  readonly now?: () => number;
  readonly pid?: number;
  /** Whether a process with this ID runs on this computer. */
  readonly isAlive?: (pid: number) => boolean;
}

const maxEntryBytes = 1024 * 1024;

/** After this time, a process ID is assumed to belong to another process. No removal takes so long. */
const maxDurationMs = 2 * 60 * 60 * 1000;

const entryFile = /^(\d{15}-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.jsonl$/;

/**
 * The removals of resource roles. Each has its own file, which exists before the removal is sent. Files are only appended
 * to, because several windows may use them. All methods throw {@link StorageError} if the files cannot be used.
 */
export class Journal {
  readonly #files: StoredFiles;
  readonly #options: Required<Omit<JournalOptions, 'pid'>>;
  readonly #owner: Owner;
  /** The IDs of the entries that this window is restoring. */
  readonly restoring = new Set<string>();
  /** The removals that ended in this window, even if the outcome could not be written. */
  readonly #ended = new Set<string>();

  constructor(files: StoredFiles, { pid = process.pid, ...options }: JournalOptions = {}) {
    this.#files = files;
    this.#owner = { host: hostname(), pid };
    this.#options = {
      limit: 200,
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
    // What its roles and filters said is of help, but not needed to restore it.
    const lines = [removal, { ...removal, meaning: undefined }].map((each) => removalLine(each, this.#owner));
    const line = lines.find((each) => Buffer.byteLength(each) <= maxEntryBytes);
    if (line === undefined) throw new StorageError('tooLarge');
    const id = `${String(this.#options.now()).padStart(15, '0')}-${randomUUID()}`;
    await this.#files.create(fileOf(id), line);
    return id;
  }

  /** Records the outcome of a removal. The last recorded outcome counts. */
  async recordOutcome(id: string, outcome: RecordedOutcome): Promise<void> {
    this.#ended.add(id);
    await this.#append(id, eventLine({ event: 'outcome', outcome }));
  }

  /**
   * @param uid the UID of the restored role, if the service lists it
   * @param wasThere whether nothing was added, because the team had a role that granted the same
   */
  async recordRestored(id: string, uid: string | undefined, wasThere = false): Promise<void> {
    await this.#append(
      id,
      eventLine({ event: 'restored', at: this.#options.now(), uid, wasThere: wasThere || undefined }),
    );
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
    const { now, isAlive, onProblem } = this.#options;
    const text = await this.#files.read(fileOf(id));
    if (text === undefined) return undefined;
    const recorded = parseRemoval(text);
    if (recorded === undefined) {
      onProblem(`${fileOf(id)} is not understood`);
      return undefined;
    }
    const { owner, ...entry } = recorded;
    const startedAt = Number(id.slice(0, 15));
    const isOpen = entry.outcome === undefined && !this.#ended.has(id);
    // The absolute difference, because the clock may have been set back.
    const isRecent = Math.abs(now() - startedAt) < maxDurationMs;
    const mayRun = isRecent && (owner.host !== this.#owner.host || isAlive(owner.pid));
    return { ...entry, id, startedAt, isUnderWay: isOpen && mayRun };
  }

  /** Deletes the oldest entries above the limit that nobody can restore: they were restored, or the role was never removed. */
  async prune(): Promise<void> {
    try {
      // Usually, no file has to be read.
      const names = await this.#files.names();
      if (names.filter((name) => entryFile.test(name)).length <= this.#options.limit) return;
      const entries = await this.entries();
      const restorable = new Set(restorableEntries(entries));
      const isOver = (entry: JournalEntry): boolean =>
        entry.outcome !== undefined && !entry.isUnderWay && !restorable.has(entry);
      const over = entries.filter(isOver).reverse();
      for (const { id } of over.slice(0, Math.max(0, entries.length - this.#options.limit)))
        await this.#files.remove(fileOf(id));
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.#options.onProblem(`Old entries could not be deleted: ${error.reason}`);
    }
  }

  async #append(id: string, line: string): Promise<void> {
    if (!(await this.#files.append(fileOf(id), line))) throw new StorageError('ENOENT');
  }
}

function fileOf(id: string): string {
  return `${id}.jsonl`;
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
    const { content, isUnderWay } = entry;
    const { mayBeGone } = removalOutcomes[outcomeOf(entry)];
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
  readonly #ofDemo: (demo: Connection) => Journal;

  constructor(folder: string, onProblem: (message: string) => void) {
    this.#onDisk = new Journal(folderFiles(folder), { onProblem });
    this.#ofDemo = perObject(() => new Journal(memoryFiles(), { onProblem }));
  }

  of(connection: Connection): Journal {
    return connection.isDemo ? this.#ofDemo(connection) : this.#onDisk;
  }
}
