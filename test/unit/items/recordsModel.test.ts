import fc from 'fast-check';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { memoryFiles } from '../../../src/connections/storedFiles';
import { Inventory } from '../../../src/items/inventory';
import { isParentRow } from '../../../src/items/kinds';
import { Marks } from '../../../src/items/marks/marks';
import { storedMarks } from '../../../src/items/marks/stored';
import { ProjectsModel } from '../../../src/projects/model';
import { sourceOf } from '../support/service';
import { check, checkAll, checkForgotten, checkChanges, checkGone, itemsBefore } from './model/rules';
import { ModelService } from './model/service';
import { act, actions, arrivals, arrive, readFleet, readProjects, type Acting } from './model/steps';

// A service that changes, and all reads of it in random orders, which fail, wait and overtake each other. Each response is
// what the service was like when its request left, so that everything shown can be checked against the time that it claims.

/** How often the model runs. `MODEL_RUNS=100000 npx vitest run` takes longer. */
const numRuns = Number(process.env['MODEL_RUNS'] ?? 1000);

/** One run. A step is a response that arrives, or one of the actions. */
interface Run {
  /** Few kinds of actions, which then meet more often. */
  readonly kinds: readonly string[];
  readonly steps: readonly {
    readonly arrival: (typeof arrivals)[number] | undefined;
    readonly choice: number;
  }[];
  readonly pageSize: number;
  /** Whether the projects are expanded before. */
  readonly isExpanded: boolean;
}

const runs = fc.record<Run>({
  kinds: fc.subarray([...actions], { minLength: 3, maxLength: 6 }),
  steps: fc.array(
    fc.record({
      arrival: fc.constantFrom(undefined, undefined, undefined, 'last', ...arrivals),
      choice: fc.nat(9999),
    }),
    { minLength: 10, maxLength: 50, size: 'max' },
  ),
  pageSize: fc.constantFrom(50, 2),
  isExpanded: fc.boolean(),
});

async function run({ kinds, steps, pageSize, isExpanded }: Run): Promise<void> {
  vi.setSystemTime(Date.UTC(2026, 10, 24, 9));
  const service = new ModelService(pageSize);
  const marks = new Marks(storedMarks(memoryFiles()));
  const inventory = new Inventory(sourceOf(service.client), marks);
  const model = new ProjectsModel(inventory);
  const started: Promise<unknown>[] = [];
  const start = (work: Promise<unknown>): void => {
    started.push(work.catch(() => undefined));
  };
  const acting: Acting = { service, inventory, model, marks, keeper: undefined, start };
  try {
    const first = inventory.store.children();
    if (isExpanded) {
      await answered(service, first);
      for (const row of inventory.rows.filter(isParentRow)) {
        inventory.store.setExpanded(row, true);
        await answered(service, inventory.store.children(row));
      }
    } else start(first);
    for (const { arrival, choice } of steps) {
      vi.setSystemTime(Date.now() + 1000);
      const before = itemsBefore(inventory);
      if (arrival === undefined) act(kinds[choice % kinds.length] ?? '', Math.floor(choice / 10), acting);
      const response = arrival && arrive(arrival, service);
      await settle();
      checkChanges(before, response, service, inventory);
      check(service, inventory);
    }
    await finish(acting, started);
  } finally {
    inventory.dispose();
  }
}

/** Answers everything, and reads everything again. */
async function finish({ service, inventory, model, keeper }: Acting, started: readonly Promise<unknown>[]) {
  service.failNext(0);
  await answered(service, Promise.all(started));
  // What was counted before is too old by then.
  vi.setSystemTime(Date.now() + 3_600_000);
  const { store } = inventory;
  // Rows of another filter, or that have moved to the next page, stay until then.
  for (let again = 0; again < 2; again++) await answered(service, inventory.refresh());
  if (keeper === undefined) checkForgotten(inventory);
  await answered(service, model.find({}));
  await answered(service, inventory.refresh());
  check(service, inventory);
  await answered(service, readProjects(service, inventory));
  if (service.fleet.projects.length <= service.pageSize) checkGone(service, inventory);
  await answered(service, inventory.readBelow(store.rootId, {}));
  while (store.branchOf()?.list.next !== undefined) await answered(service, store.loadMore());
  await answered(service, readFleet(service, inventory));
  for (const kind of ['project', 'cluster', 'pool']) {
    for (const row of inventory.rows.filter((each) => each.kind === kind)) {
      await answered(service, inventory.readBelow(row.id, {}, true));
    }
  }
  check(service, inventory);
  checkAll(service, inventory);
}

/** Answers all requests until something ends. */
async function answered(service: ModelService, work: Promise<unknown>): Promise<void> {
  let isDone = false;
  void work.finally(() => (isDone = true)).catch(() => undefined);
  for (let turn = 0; turn < 200 && !isDone; turn++) {
    arrive('all', service);
    await settle();
  }
  if (!isDone) throw new Error('It never ends');
  await work;
}

/** Lets everything that has arrived be handled. */
async function settle(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a fleet that changes while it is read', () => {
  it('is shown as it was at the time that is said, and as it is once it has been read again', async () => {
    await fc.assert(fc.asyncProperty(runs, run), { numRuns, endOnFailure: true });
  }, 100_000_000);
});
