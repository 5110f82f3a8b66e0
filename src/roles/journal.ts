import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { JournalError, type JournalFiles } from './journalFiles';
import {
  firstLine,
  newClaim,
  nextLine,
  replay,
  type Owner,
  type RemovalOutcome,
  type Replayed,
  type RoleRemoval,
} from './journalLines';

export { folderFiles, memoryFiles } from './journalFiles';
export type { RemovalOutcome, RoleRemoval } from './journalLines';

/** A removal, and what became of it. */
export interface JournalEntry extends RoleRemoval {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The last outcome that was written; undefined where none was. */
  readonly outcome: RemovalOutcome | undefined;
  /** Whether the window that began it may still write its outcome. */
  readonly isUnderWay: boolean;
  /** When and as what it was restored: the uid is unknown where nothing tells it. */
  readonly restored: { readonly at: number; readonly uid?: string | undefined } | undefined;
  /** Whether a window is restoring it now, or may have been when it ended. */
  readonly isBeingRestored: boolean;
  /** Whether a window is restoring it now, so that no other may. */
  readonly isClaimed: boolean;
}

export interface JournalOptions {
  /** Entries that there is room for, unless more than that are spared; 200 by default. */
  readonly limit?: number;
  /**
   * How old an entry is before it may be dropped; an hour by default. A person was promised a moment ago that it can be
   * restored.
   */
  readonly spareMs?: number;
  /**
   * Told the entries that `begin` dropped for want of room: a person may want to know of those that could have been
   * restored.
   */
  readonly onDropped?: (entries: readonly JournalEntry[]) => void;
  /** Told what could not be read or done, without what it holds. */
  readonly onOdd?: (what: string) => void;
  readonly now?: () => number;
  readonly pid?: number;
  /** Whether there is a process with this pid on this computer. */
  readonly isAlive?: (pid: number) => boolean;
}

/** How a restoring ended. The uid is unknown where nothing tells it. */
export type RestoreResult =
  { readonly restored: true; readonly uid?: string | undefined } | { readonly restored: false };

const maxEntryBytes = 1024 * 1024;

/**
 * After it, a process with the same pid is taken for another one. With the longest timeout that can be set, and every
 * reading repeated as often as it may be, a restoring takes an hour and a half.
 */
const presumedOverMs = 2 * 60 * 60 * 1000;

/**
 * The removals of resource roles: each in a file of its own, which is there before the removal is sent and only grows.
 * Several windows may use the same files. All methods throw {@link JournalError} where the files cannot be used.
 */
export class Journal {
  readonly #files: JournalFiles;
  readonly #options: Required<Omit<JournalOptions, 'pid'>>;
  readonly #self: Owner;
  /** The tokens of the claims that were granted here, by the id of the entry. */
  readonly #claims = new Map<string, string>();
  /** What ended here although that could not be written: ids of removals and tokens of claims. */
  readonly #over = new Set<string>();

  constructor(files: JournalFiles, { pid = process.pid, ...options }: JournalOptions = {}) {
    this.#files = files;
    this.#self = { host: hostname(), pid };
    const nothing = (): void => undefined;
    this.#options = {
      limit: 200,
      spareMs: 60 * 60 * 1000,
      now: Date.now,
      isAlive: isProcess,
      onDropped: nothing,
      onOdd: nothing,
      ...options,
    };
  }

  /**
   * Keeps what is known of a role. It is on disk when this resolves; where this throws, nothing must be removed.
   * @returns the id of the entry
   */
  async begin(removal: RoleRemoval): Promise<string> {
    const line = firstLine(removal, this.#self);
    if (Buffer.byteLength(line) > maxEntryBytes) throw new JournalError('tooLarge');
    const id = `${String(this.#options.now()).padStart(15, '0')}-${randomUUID()}`;
    await this.#files.create(fileOf(id), line);
    try {
      await this.#makeRoom();
    } catch (error) {
      // The entry is kept, and that is what counts here.
      if (!(error instanceof JournalError)) throw error;
      this.#options.onOdd(`Older entries could not be dropped: ${error.reason}`);
    }
    return id;
  }

  /**
   * Writes what became of a removal; the last outcome counts. For this window it is not under way any more, also where
   * that cannot be written.
   */
  async settle(id: string, outcome: RemovalOutcome): Promise<void> {
    this.#over.add(id);
    await this.#append(id, nextLine({ event: 'outcome', outcome }));
  }

  /** Newest first. A file that cannot be read, or that is no removal, is left out and told to `onOdd`. */
  async entries(): Promise<readonly JournalEntry[]> {
    const entries: JournalEntry[] = [];
    for (const id of (await this.#ids()).sort().reverse()) {
      try {
        const replayed = await this.#read(id);
        if (replayed !== undefined) entries.push(this.#entry(id, replayed));
      } catch (error) {
        if (!(error instanceof JournalError)) throw error;
        this.#options.onOdd(`${fileOf(id)} could not be read: ${error.reason}`);
      }
    }
    return entries;
  }

  /**
   * Whether the caller, and nobody else, may restore it now. Nobody else gets true before `settleRestore`, unless this
   * window ends or takes more than two hours: claim when a person has answered, not before asking. False also where it
   * is restored, not there, or its removal is under way; what the outcome was, and whether the content is known, is for
   * the caller to look at.
   */
  async claimRestore(id: string): Promise<boolean> {
    const before = await this.#read(id);
    if (before === undefined || before.restored !== undefined) return false;
    const { isUnderWay, isClaimed } = this.#entry(id, before);
    if (isUnderWay || isClaimed) return false;
    const claim = newClaim(this.#self, this.#options.now(), before.claims.at(-1));
    if (!(await this.#files.append(fileOf(id), nextLine(claim)))) return false;
    const claimed = await this.#read(id);
    if (claimed?.claims.at(-1)?.token !== claim.token) return false;
    this.#claims.set(id, claim.token);
    return true;
  }

  /** Ends the claim that `claimRestore` gave: for this window also where that cannot be written, and it can be tried again. */
  async settleRestore(id: string, result: RestoreResult): Promise<void> {
    const token = this.#claims.get(id);
    if (token === undefined) throw new Error('It was not claimed here');
    this.#over.add(token);
    await this.#append(
      id,
      nextLine(
        result.restored
          ? { event: 'restored', token, at: this.#options.now(), uid: result.uid }
          : { event: 'notRestored', token },
      ),
    );
    this.#claims.delete(id);
  }

  async #makeRoom(): Promise<void> {
    // Most of the time nothing has to be read.
    if ((await this.#ids()).length <= this.#options.limit) return;
    const entries = await this.entries();
    const dropped: JournalEntry[] = [];
    const old = entries.filter(({ startedAt }) => !this.#isWithin(this.#options.spareMs, startedAt));
    for (const entry of droppable(old).slice(0, Math.max(0, entries.length - this.#options.limit))) {
      if (await this.#drop(entry)) dropped.push(entry);
    }
    if (dropped.length > 0) this.#options.onDropped(dropped);
  }

  /** @returns false where another window dropped it, or has begun to restore it */
  async #drop({ id, restored }: JournalEntry): Promise<boolean> {
    if (restored !== undefined) return this.#files.remove(fileOf(id));
    // What is claimed here, nobody else restores while it goes.
    if (!(await this.claimRestore(id))) return false;
    try {
      const removed = await this.#files.remove(fileOf(id));
      this.#claims.delete(id);
      return removed;
    } catch (error) {
      await this.settleRestore(id, { restored: false });
      throw error;
    }
  }

  async #ids(): Promise<string[]> {
    return (await this.#files.names()).flatMap((name) => {
      const [, id] = /^(.*)\.jsonl$/.exec(name) ?? [];
      return id === undefined || startOf(id) === undefined ? [] : [id];
    });
  }

  async #read(id: string): Promise<Replayed | undefined> {
    if (startOf(id) === undefined) return undefined;
    const name = fileOf(id);
    const file = await this.#files.read(name);
    if (file === undefined) return undefined;
    return replay(file, (line) => {
      this.#options.onOdd(`${name}: line ${line} is not understood`);
    });
  }

  async #append(id: string, line: string): Promise<void> {
    const isThere = startOf(id) !== undefined && (await this.#files.append(fileOf(id), line));
    if (!isThere) throw new JournalError('ENOENT');
  }

  #entry(id: string, { owner, removal, outcome, claims, restored }: Replayed): JournalEntry {
    const startedAt = startOf(id) ?? 0;
    const claim = claims.at(-1);
    return {
      ...removal,
      id,
      startedAt,
      outcome,
      isUnderWay: outcome === undefined && !this.#over.has(id) && this.#mayGoOn(owner, startedAt),
      restored,
      isBeingRestored: claim !== undefined,
      isClaimed:
        claim !== undefined &&
        !this.#over.has(claim.token) &&
        (this.#claims.get(id) === claim.token || this.#mayGoOn(claim.owner, claim.at)),
    };
  }

  /** Whether `owner` may still be at what it began. */
  #mayGoOn(owner: Owner, since: number): boolean {
    const isRecent = this.#isWithin(presumedOverMs, since);
    return isRecent && (owner.host !== this.#self.host || this.#options.isAlive(owner.pid));
  }

  /** Whether `since` is less than `ms` away. */
  #isWithin(ms: number, since: number): boolean {
    // A clock that was set back makes times that are to come, and those, too, are near or far.
    return Math.abs(this.#options.now() - since) < ms;
  }
}

/** When the removal began; undefined for what is no id, such as the path of another file. */
function startOf(id: string): number | undefined {
  const [, start] = /^(\d{15})-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.exec(id) ?? [];
  return start === undefined ? undefined : Number(start);
}

function fileOf(id: string): string {
  return `${id}.jsonl`;
}

/**
 * The entries that may be dropped, in the order in which they go: those that there is nothing to bring back of, then
 * those that are gone, and at last those of which it is not known. Each of them oldest first.
 * @param entries newest first
 */
function droppable(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  return entries
    .filter(({ isUnderWay, isClaimed }) => !isUnderWay && !isClaimed)
    .reverse()
    .sort((one, other) => worth(one) - worth(other));
}

function worth({ outcome, content, restored, isBeingRestored }: JournalEntry): number {
  if (restored !== undefined) return 0;
  if (outcome === undefined || outcome === 'unknown' || isBeingRestored) return 2;
  // What was gone already is offered to be restored, too, where its content is known.
  return outcome === 'removed' || (outcome === 'alreadyGone' && content !== undefined) ? 1 : 0;
}

/** Signal 0 is none: it only asks whether there is somebody to send it to. */
function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another person's process is there and cannot be sent anything.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
