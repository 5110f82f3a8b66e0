import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  Journal,
  type JournalEntry,
  type RemovalOutcome,
  type RestoreResult,
  type RoleRemoval,
} from '../../../src/roles/journal';
import { folderFiles, memoryFiles, type JournalFiles } from '../../../src/roles/journalFiles';
import { hostileText } from '../support/hostile';
import { longAfter, temporaryFolder } from './support/journal';

interface Claim {
  readonly pid: number;
  readonly at: number;
}

/** An entry as a journal would have it that is a list in memory. */
interface Kept {
  readonly id: string;
  readonly pid: number;
  readonly startedAt: number;
  readonly removal: RoleRemoval;
  outcome: RemovalOutcome | undefined;
  /** Not ended, oldest first. */
  claims: Claim[];
  restored: { at: number; uid: string | undefined } | undefined;
}

type Window = 0 | 1;

class World {
  now = 1_800_000_000_000;
  readonly #kept: Kept[] = [];
  readonly #windows: { journal: Journal; pid: number; held: Map<Kept, Claim> }[];
  #lastPid = 0;

  constructor(private readonly files: () => JournalFiles) {
    this.#windows = [this.#open(), this.#open()];
  }

  #open() {
    const pid = ++this.#lastPid;
    const journal = new Journal(this.files(), {
      pid,
      isAlive: (other) => this.#isAlive(other),
      now: () => this.now,
      limit: 1000,
    });
    return { journal, pid, held: new Map<Kept, Claim>() };
  }

  #isAlive(pid: number): boolean {
    return this.#windows.some((window) => window.pid === pid);
  }

  #window(which: Window) {
    const window = this.#windows[which];
    if (window === undefined) throw new Error('There is no such window');
    return window;
  }

  #entry(index: number): Kept | undefined {
    return this.#kept[index % this.#kept.length];
  }

  #mayGoOn(pid: number, since: number): boolean {
    return this.#isAlive(pid) && this.now - since < longAfter;
  }

  #isUnderWay({ outcome, pid, startedAt }: Kept): boolean {
    return outcome === undefined && this.#mayGoOn(pid, startedAt);
  }

  #isClaimed({ claims }: Kept): boolean {
    const last = claims.at(-1);
    return last !== undefined && this.#mayGoOn(last.pid, last.at);
  }

  reopen(which: Window): void {
    this.#windows[which] = this.#open();
  }

  async begin(which: Window, removal: RoleRemoval): Promise<void> {
    const { journal, pid } = this.#window(which);
    const id = await journal.begin(removal);
    this.#kept.push({
      id,
      pid,
      startedAt: this.now,
      removal,
      outcome: undefined,
      claims: [],
      restored: undefined,
    });
    // No two begin in the same millisecond, so that the order is known.
    this.now++;
  }

  async settle(which: Window, index: number, outcome: RemovalOutcome): Promise<void> {
    const kept = this.#entry(index);
    if (kept === undefined) return;
    await this.#window(which).journal.settle(kept.id, outcome);
    kept.outcome = outcome;
  }

  async claim(which: Window, index: number): Promise<void> {
    const kept = this.#entry(index);
    if (kept === undefined) return;
    const { journal, pid, held } = this.#window(which);
    const own = held.get(kept);
    const isFree =
      kept.restored === undefined &&
      !this.#isUnderWay(kept) &&
      !this.#isClaimed(kept) &&
      (own === undefined || kept.claims.at(-1) !== own);
    expect(await journal.claimRestore(kept.id)).toBe(isFree);
    if (!isFree) return;
    const claim = { pid, at: this.now };
    kept.claims.push(claim);
    held.set(kept, claim);
  }

  /** Both ask at once: one of them gets it, or none. */
  async claimAtOnce(index: number): Promise<void> {
    const kept = this.#entry(index);
    if (kept === undefined || this.#windows.some(({ held }) => held.has(kept))) return;
    const isFree = kept.restored === undefined && !this.#isUnderWay(kept) && !this.#isClaimed(kept);
    const granted = await Promise.all(this.#windows.map(({ journal }) => journal.claimRestore(kept.id)));
    expect(granted.filter(Boolean)).toHaveLength(isFree ? 1 : 0);
    const winner = this.#windows[granted.indexOf(true)];
    if (winner === undefined) return;
    const claim = { pid: winner.pid, at: this.now };
    kept.claims.push(claim);
    winner.held.set(kept, claim);
  }

  async settleRestore(which: Window, index: number, result: RestoreResult): Promise<void> {
    const kept = this.#entry(index);
    if (kept === undefined) return;
    const { journal, held } = this.#window(which);
    const claim = held.get(kept);
    const ended = journal.settleRestore(kept.id, result);
    if (claim === undefined) {
      await expect(ended).rejects.toThrow('not claimed here');
      return;
    }
    await ended;
    held.delete(kept);
    kept.claims = kept.claims.filter((other) => other !== claim);
    if (result.restored) kept.restored = { at: this.now, uid: result.uid };
  }

  /** That both windows, and one that is just opened, see what this one has. */
  async check(): Promise<void> {
    for (const { journal, held } of [...this.#windows, this.#open()]) {
      const entries = [...this.#kept].reverse().map((kept): JournalEntry => ({
        ...kept.removal,
        id: kept.id,
        startedAt: kept.startedAt,
        outcome: kept.outcome,
        isUnderWay: this.#isUnderWay(kept),
        restored: kept.restored,
        isBeingRestored: kept.claims.length > 0,
        isClaimed: this.#isClaimed(kept) || (kept.claims.length > 0 && held.get(kept) === kept.claims.at(-1)),
      }));
      expect(await journal.entries()).toEqual(entries);
    }
  }
}

const uid = hostileText;
const name = fc.option(
  hostileText.filter((text) => text.length <= 200),
  { nil: undefined },
);
const references = fc.array(fc.record({ uid: uid.filter((text) => text !== ''), name }), { maxLength: 3 });
const removals: fc.Arbitrary<RoleRemoval> = fc.record({
  connection: fc.record({ name: hostileText, baseUrl: hostileText }),
  team: fc.record({ uid, name }),
  roleUid: uid,
  content: fc.option(fc.record({ roles: references, projectUids: references, filterRefs: references }), {
    nil: undefined,
  }),
});

const which = fc.constantFrom<Window>(0, 1);
const index = fc.nat({ max: 3 });
const outcome = fc.constantFrom<RemovalOutcome>('removed', 'alreadyGone', 'refused', 'notRemoved', 'unknown');
const result = fc.oneof(
  fc.constant<RestoreResult>({ restored: false }),
  fc.record({ restored: fc.constant(true as const), uid: fc.option(uid, { nil: undefined }) }),
);

type Step = (world: World) => unknown;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(which, removals).map(
    ([window, removal]): Step =>
      (world) =>
        world.begin(window, removal),
  ),
  fc.tuple(which, index, outcome).map(
    ([window, entry, what]): Step =>
      (world) =>
        world.settle(window, entry, what),
  ),
  {
    weight: 2,
    arbitrary: fc.tuple(which, index).map(
      ([w, i]): Step =>
        (world) =>
          world.claim(w, i),
    ),
  },
  index.map(
    (entry): Step =>
      (world) =>
        world.claimAtOnce(entry),
  ),
  fc.tuple(which, index, result).map(
    ([window, entry, what]): Step =>
      (world) =>
        world.settleRestore(window, entry, what),
  ),
  which.map((window): Step => (world) => {
    world.reopen(window);
  }),
  fc.constantFrom(1, longAfter / 2, longAfter).map((ms): Step => (world) => {
    world.now += ms;
  }),
);

async function check(steps: readonly Step[], files: () => JournalFiles): Promise<void> {
  const world = new World(files);
  for (const each of steps) {
    await each(world);
    await world.check();
  }
}

it('a journal in memory is a list that two windows share', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const files = memoryFiles();
      await check(steps, () => files);
    }),
    { numRuns: 200 },
  );
}, 60_000);

it('a journal on disk is a list that two windows share', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), async (steps) => {
      const folder = await temporaryFolder();
      await check(steps, () => folderFiles(folder));
    }),
    { numRuns: 40 },
  );
}, 60_000);
