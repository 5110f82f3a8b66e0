import { isParentRow, type ItemStoreRow } from '../../src/items/kinds';
import { withoutLimits } from '../../test/support/withoutLimits';
import { collectGarbage, cpuOf, measurement, timeOf, type Measurement, type Part } from '../measure';
import { withService, type Service, type ServiceOptions } from '../service';
import { View } from '../view';

/** Auto-refresh: its cost, and the change events that VS Code gets. */
const refresh: Part = async () => [
  ...(await renewing(
    'auto-refresh of 20 branches, no change',
    // The view, 1 project, 3 clusters and 15 machine pools.
    {
      clustersPerProject: { exactly: 3 },
      poolsPerCluster: { exactly: 5 },
      machinesPerPool: { exactly: 20 },
    },
    () => Promise.resolve(),
    { cpuMs: 100, requests: 20, changed: 0 },
  )),
  ...(await renewing(
    'auto-refresh, 1 of 5000 machines changed',
    onePool,
    (service) => service.changeMachine(),
    {
      cpuMs: 500,
      requests: 4,
      changed: 1,
    },
  )),
  ...(await renewing(
    'auto-refresh, 5000 machines beat once more',
    onePool,
    (service) => service.advance(60_000),
    {
      cpuMs: 500,
      requests: 4,
      changed: 0,
    },
  )),
];

const onePool = {
  clustersPerProject: { exactly: 1 },
  poolsPerCluster: { exactly: 1 },
  machinesPerPool: { exactly: 5000 },
};

const runs = 15;

/** Reads the rows of change events, as VS Code does. */
async function renewing(
  what: string,
  fleet: ServiceOptions,
  change: (service: Service) => Promise<void>,
  budget: { readonly cpuMs: number; readonly requests: number; readonly changed: number },
): Promise<readonly Measurement[]> {
  const times: number[] = [];
  const cpu: number[] = [];
  const requests: number[] = [];
  const events: number[] = [];
  const rows: number[] = [];
  await withService({ projects: 1, ...fleet }, async (service) => {
    const view = new View(service.client(withoutLimits));
    await openAll(view);
    let told = 0;
    let asked = 0;
    let answered: Promise<void> = Promise.resolve();
    view.onDidChange((changed) => {
      told++;
      answered = again(view, changed).then((count) => {
        asked += count;
      });
    });
    for (let run = -3; run < runs; run++) {
      await settled();
      await change(service);
      await service.requests();
      [told, asked] = [0, 0];
      collectGarbage();
      let time = 0;
      const used = await cpuOf(async () => {
        time = await timeOf(() => view.model.rows.refreshInBackground(new AbortController().signal));
        await settled();
        await answered;
      });
      const requested = await service.requests();
      if (run < 0) continue;
      times.push(time);
      cpu.push(used);
      requests.push(requested);
      events.push(told);
      rows.push(asked);
    }
    view.dispose();
  });
  return [
    measurement(what, 'ms', times),
    measurement(`${what}: CPU`, 'ms', cpu, budget.cpuMs),
    measurement(what, 'requests', requests, budget.requests),
    measurement(`${what}: VS Code is told`, 'events', events, budget.changed),
    measurement(`${what}: VS Code asks again for`, 'rows', rows, budget.changed),
  ];
}

async function openAll(view: View, parent?: ItemStoreRow): Promise<void> {
  if (parent !== undefined && !isParentRow(parent)) return;
  for (const row of await view.rows(parent)) await openAll(view, row);
}

/** @returns how many rows VS Code reads again: those of the event, and all expanded rows below them */
async function again(view: View, rows: readonly ItemStoreRow[] | undefined): Promise<number> {
  if (rows === undefined) return againBelow(view, undefined);
  let count = 0;
  for (const row of rows) {
    view.look(row);
    count += 1 + (await againBelow(view, row));
  }
  return count;
}

async function againBelow(view: View, parent: ItemStoreRow | undefined): Promise<number> {
  if (parent !== undefined && !isParentRow(parent)) return 0;
  const rows = await view.rows(parent);
  let count = rows.length;
  for (const row of rows) count += await againBelow(view, row);
  return count;
}

/** Change events are delayed: see `RowChanges`. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1100));
}

export default refresh;
