import fc from 'fast-check';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { checkAll, checkRereads, readEverything } from './everything';
import { Rules } from './rules';
import { HistoryService } from './service';
import { Poolview } from './shownNow';
import {
  act,
  actNames,
  arrive,
  changeNames,
  type Acting,
  type Action,
  type Arrival,
  type Change,
} from './steps';
import { settle } from './story';
import { clusterIn, unhealthyWord, type Profile, type World } from './world';
import { runs } from '../../support/randomRuns';

// A service that changes, and all that users, timers and agents do with it in random orders, whose requests fail, wait and overtake
// each other. What is shown is compared with the whole history of the service.

/** One run. In each step, something happens, and some responses arrive. */
interface Run {
  /** Few kinds of changes and of actions, which then meet more often. */
  readonly changes: readonly Change[];
  readonly acts: readonly Action[];
  readonly steps: readonly {
    readonly isChange: boolean;
    readonly choice: number;
    readonly arrival: Arrival | undefined;
    readonly minutes: number;
  }[];
  readonly profile: Profile;
  /** Whether something is ill at first. */
  readonly isIll: boolean;
  /** What is read before. */
  readonly start: 'nothing' | 'projects' | 'expanded' | 'collapsed';
}

const mostly = fc.oneof(
  { weight: 4, arbitrary: fc.constant(true) },
  { weight: 1, arbitrary: fc.constant(false) },
);

const profiles = fc.record<Profile>({
  metadata: mostly,
  search: fc.constantFrom('counts', 'counts', 'counts', 'sizes', 'sizes', 'bare', 'none'),
  health: mostly,
  counted: mostly,
  named: mostly,
  sizes: mostly,
  usage: mostly,
  versions: mostly,
  approvals: mostly,
  pageSize: fc.constantFrom(50, 50, 50, 2),
});

/** Machines and clusters that fail and recover, which few other things would meet. */
const illness: readonly Change[] = [
  'failMachine',
  'failCluster',
  'failCluster',
  'recoverCluster',
  'tellTruth',
];
const looks: readonly Action[] = [
  'readPools',
  'readPools',
  'refreshProject',
  'refreshOverview',
  'refreshOverview',
];

/** Few of all kinds, beside the usual ones or alone. */
function someOf<Name>(usual: readonly Name[], all: readonly Name[]): fc.Arbitrary<readonly Name[]> {
  const beside = fc.subarray([...all], { maxLength: 2 }).map((others) => [...usual, ...others]);
  return fc.oneof({ weight: 2, arbitrary: beside }, fc.subarray([...all], { minLength: 3, maxLength: 6 }));
}

const stories = fc.record<Run>({
  changes: someOf(illness, changeNames),
  acts: someOf(looks, actNames),
  steps: fc.array(
    fc.record({
      isChange: fc.boolean(),
      choice: fc.nat(99_999),
      arrival: fc.constantFrom(undefined, 'failing', 'last', 'first', 'all', 'all', 'all', 'all'),
      minutes: fc.constantFrom(1, 1, 2, 3, 11),
    }),
    { minLength: 8, maxLength: 20, size: 'max' },
  ),
  profile: profiles,
  isIll: fc.boolean(),
  start: fc.constantFrom('nothing', 'projects', 'expanded', 'collapsed', 'collapsed', 'collapsed'),
});

/** Two projects with three clusters. @param isIll whether a machine has failed, and its cluster says so */
function firstWorld(isIll: boolean): World {
  const machines = (pool: string, count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`${pool}-m${index + 1}`, 'healthy' as const]),
    );
  return {
    projects: ['p', 'q'],
    clusters: {
      c1: clusterIn(
        'p',
        { w1: machines('c1-w1', 2), w2: isIll ? { 'c1-w2-m1': 'failed' } : machines('c1-w2', 1) },
        isIll ? { word: unhealthyWord } : {},
      ),
      c2: clusterIn('p', { w: machines('c2-w', 1) }),
      c3: clusterIn('q', { w: machines('c3-w', 3) }),
    },
  };
}

async function run({ changes, acts, steps, profile, start, isIll }: Run): Promise<void> {
  vi.setSystemTime(new Date(2026, 10, 24, 6));
  const service = new HistoryService(firstWorld(isIll), profile);
  const view = new Poolview(service.client);
  const rules = new Rules(service, view);
  const started: Promise<unknown>[] = [];
  let used = 10;
  const acting: Acting = {
    service,
    view,
    start: (work) => {
      started.push(work.catch(() => undefined));
    },
    next: () => ++used,
  };
  try {
    if (start !== 'nothing') await answered(service, view.expand());
    if (start === 'expanded' || start === 'collapsed') await answered(service, readEverything(view));
    if (start === 'collapsed') for (const { id } of view.items()) view.collapse(id);
    for (const { isChange, choice, arrival, minutes } of steps) {
      vi.setSystemTime(Date.now() + minutes * 60_000);
      const names = isChange ? changes : acts;
      act(names[choice % names.length] ?? '', Math.floor(choice / 10), acting);
      if (!isChange) await settle();
      if (arrival !== undefined) arrive(arrival, service);
      await settle();
      rules.check();
      // The others take longer.
      if (choice % 10 === 0) await rules.checkCounts(choice);
      if (choice % 10 === 1) rules.checkQuery(choice);
      if (choice % 10 === 2) await rules.checkTexts(choice);
      rules.checkNews();
    }
    service.failing.clear();
    service.queued.clear();
    await answered(service, Promise.all(started));
    await checkRereads(service, view, (work) => answered(service, work));
    vi.setSystemTime(Date.now() + 60_000);
    await answered(service, readEverything(view));
    rules.check();
    checkAll(service, view);
  } finally {
    view.close();
  }
}

/** Answers all requests until something ends. */
async function answered(service: HistoryService, work: Promise<unknown>): Promise<void> {
  let isDone = false;
  void work.finally(() => (isDone = true)).catch(() => undefined);
  for (let turn = 0; turn < 500 && !(isDone && service.pending.length === 0); turn++) {
    arrive('all', service);
    await settle();
  }
  if (!isDone) throw new Error('It never ends');
  await work;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a fleet that changes while it is read', () => {
  it('is shown as its readings and their ages say, and as it is once everything has been read again', async () => {
    // To make a run that fails smaller takes long: `MODEL_SHRINK=1`.
    const endOnFailure = process.env['MODEL_SHRINK'] === undefined;
    await fc.assert(fc.asyncProperty(stories, run), { numRuns: runs(500), endOnFailure });
  }, 100_000_000);
});
