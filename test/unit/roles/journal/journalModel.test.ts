import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Journal, type JournalEntry } from '../../../../src/roles/journal/journal';
import type { RecordedOutcome, RoleRemoval } from '../../../../src/roles/journal/records';
import { memoryFiles, type StoredFiles } from '../../../../src/connections/storedFiles';
import { hostileText } from '../../support/hostile';
import { longAfter } from '../support/journal';
import { runs } from '../../support/randomRuns';

/** An entry of the model, a journal that is a list in memory. */
interface Kept {
  readonly id: string;
  readonly pid: number;
  readonly startedAt: number;
  readonly removal: RoleRemoval;
  outcome: RecordedOutcome | undefined;
  restored: { at: number; uid: string | undefined } | undefined;
}

type Window = 0 | 1;

class World {
  now = 1_800_000_000_000;
  readonly #kept: Kept[] = [];
  readonly #windows: { journal: Journal; pid: number }[];
  #lastPid = 0;

  constructor(private readonly files: () => StoredFiles) {
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
    return { journal, pid };
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
      restored: undefined,
    });
    // No two begin in the same millisecond, so that their order is defined.
    this.now++;
  }

  async settle(which: Window, index: number, outcome: RecordedOutcome): Promise<void> {
    const kept = this.#entry(index);
    if (kept === undefined) return;
    await this.#window(which).journal.recordOutcome(kept.id, outcome);
    kept.outcome = outcome;
  }

  async recordRestored(which: Window, index: number, uid: string | undefined): Promise<void> {
    const kept = this.#entry(index);
    if (kept === undefined) return;
    await this.#window(which).journal.recordRestored(kept.id, uid);
    kept.restored = { at: this.now, uid };
  }

  /** Expects both windows, and a new one, to see the entries of the model. */
  async check(): Promise<void> {
    for (const { journal } of [...this.#windows, this.#open()]) {
      const entries = [...this.#kept].reverse().map((kept): JournalEntry => ({
        ...kept.removal,
        id: kept.id,
        startedAt: kept.startedAt,
        outcome: kept.outcome,
        isUnderWay: this.#isUnderWay(kept),
        restored: kept.restored,
      }));
      expect(await journal.entries()).toEqual(entries);
    }
  }
}

const uid = hostileText.filter((text) => text !== '');
const name = fc.option(hostileText, { nil: undefined });
const references = fc.array(fc.record({ uid, name }), { maxLength: 3 });
const content = fc.record({ roles: references, projectUids: references, filterRefs: references });
/** What a step may be about. It uses some of this. */
const given = fc.record({
  which: fc.constantFrom<Window>(0, 1),
  entry: fc.nat({ max: 3 }),
  removal: fc.record({
    connection: fc.record({ name: hostileText, baseUrl: hostileText }),
    team: fc.record({ uid, name }),
    roleUid: uid,
    content: fc.option(content, { nil: undefined }),
  }),
  outcome: fc.constantFrom<RecordedOutcome>('removed', 'alreadyGone', 'notRemoved', 'unknown'),
  newUid: fc.option(uid, { nil: undefined }),
  ms: fc.constantFrom(1, longAfter / 2, longAfter),
});
type Given = typeof given extends fc.Arbitrary<infer Value> ? Value : never;

const steps: Readonly<Record<string, (world: World, what: Given) => unknown>> = {
  begin: (world, { which, removal }) => world.begin(which, removal),
  settle: (world, { which, entry, outcome }) => world.settle(which, entry, outcome),
  recordRestored: (world, { which, entry, newUid }) => world.recordRestored(which, entry, newUid),
  reopen: (world, { which }) => {
    world.reopen(which);
  },
  wait: (world, { ms }) => {
    world.now += ms;
  },
};

it('a journal behaves like a list that two windows share [guarantee: role-journal]', async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(steps), 'begin'), given);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (taken) => {
      const files = memoryFiles();
      const world = new World(() => files);
      for (const [kind, what] of taken) {
        await steps[kind]?.(world, what);
        await world.check();
      }
    }),
    { numRuns: runs(40) },
  );
});
