import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryFiles } from '../../../src/connections/storedFiles';
import { attentionIn } from '../../../src/items/attention';
import { DerivedItems } from '../../../src/items/derive';
import { Inventory } from '../../../src/items/inventory';
import { countedId, type Item } from '../../../src/items/item';
import { isParentRow, type ResourceRow } from '../../../src/items/kinds';
import { markKey, Marks } from '../../../src/items/marks/marks';
import { StoredMarks } from '../../../src/items/marks/stored';
import { needsAttention } from '../../../src/items/severity';
import { ProjectsModel } from '../../../src/projects/model';
import type { ServiceClient } from '../../../src/service/client';
import { ServiceError } from '../../../src/service/errors';
import { requestTime, type RequestTime } from '../../../src/service/requestTime';
import type { CallOptions } from '../../../src/service/schedule';
import { foundClusterFrom, machineFrom, projectFrom } from '../support/resources';
import { sourceOf } from '../support/service';

// A service that changes, and all reads of it in random orders, which fail, wait and overtake each other. Each response is
// what the service was like when its request left, so that everything shown can be checked against the time that it claims.

/** How often the model runs. `MODEL_RUNS=100000 npx vitest run` takes longer. */
const numRuns = Number(process.env['MODEL_RUNS'] ?? 1000);

/** A machine: whether it is ill. */
type Machines = Record<string, boolean>;
interface Cluster {
  readonly project: string;
  /** Another project that lists it, too. */
  readonly other?: string;
  readonly hasFailed: boolean;
  readonly machines: Machines;
}
interface Fleet {
  readonly projects: readonly string[];
  readonly clusters: Readonly<Record<string, Cluster>>;
}

const first: Fleet = {
  projects: ['p', 'q'],
  clusters: {
    a: { project: 'p', hasFailed: false, machines: { a0: false, a1: false } },
    b: { project: 'p', hasFailed: true, machines: { b0: false } },
    c: { project: 'q', hasFailed: false, machines: { c0: true, c1: false } },
  },
};

/** What can happen, with numbers that choose among what there is. */
const actions = [
  'failMachine',
  'failCluster',
  'addCluster',
  'removeCluster',
  'removeMachine',
  'removeProject',
  'shareCluster',
  'expand',
  'collapse',
  'refresh',
  'autoRefresh',
  'loadMore',
  'readFleet',
  'readProjects',
  'readMachines',
  'search',
  'filter',
  'keep',
  'mark',
  'unmark',
  'setClock',
  'failNext',
] as const;
type Action = (typeof actions)[number] | 'answer' | 'answerLast' | 'answerAll';
type Step = readonly [action: Action, choice: number];

interface Pending {
  readonly answer: () => void;
}

/** One connection to the service. */
function newWorld() {
  let fleet = first;
  let pages = 50;
  let failures = 0;
  const pending: Pending[] = [];
  /** What the service was like when a request left, by its number. */
  const snapshots = new Map<number, Fleet>();
  /** The complete lists that have arrived: what they are of, and what they have. */
  const complete: { readonly of: string; readonly number: number; readonly uids: readonly string[] }[] = [];

  const respond = <Value>(
    options: CallOptions | undefined,
    valueOf: (now: Fleet) => Value,
    listed?: (value: Value) => { readonly of: string; readonly uids: readonly string[] } | undefined,
  ): Promise<Value> => {
    const time: RequestTime = requestTime();
    const now = fleet;
    snapshots.set(time.requestNumber, now);
    const fails = failures > 0;
    failures = Math.max(0, failures - 1);
    return new Promise((resolve, reject) => {
      const answer = (): void => {
        options?.onSent?.(time);
        if (fails) reject(new ServiceError({ kind: 'serviceFault', operation: 'listProjects' }));
        else {
          const value = valueOf(now);
          const list = listed?.(value);
          if (list !== undefined && options?.signal?.aborted !== true) {
            complete.push({ ...list, number: time.requestNumber });
          }
          resolve(value);
        }
      };
      pending.push({ answer });
    });
  };
  const page = <Of>(all: readonly Of[], token = '0') => {
    const end = Number(token) + pages;
    return { items: all.slice(Number(token), end), continue: end < all.length ? String(end) : '' };
  };
  const named = (uid: string) => ({ metadata: { uid, name: uid } });
  const clusterJson = (uid: string, { project, hasFailed, machines }: Cluster, isSearch: boolean) => {
    const ill = Object.values(machines).filter(Boolean).length;
    const size = Object.keys(machines).length;
    return foundClusterFrom({
      ...named(uid),
      specSummary: {
        projectMeta: { uid: project, name: project },
        cloudConfig: {
          uid,
          cloudType: 'aws',
          ...(isSearch && { machinePools: [{ size, healthy: size - ill, maintenanceMode: 0 }] }),
        },
      },
      status: { state: hasFailed ? 'Error' : 'Running', health: { state: 'Healthy' } },
    });
  };
  const isIll = ({ hasFailed, machines }: Cluster): boolean =>
    hasFailed || Object.values(machines).some(Boolean);
  const entries = (now: Fleet) => Object.entries(now.clusters);
  const inProject = (now: Fleet, project: string) =>
    entries(now).filter(([, each]) => each.project === project || each.other === project);

  const client: Partial<ServiceClient> = {
    listProjects: (query, options) =>
      respond(options, (now) => {
        const { name = '' } = query as { readonly name?: string };
        const found = now.projects.filter((uid) => uid.includes(name));
        return page(
          found.map((uid) => {
            const clusters = inProject(now, uid);
            const errored = clusters.filter(([, { hasFailed }]) => hasFailed).length;
            const unhealthy = clusters.filter(([, each]) => isIll(each) && !each.hasFailed).length;
            const clustersHealth = { errored, unhealthy, healthy: clusters.length - errored - unhealthy };
            const usage = { clusters: clusters.map(([cluster]) => ({ uid: cluster, name: cluster })) };
            return projectFrom({ ...named(uid), status: { clustersHealth, usage } });
          }),
          query.continue,
        );
      }),
    searchClusters: ({ projectUid, name = '', continue: token }, options) =>
      respond(
        options,
        (now) => {
          const found = projectUid === undefined ? entries(now) : inProject(now, projectUid);
          const wanted = found.filter(([uid]) => uid.includes(name));
          return page(
            wanted.map(([uid, each]) => clusterJson(uid, each, true)),
            token,
          );
        },
        (value) =>
          projectUid !== undefined && value.continue === '' && token === undefined && name === ''
            ? { of: projectUid, uids: value.items.map(({ metadata }) => metadata?.uid ?? '') }
            : undefined,
      ),
    searchClusterMetadata: (options) =>
      respond(options, (now) => ({
        items: entries(now).map(([uid, each]) => clusterJson(uid, each, false)),
      })),
    readCloudConfig: (_ref, options) =>
      respond(options, () => ({
        spec: { machinePoolConfig: [{ name: 'pool', source: {} }] },
        source: {},
      })),
    listMachines: ({ configUid }, options) =>
      respond(
        options,
        (now) => ({
          items: Object.entries(now.clusters[configUid]?.machines ?? {}).map(([uid, ill]) =>
            machineFrom({ ...named(uid), status: { instanceState: ill ? 'Failed' : 'Running' } }),
          ),
        }),
        ({ items }) => ({ of: configUid, uids: items.map(({ metadata }) => metadata?.uid ?? '') }),
      ),
  };
  return {
    client: client as ServiceClient,
    pending,
    snapshots,
    complete,
    isIll,
    get fleet() {
      return fleet;
    },
    change: (next: Fleet) => {
      fleet = next;
    },
    changeCluster: (uid: string | undefined, change: (cluster: Cluster) => Cluster) => {
      const cluster = fleet.clusters[uid ?? ''];
      if (uid === undefined || cluster === undefined) return;
      fleet = { ...fleet, clusters: { ...fleet.clusters, [uid]: change(cluster) } };
    },
    failNext: (count: number) => {
      failures = count;
    },
    setPageSize: (size: number) => {
      pages = size;
    },
    clusterJson,
  };
}

type World = ReturnType<typeof newWorld>;

/** Lets everything that has arrived be handled. */
async function settle(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

async function run(steps: readonly Step[], pageSize: number): Promise<void> {
  vi.setSystemTime(Date.UTC(2026, 10, 24, 9));
  const world = newWorld();
  world.setPageSize(pageSize);
  const marks = new Marks(new StoredMarks(memoryFiles()));
  const inventory = new Inventory(sourceOf(world.client), undefined, marks);
  const model = new ProjectsModel(inventory);
  const started: Promise<unknown>[] = [];
  const start = (work: Promise<unknown>): void => {
    started.push(work.catch(() => undefined));
  };
  try {
    start(inventory.store.children());
    for (const step of steps) {
      vi.setSystemTime(Date.now() + 1000);
      act(step, { world, inventory, model, marks, start });
      await settle();
      check(world, inventory);
    }
    await finish(world, inventory, started);
    check(world, inventory);
    checkAll(world, inventory);
  } finally {
    inventory.dispose();
  }
}

interface Acting {
  readonly world: World;
  readonly inventory: Inventory;
  readonly model: ProjectsModel;
  readonly marks: Marks;
  readonly start: (work: Promise<unknown>) => void;
}

const never = new AbortController().signal;

function act([action, choice]: Step, { world, inventory, model, marks, start }: Acting): void {
  const { store } = inventory;
  const of = <Value>(all: readonly Value[]): Value | undefined => all[choice % Math.max(1, all.length)];
  const clusters = Object.keys(world.fleet.clusters);
  const parents = inventory.rows.filter(isParentRow);
  switch (action) {
    case 'failMachine':
      world.changeCluster(of(clusters), (cluster) => {
        const uid = of(Object.keys(cluster.machines));
        const { machines } = cluster;
        return uid === undefined
          ? cluster
          : { ...cluster, machines: { ...machines, [uid]: machines[uid] !== true } };
      });
      return;
    case 'failCluster':
      world.changeCluster(of(clusters), (cluster) => ({ ...cluster, hasFailed: !cluster.hasFailed }));
      return;
    case 'addCluster': {
      const project = of(world.fleet.projects);
      const uid = `n${choice}`;
      const added = {
        project: project ?? '',
        hasFailed: choice % 2 === 0,
        machines: { [`${uid}m`]: choice % 3 === 0 },
      };
      if (project !== undefined) {
        world.change({ ...world.fleet, clusters: { ...world.fleet.clusters, [uid]: added } });
      }
      return;
    }
    case 'removeCluster': {
      const gone = of(clusters);
      const left = Object.entries(world.fleet.clusters).filter(([uid]) => uid !== gone);
      world.change({ ...world.fleet, clusters: Object.fromEntries(left) });
      return;
    }
    case 'removeMachine':
      world.changeCluster(of(clusters), (cluster) => ({
        ...cluster,
        machines: Object.fromEntries(Object.entries(cluster.machines).slice(1)),
      }));
      return;
    case 'removeProject': {
      const [gone, ...projects] = choice % 2 === 0 ? world.fleet.projects : world.fleet.projects.toReversed();
      const left = Object.entries(world.fleet.clusters).filter(([, { project }]) => project !== gone);
      if (projects.length > 0) world.change({ projects, clusters: Object.fromEntries(left) });
      return;
    }
    case 'shareCluster':
      world.changeCluster(of(clusters), (cluster) => {
        const other = world.fleet.projects.find((project) => project !== cluster.project);
        return other === undefined ? cluster : { ...cluster, other };
      });
      return;
    case 'expand': {
      const row = of(parents);
      if (row === undefined) return;
      store.setExpanded(row, true);
      start(store.children(row));
      return;
    }
    case 'collapse': {
      const row = of(parents);
      if (row !== undefined) store.setExpanded(row, false);
      return;
    }
    case 'refresh':
      start(inventory.refresh(choice % 2 === 0 ? undefined : of(parents)));
      return;
    case 'autoRefresh':
      start(store.refreshInBackground(never));
      return;
    case 'loadMore':
      start(store.loadMore(of([undefined, ...parents])));
      return;
    case 'readFleet':
      start(readFleet(world, inventory));
      return;
    case 'readProjects':
      start(readProjects(world, inventory));
      return;
    case 'readMachines': {
      const row = of(parents);
      if (row !== undefined) start(inventory.readBelow(row.id, { priority: 'timer' }, choice % 2 === 0));
      return;
    }
    case 'search':
      start(search(world, inventory, of(['a', 'b', 'c', 'n']) ?? ''));
      return;
    case 'filter':
      start(model.find({ name: of(['', 'p', 'q']) }));
      start(store.children());
      return;
    case 'keep':
      keepers(inventory, choice % 2 === 0);
      return;
    case 'mark': {
      const row = of(inventory.rows.filter((each) => inventory.derivedOf(each).ownProblem === 'open'));
      if (row !== undefined) start(mark(row, inventory, marks));
      return;
    }
    case 'unmark': {
      const key = of([...marks.values.known.keys()]);
      if (key !== undefined) start(marks.set([{ kind: 'known', key, value: undefined }]));
      return;
    }
    case 'setClock':
      vi.setSystemTime(Date.now() + (choice - 50) * 60_000);
      // Nothing tells that a clock was set back, so a mark that is now from the future holds until something changes.
      if (choice < 50) inventory.updateAll();
      return;
    case 'failNext':
      world.failNext(1 + (choice % 3));
      return;
    case 'answer':
      world.pending.shift()?.answer();
      return;
    case 'answerLast':
      world.pending.pop()?.answer();
      return;
    case 'answerAll':
      for (const { answer } of world.pending.splice(0)) answer();
      return;
  }
}

const kept = new WeakMap<Inventory, { dispose(): unknown }>();

/** Opens or closes what shows all items, as the overview does. */
function keepers(inventory: Inventory, isOpen: boolean): void {
  kept.get(inventory)?.dispose();
  kept.delete(inventory);
  if (isOpen) kept.set(inventory, inventory.keepItems());
}

async function readFleet({ client }: World, inventory: Inventory): Promise<void> {
  let time = requestTime();
  const { items } = await client.searchClusterMetadata({ onSent: (sent) => (time = sent) });
  await inventory.addClusters(items, time, true, 'metadata');
}

async function readProjects({ client }: World, inventory: Inventory): Promise<void> {
  let time = requestTime();
  const options = { onSent: (sent: RequestTime) => (time = sent) };
  const { items, continue: more } = await client.listProjects({ method: 'post', limit: 50 }, options);
  inventory.addProjects(items, time, more === '');
}

async function search({ client }: World, inventory: Inventory, name: string): Promise<void> {
  let time = requestTime();
  const { items } = await client.searchClusters({ name }, { onSent: (sent) => (time = sent) });
  await inventory.addClusters(items, time, false, 'search');
}

async function mark(row: ResourceRow, inventory: Inventory, marks: Marks): Promise<void> {
  const { own } = inventory.derivedOf(row);
  const value = {
    kind: row.kind,
    names: [row.id],
    note: '',
    at: Date.now(),
    severity: own.severity,
    cause: '',
  };
  await marks.set([{ kind: 'known', key: markKey(row.id), value }]);
}

/** Answers everything, and reads everything again. */
async function finish(
  world: World,
  inventory: Inventory,
  started: readonly Promise<unknown>[],
): Promise<void> {
  world.failNext(0);
  const answered = async (work: Promise<unknown>): Promise<void> => {
    let isDone = false;
    void work.finally(() => (isDone = true)).catch(() => undefined);
    for (let turn = 0; turn < 200 && !isDone; turn++) {
      for (const { answer } of world.pending.splice(0)) answer();
      await settle();
    }
    if (!isDone) throw new Error('It never ends');
    await work;
  };
  await answered(Promise.all(started));
  // What was counted before is too old by then.
  vi.setSystemTime(Date.now() + 3_600_000);
  const { store, rules } = inventory;
  if (rules instanceof ProjectsModel) await answered(rules.find({}));
  await answered(inventory.refresh());
  await answered(inventory.readBelow(store.rootId, {}));
  while ((store.branchOf()?.list.next ?? undefined) !== undefined) await answered(store.loadMore());
  await answered(readProjects(world, inventory));
  await answered(readFleet(world, inventory));
  for (const kind of ['project', 'cluster', 'pool']) {
    for (const row of inventory.rows.filter((each) => each.kind === kind)) {
      await answered(inventory.readBelow(row.id, {}, true));
    }
  }
}

/** Like `expect`, which takes most of the time here. */
function must(holds: boolean | undefined, what: string): void {
  if (holds !== true) throw new Error(what);
}

/** What must hold at any time. */
function check(world: World, inventory: Inventory): void {
  const { rows, store } = inventory;
  must(new Set(rows.map(({ id }) => id)).size === rows.length, 'each ID is there once');
  const uids = rows.flatMap((row) => (row.kind === 'cluster' ? [row.usage.uid] : []));
  must(new Set(uids).size === uids.length, 'a cluster is one item');
  for (const row of rows) {
    must(store.find(row.id) === row, 'a row is the record of its item');
    checkRow(row, world, inventory);
  }
  const fresh = new DerivedItems(inventory, () => undefined);
  const byId = (items: readonly Item[]) => new Map(items.map((item) => [item.id, item]));
  const [shown, now] = [byId(inventory.items()), byId(fresh.all())];
  fresh.dispose();
  // What was derived before is what would be derived now.
  if (!isDeepStrictEqual(shown, now)) expect(shown).toEqual(now);
  checkCounts(inventory);
}

/** Badge, tiles and agents count the same. */
function checkCounts(inventory: Inventory): void {
  const { count, known } = attentionIn(inventory);
  const items = inventory.items();
  const ill = items.filter(
    ({ kind, state }) => (kind === 'cluster' || kind === 'machine') && needsAttention(state),
  );
  const open = new Set(ill.filter((item) => item.known === undefined).map(countedId)).size;
  const unread = items.reduce(
    (sum, { clusterStates: { failed = 0, unhealthy = 0 } = {} }) => sum + failed + unhealthy,
    0,
  );
  must(count + known === new Set(ill.map(countedId)).size + unread, 'all that is ill is counted once');
  must(count >= open && count <= open + unread, 'what is not known is counted');
}

/** A row says what the service said when its request left, and is not missing in what was requested later. */
function checkRow(row: ResourceRow, { snapshots, complete, isIll }: World, inventory: Inventory): void {
  const { own, item } = inventory.derivedOf(row);
  const { uid = '' } = item;
  const at = snapshots.get(row.requestNumber ?? 0);
  if (row.kind === 'machine') {
    const config = row.parent.ref.configUid;
    must((own.severity === 'failed') === at?.clusters[config]?.machines[uid], `${uid} was like that`);
    mustBeListed(config, uid, row.requestNumber ?? 0, complete);
  }
  if (row.kind !== 'cluster') return;
  const numbers: number[] = [];
  for (const [source, reading] of Object.entries(row.readings)) {
    if (reading === undefined) continue;
    numbers.push(reading.requestNumber);
    const wasThere = snapshots.get(reading.requestNumber)?.clusters[uid] !== undefined;
    must(wasThere || source === 'config', `${uid} was in ${source}`);
  }
  if (row.found === undefined) return;
  const [project = ''] = row.parent.id.split(':').slice(-1);
  mustBeListed(project, uid, Math.max(...numbers), complete);
  const cluster = at?.clusters[uid];
  if (cluster === undefined) throw new Error(`${uid} was there`);
  const { search } = row.readings;
  if (cluster.hasFailed) must(own.severity === 'failed', `${uid} had failed`);
  else if (search?.requestNumber === row.requestNumber) {
    must(own.severity === (isIll(cluster) ? 'unhealthy' : 'healthy'), `${uid} was like that`);
  } else if (own.severity === 'unhealthy') {
    const { machines = {} } = snapshots.get(search?.requestNumber ?? 0)?.clusters[uid] ?? {};
    must(
      own.counted === Object.values(machines).filter(Boolean).length,
      `${uid} had so many ${JSON.stringify([own, machines, row.requestNumber, row.countedAt, row.readings])}`,
    );
    must(item.readAt === search?.readAt, `what is counted in ${uid} has its own age`);
    must((row.readAt ?? 0) - (search?.readAt ?? 0) <= 600_000, `what is counted in ${uid} is not old`);
  } else must(own.severity === 'healthy', `${uid} was well`);
}

function mustBeListed(of: string, uid: string, since: number, complete: World['complete']): void {
  for (const list of complete) {
    must(list.of !== of || list.number <= since || list.uids.includes(uid), `${uid} is gone`);
  }
}

/** After everything was read again, everything shown is what the service says. */
function checkAll({ fleet, isIll }: World, inventory: Inventory): void {
  const of = (kind: Item['kind']) =>
    inventory
      .items()
      .filter((item) => item.kind === kind)
      .map((item) => [item.uid, needsAttention(item.state)] as const)
      .sort(([one = ''], [other = '']) => one.localeCompare(other));
  const clusters = Object.entries(fleet.clusters);
  expect(of('project').map(([uid]) => uid)).toEqual(fleet.projects.toSorted());
  expect(Object.fromEntries(of('cluster'))).toEqual(
    Object.fromEntries(clusters.map(([uid, cluster]) => [uid, isIll(cluster)])),
  );
  expect(Object.fromEntries(of('machine'))).toEqual(
    Object.fromEntries(clusters.flatMap(([, { machines }]) => Object.entries(machines))),
  );
  const { count, known } = attentionIn(inventory);
  expect(count + known).toBe(clusters.filter(([, cluster]) => isIll(cluster)).length);
  expect(inventory.coverage().clusters).toEqual({ read: clusters.length, total: clusters.length });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a fleet that changes while it is read', () => {
  it('is shown as it was at the time that is said, and as it is once it has been read again', async () => {
    const answers = ['answer', 'answer', 'answerLast', 'answerAll', 'answerAll'] as const;
    const action = fc.oneof(fc.constantFrom(...actions), fc.constantFrom(...answers));
    const step = fc.tuple(action, fc.nat(99));
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 50, size: 'max' }),
        fc.constantFrom(50, 50, 1),
        run,
      ),
      {
        numRuns,
        endOnFailure: true,
      },
    );
  }, 100_000_000);
});
