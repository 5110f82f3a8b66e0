import { FleetReader } from '../../src/reads/fleetReader';
import { attentionIn } from '../../src/items/attention';
import { ChangeLogs } from '../../src/timeline/changeLogs';
import { memoryFiles } from '../../src/connections/storedFiles';
import { Marks } from '../../src/items/marks/marks';
import { storedMarks } from '../../src/items/marks/stored';
import { ShownFleet } from '../../src/fleet/shownFleet';
import { throttle } from '../../src/ui/timing';
import { fakeInventories } from '../../test/support/fakePanel';
import { pageWith } from '../../test/support/fleetPage';
import { withoutLimits } from '../../test/support/withoutLimits';
import { heapInUse, longestBlock, measurement, type Measurement, type Part } from '../measure';
import { withService, type Service } from '../service';
import { View } from '../view';

/** 2,048 clusters in 128 projects. The machines of 16 projects are read: 10,240. */
const size = {
  clustersPerProject: { exactly: 16 },
  poolsPerCluster: { exactly: 1 },
  machinesPerPool: { exactly: 40 },
};

/** What a read costs while the overview is open and all machines have been read. */
const updates: Part = async (isQuick) => {
  const measurements: Measurement[] = [];
  await withService(size, async (service) => {
    const before = await heapInUse();
    const opened = open(service);
    const { view, reader, inventory } = opened;
    await view.rows();
    await reader.clusters.read();
    measurements.push(measurement('heap with 2,048 clusters', 'MB', [(await heapInUse()) - before]));
    const projects = inventory.items().filter(({ kind }) => kind === 'project');
    for (const { id } of projects.slice(0, isQuick ? 1 : 16))
      await reader.machines.read({ kind: 'clusters', ids: new Set([id]) });
    measurements.push(
      measurement(
        `heap with 2,048 clusters and ${isQuick ? '640' : '10,240'} machines`,
        'MB',
        [(await heapInUse()) - before],
        isQuick ? undefined : 45,
      ),
    );
    measurements.push(...(await updateTimes(service, opened, '', isQuick ? 3 : 9)));
    if (!isQuick) {
      await mark(opened);
      measurements.push(...(await updateTimes(service, opened, ', 200 favorites and 500 known problems', 9)));
    }
    opened.dispose();
  });
  return measurements;
};

type Opened = ReturnType<typeof open>;

/** How long reading all clusters and one pool again blocks, also if all clusters have changed. @param having what else there is */
async function updateTimes(
  service: Service,
  { reader, inventory }: Opened,
  having: string,
  runs: number,
): Promise<readonly Measurement[]> {
  const signal = new AbortController().signal;
  const clusters: number[] = [];
  const changed: number[] = [];
  const pools: number[] = [];
  for (let run = -3; run < runs; run++) {
    const readClusters = () => reader.clusters.refreshInBackground(signal);
    const all = await longestBlock(readClusters);
    await service.changeClusters();
    const everything = await longestBlock(readClusters);
    await service.changeMachine();
    const pool = inventory.items().find(({ kind }) => kind === 'pool')?.id ?? '';
    const one = await longestBlock(() => inventory.readBelow(pool, { signal }, true));
    if (run >= 0) {
      clusters.push(all);
      changed.push(everything);
      pools.push(one);
    }
  }
  return [
    measurement(`longest block, all clusters are read again${having}: CPU`, 'ms', clusters, 50),
    measurement(`longest block, all clusters have changed${having}: CPU`, 'ms', changed),
    measurement(`longest block, a machine has changed${having}: CPU`, 'ms', pools, 16),
  ];
}

/** Makes favorites of clusters, which are shown, and marks problems as known. */
async function mark({ view, inventory }: Opened): Promise<void> {
  const items = inventory.items();
  const favorites = items.filter(({ kind }) => kind === 'cluster').slice(0, 200);
  const machines = items.filter(({ kind }) => kind === 'machine').slice(0, 500);
  const at = Date.now();
  await inventory.marks.set([
    ...favorites.map(({ id, kind, name }) => {
      return { kind: 'favorite', key: id, value: { kind, id, names: ['project', name] } } as const;
    }),
    ...machines.map(({ id, kind, name }) => {
      const value = {
        kind,
        id,
        names: [name],
        severity: 'unhealthy',
        cause: 'DiskPressure',
        note: 'disk',
        at,
      } as const;
      return { kind: 'known', key: id, value } as const;
    }),
  ]);
  await view.model.find('is:favorite');
  await view.rows();
}

/** The Projects view with its badge, the change log, and the overview. */
function open(service: Service) {
  const stored = storedMarks(memoryFiles(), 'Test');
  const view = new View(service.client(withoutLimits), new Marks(stored));
  const { inventory } = view.model;
  // As the badge of the view does.
  const countAttention = throttle(() => {
    if (inventory.isAdding) {
      countAttention();
      return;
    }
    attentionIn(inventory);
    inventory.coverage();
  }, 200);
  inventory.store.onDidChange(countAttention);
  const reader = new FleetReader(inventory);
  const changes = new ChangeLogs(fakeInventories(reader));
  const shown = new ShownFleet(
    reader,
    changes,
    pageWith((message) => {
      // As VS Code does.
      JSON.stringify(message);
    }),
  );
  shown.show();
  const dispose = (): void => {
    shown.dispose();
    changes.dispose();
    countAttention.cancel();
    view.dispose();
  };
  return { view, inventory, reader, dispose };
}

export default updates;
