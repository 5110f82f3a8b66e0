import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryFiles, StorageError } from '../../../src/connections/storedFiles';
import { attentionIn } from '../../../src/items/attention';
import { Inventory } from '../../../src/items/inventory';
import { isParentRow, isResourceRow, type ParentRow } from '../../../src/items/kinds';
import { Marks } from '../../../src/items/marks/marks';
import { storedMarks } from '../../../src/items/marks/stored';
import type { ServiceClient } from '../../../src/service/client';
import type { ServiceError } from '../../../src/service/errors';
import { requestTime } from '../../../src/service/requestTime';
import { ProjectsModel } from '../../../src/projects/model';
import { foundClusterFrom, machineFrom, projectFrom } from '../support/resources';
import { serviceFault } from '../support/lists';
import { atEnd, sourceOf } from '../support/service';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.UTC(2026, 10, 24, 9) });
});

afterEach(() => {
  vi.useRealTimers();
});

/** What the service says. A test changes it. */
interface Service {
  /** How many clusters the summary of the project counts in which state. */
  summary: object;
  clusters: object[];
  machines: object[];
  /** Why it does not list the clusters. */
  error?: ServiceError | undefined;
}

const hour = 60 * 60 * 1000;

const cluster = (uid: string, state: string, healthy?: number): object => ({
  metadata: { uid, name: uid },
  specSummary: {
    projectMeta: { uid: 'p', name: 'p' },
    cloudConfig: {
      uid,
      cloudType: 'aws',
      machinePools: healthy === undefined ? undefined : [{ size: 2, healthy, maintenanceMode: 0 }],
    },
  },
  status: { state, health: { state: 'Healthy' } },
});
const silent = (uid: string): object => ({
  ...cluster(uid, 'Running'),
  status: { state: 'Running', health: { state: 'Healthy', isHeartBeatFailed: true } },
});
const machine = (uid: string, instanceState: string): object => ({
  metadata: { uid, name: uid },
  status: { instanceState },
});

/** One project, read from a service that the test changes. */
async function start(service: Service, { pageSize = 50 } = {}) {
  const client: Partial<ServiceClient> = {
    listProjects: () =>
      Promise.resolve({
        items: [
          projectFrom({ metadata: { uid: 'p', name: 'p' }, status: { clustersHealth: service.summary } }),
        ],
      }),
    searchClusters: ({ continue: token = '0' }) => {
      if (service.error !== undefined) return Promise.reject(service.error);
      const end = Number(token) + pageSize;
      return Promise.resolve({
        items: service.clusters.slice(Number(token), end).map((json) => foundClusterFrom(json)),
        continue: end < service.clusters.length ? String(end) : '',
      });
    },
    readCloudConfig: () =>
      Promise.resolve({
        spec: { machinePoolConfig: [{ name: 'pool', source: {} }] },
        source: {},
      }),
    listMachines: () => Promise.resolve({ items: service.machines.map((json) => machineFrom(json)) }),
  };
  const files = memoryFiles();
  const marks = new Marks(storedMarks(files, 'Test'));
  const inventory = new Inventory(sourceOf(client as ServiceClient), marks);
  const model = new ProjectsModel(inventory);
  atEnd(() => {
    inventory.dispose();
  });
  const row = (uid: string) =>
    inventory.rows.find(({ id }) => id.endsWith(uid === 'pool' ? ':pool' : `:${uid}`)) ?? expect.fail(uid);
  const parent = (uid: string): ParentRow => {
    const found = row(uid);
    return isParentRow(found) ? found : expect.fail(uid);
  };
  const expand = async (uid: string): Promise<void> => {
    await model.rows.children(parent(uid));
  };
  await model.rows.children();
  return {
    inventory,
    marks,
    files,
    model,
    expand,
    parent,
    item: (uid: string) => inventory.itemOf(row(uid)),
    attention: () => attentionIn(inventory),
    mark: (uid: string, until?: number) => {
      const { own, item } = inventory.derivedOf(row(uid));
      const value = {
        kind: item.kind,
        id: item.id,
        names: [uid],
        note: 'seen',
        at: Date.now(),
        severity: own.severity,
      };
      const ends = until === undefined ? {} : { until };
      return marks.set([{ kind: 'known', key: item.id, value: { ...value, cause: '', ...ends } }]);
    },
    /** Reads all clusters of the fleet, as the overview does. */
    readFleet: () =>
      inventory.takeClusters(
        service.clusters.map((json) => foundClusterFrom(json)),
        requestTime(),
        true,
        'metadata',
      ),
  };
}

describe('the summary of a project', () => {
  it('says nothing of clusters that were read later: badge and tiles agree', async () => {
    const service: Service = { summary: { errored: 2 }, clusters: [], machines: [] };
    service.clusters = [cluster('a', 'Running'), cluster('b', 'Failed')];
    const { item, attention, readFleet } = await start(service);
    expect([attention().count, item('p').clusterStates?.failed]).toEqual([2, 2]);
    // One has recovered. The project was never expanded.
    await readFleet();
    expect([attention().count, item('p').clusterStates, item('p').cause]).toEqual([
      1,
      undefined,
      'b: Failed',
    ]);
    // It has no clusters any more.
    service.clusters = [];
    await readFleet();
    expect([attention().count, item('p').clusterStates]).toEqual([0, undefined]);
  });

  it('counts what is on pages that were not read, and what it says later than they do', async () => {
    const service: Service = { summary: { errored: 2, healthy: 1 }, clusters: [], machines: [] };
    service.clusters = ['Failed', 'Running', 'Failed'].map((state, index) => cluster(`c${index}`, state));
    const { inventory, item, attention, expand } = await start(service, { pageSize: 2 });
    await expand('p');
    expect([attention().count, item('p').clusterStates?.failed]).toEqual([2, 1]);
    service.summary = { errored: 3 };
    await inventory.store.rereadRow(inventory.rows.find(({ kind }) => kind === 'project') as never, {});
    expect([attention().count, item('p').cause]).toEqual([3, 'c0 +2: Failed']);
  });

  it('counts failed clusters apart from known ones with late heartbeats on the pages that were read', async () => {
    const service: Service = { summary: { errored: 1, healthy: 1 }, clusters: [], machines: [] };
    service.clusters = [silent('c0'), cluster('c1', 'Failed')];
    const { attention, item, mark, expand } = await start(service, { pageSize: 1 });
    await expand('p');
    await mark('c0');
    expect(attention()).toMatchObject({ count: 1, known: 1 });
    expect(item('p').known).toBeUndefined();
  });
});

describe('what a cluster counts', () => {
  it('is known only because of machines that were read as late as the cluster', async () => {
    const service: Service = { summary: {}, clusters: [cluster('c', 'Running', 1)], machines: [] };
    service.machines = [machine('a', 'Failed'), machine('b', 'Running')];
    const { inventory, model, item, attention, expand, mark, parent } = await start(service);
    for (const uid of ['p', 'c', 'pool']) await expand(uid);
    await mark('a');
    // Its machines were all read after they were counted: they say how it is.
    expect(item('c')).toMatchObject({ state: 'failed', known: { by: 'below' } });
    // While its pool is expanded, both are read together: nothing is reported in between.
    const counts = new Set<number>();
    inventory.store.onDidChange(() => counts.add(attention().count));
    await model.rows.refreshInBackground(new AbortController().signal);
    expect([...counts]).toEqual([0]);
    // While it is collapsed, another one fails instead.
    model.rows.setExpanded(parent('pool'), false);
    service.machines = [machine('a', 'Running'), machine('b', 'Failed')];
    await model.rows.refreshInBackground(new AbortController().signal);
    expect(item('c').known).toBeUndefined();
    expect(attention().count).toBe(1);
  });

  it('has the age of the search that counted it, which no word without a count answers', async () => {
    const service: Service = { summary: {}, clusters: [cluster('c', 'Running', 1)], machines: [] };
    const { item, expand, readFleet } = await start(service);
    await expand('p');
    const counted = Date.now();
    service.clusters = [cluster('c', 'Running')];
    vi.setSystemTime(counted + 60_000);
    await readFleet();
    expect(item('c')).toMatchObject({ cause: '1 of 2 machines unhealthy', readAt: counted });
    vi.setSystemTime(counted + 3 * hour);
    await readFleet();
    expect(item('c')).toMatchObject({ cause: '1 of 2 machines unhealthy', readAt: counted });
    // While its state is another one, the count says nothing about it.
    service.clusters = [cluster('c', 'Provisioning')];
    await readFleet();
    expect(item('c')).toMatchObject({ state: 'inTransition', readAt: counted + 3 * hour });
    service.clusters = [cluster('c', 'Running')];
    await readFleet();
    expect(item('c')).toMatchObject({ state: 'unhealthy', readAt: counted });
  });
});

describe('a mark', () => {
  it('ends for all at its time, even if it cannot be removed', async () => {
    const service: Service = { summary: {}, clusters: [cluster('c', 'Failed')], machines: [] };
    const { inventory, model, item, attention, files, mark, expand } = await start(service);
    await expand('p');
    await mark('c', Date.now() + hour);
    expect([attention().count, item('c').known?.by]).toEqual([0, 'user']);
    vi.spyOn(files, 'append').mockRejectedValue(new StorageError('ENOSPC'));
    const redrawn = new Set<string>();
    model.rows.onDidChange(({ rows }) => {
      for (const { id } of rows) redrawn.add(id);
    });
    await vi.advanceTimersByTimeAsync(hour);
    expect([attention().count, item('c').known]).toEqual([1, undefined]);
    expect(inventory.items().find(({ uid }) => uid === 'c')?.known).toBeUndefined();
    expect([...redrawn].map((id) => id.slice(id.lastIndexOf(':') + 1))).toEqual(['c', 'p']);
  });
});

describe('a pool that the user pinned in a cluster', () => {
  it('is read and counted once, whichever read found the cluster first', async () => {
    const service: Service = { summary: {}, clusters: [cluster('c', 'Running')], machines: [] };
    service.machines = [machine('m', 'Failed')];
    const { inventory, model, attention, expand, parent, readFleet } = await start(service);
    await readFleet();
    const ref = { projectUid: 'p', cloudType: 'aws', configUid: 'c', poolName: 'pool' };
    await model.pinnedPools.add({ ...ref, clusterUid: 'c' });
    inventory.store.updateAdded(parent('p'));
    for (const uid of ['p', 'c', 'pool']) await expand(uid);
    const kinds = inventory.rows.filter(isResourceRow).map(({ kind }) => kind);
    expect(kinds).toEqual(['project', 'cluster', 'pool', 'machine']);
    expect(attention()).toMatchObject({ count: 1, machines: 1 });
  });
});

describe('whether the list of an item has been read', () => {
  async function expanded(options = {}) {
    const service: Service = {
      summary: {},
      clusters: ['c0', 'c1', 'c2'].map((uid) => cluster(uid, 'Running', 2)),
      machines: [],
    };
    const started = await start(service, options);
    const shown: (boolean | undefined)[] = [];
    /** What a view shows that follows the changes. */
    const latest = () => shown.at(-1);
    started.inventory.store.onDidChange(() => shown.push(started.item('p').isListRead));
    return { ...started, service, latest };
  }

  it('is known once it has been read to its end, and of no machine', async () => {
    const { item, expand, service } = await expanded();
    expect([item('p'), item('p').isListRead]).toEqual([item('p'), false]);
    await expand('p');
    expect([item('p').isListRead, item('c0').isListRead]).toEqual([true, false]);
    service.machines = [machine('m', 'Running')];
    await expand('c0');
    await expand('pool');
    expect(['c0', 'pool', 'm'].map((uid) => item(uid).isListRead)).toEqual([true, true, undefined]);
  });

  it('changes with its last page', async () => {
    const { inventory, expand, parent, item, latest } = await expanded({ pageSize: 2 });
    await expand('p');
    expect(item('p').isListRead).toBe(false);
    await inventory.store.loadMore(parent('p'));
    expect([item('p').isListRead, inventory.isRead(item('p').id), latest()]).toEqual([true, true, true]);
  });

  it('changes while it is refreshed, and views are told also if nothing else is different', async () => {
    const { inventory, expand, item, latest, parent } = await expanded();
    await expand('p');
    const before = item('p');
    const refreshed = inventory.refresh(parent('p'));
    expect([item('p').isListRead, latest()]).toEqual([false, false]);
    await refreshed;
    expect([item('p').isListRead, latest()]).toEqual([true, true]);
    expect(item('p').state).toBe(before.state);
  });

  it('ends if reading it again fails, and if it is forgotten', async () => {
    const { inventory, model, expand, item, latest, parent, service } = await expanded();
    await expand('p');
    service.error = serviceFault;
    await inventory.refresh(parent('p'));
    expect([item('p').isListRead, latest()]).toEqual([false, false]);
    service.error = undefined;
    await inventory.refresh(parent('p'));
    expect([item('p').isListRead, latest()]).toEqual([true, true]);
    model.rows.setExpanded(parent('p'), false);
    await inventory.refresh();
    expect([item('p').isListRead, latest()]).toEqual([false, false]);
  });

  it('derives no other items again than those that contain it', async () => {
    const { inventory, expand, item, parent } = await expanded();
    await expand('p');
    await expand('c0');
    await expand('c1');
    const other = item('c1');
    await inventory.readBelow(parent('c0').id, {}, true);
    expect(item('c1')).toBe(other);
  });
});
