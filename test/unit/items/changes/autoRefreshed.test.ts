import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Fleet } from '../../../../src/demo/fleet/fleet';
import type { Situation } from '../../../../src/demo/fleet/situations';
import { ChangeLogs } from '../../../../src/timeline/changeLogs';
import type { Change } from '../../../../src/items/changes/change';
import { Inventory } from '../../../../src/items/inventory';
import { ProjectsModel } from '../../../../src/projects/model';
import { isParentRow, isResourceRow, shownName, type ParentRow } from '../../../../src/items/kinds';
import { AutoRefresh } from '../../../../src/tree/autoRefresh';
import { atEnd, connected, sourceOf, unhurried } from '../../support/service';
import { EventEmitter } from '../../support/vscode';

const second = 1_000;
const minute = 60 * second;

// Responses of the service are real, and need no time.
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: Date.parse('2026-11-22T09:00:00Z'),
  });
});
afterEach(() => vi.useRealTimers());

type Act = (fleet: Fleet) => void;

const set =
  (cluster: string, machine: number, situation: Situation): Act =>
  (fleet) =>
    fleet.pool(cluster, 'workers').pool.situations.set(machine - 1, situation);
const uk = (machine: number, situation: Situation): Act => set('payments-uk', machine, situation);
const resize =
  (size: number): Act =>
  (fleet) => {
    fleet.pool('payments-uk', 'workers').pool.size = size;
  };
const deleteBr: Act = ({ projects: [payments] }) => {
  const cluster = payments?.clusters.find(({ name }) => name === 'payments-br');
  if (cluster !== undefined) payments?.removeCluster(cluster);
};

/** What happens in the fleet, by the minute. */
const activity: readonly (readonly [number, Act])[] = [
  [1.2, uk(2, 'diskPressure')],
  [2.2, uk(2, 'running')],
  // Fails and recovers between two readings.
  [3.1, uk(1, 'memoryPressure')],
  [3.4, uk(1, 'running')],
  [4.1, uk(5, 'provisioning')],
  [4.2, resize(5)],
  [5.2, uk(5, 'running')],
  [6.1, set('payments-staging', 1, 'draining')],
  [6.7, set('payments-staging', 1, 'cordoned')],
  // Its health is not told while it is failed.
  [8.2, uk(3, 'failed')],
  // While the service is unavailable: recovers, fails and recovers, disappears.
  [9.5, uk(3, 'running')],
  [10, uk(4, 'diskPressure')],
  [10.5, uk(4, 'running')],
  [11, resize(4)],
  [14.2, deleteBr],
  // Below rows that are collapsed, so that only what their project says can be observed.
  [16.2, set('ledger-dr', 1, 'memoryPressure')],
];
const outage = { start: 9.25, end: 11.25 };

/** What a reading every 30 seconds tells of that, but for the outage and the longer pause after it. */
const observable = [
  '1-1.5 payments health: 1 unhealthy cluster > 2 unhealthy clusters',
  '1-1.5 payments-uk health: Healthy > Unhealthy',
  '1-1.5 payments-uk size: 7 machines > 1 of 7 machines unhealthy',
  '1-1.5 payments-uk-workers-2 health: Healthy > DiskPressure',
  '2-2.5 payments health: 2 unhealthy clusters > 1 unhealthy cluster',
  '2-2.5 payments-uk health: Unhealthy > Healthy',
  '2-2.5 payments-uk size: 1 of 7 machines unhealthy > 7 machines',
  '2-2.5 payments-uk-workers-2 health: DiskPressure > Healthy',
  '4-4.5 payments-uk size: 7 machines > 8 machines',
  '4-4.5 workers size: 4 machines > 5 machines',
  '4-4.5 payments-uk-workers-5 appeared',
  '5-5.5 payments-uk-workers-5 state: Provisioning > Running',
  '6-6.5 payments-staging maintenance:  > 1 machine',
  '6-6.5 payments-staging-workers-1 maintenance:  > cordon InProgress',
  '6.5-7 payments-staging-workers-1 maintenance: cordon InProgress > cordon Completed',
  '8-8.5 payments health: 1 unhealthy cluster > 2 unhealthy clusters',
  '8-8.5 payments-uk health: Healthy > Unhealthy',
  '8-8.5 payments-uk size: 8 machines > 1 of 8 machines unhealthy',
  '8-8.5 payments-uk-workers-3 state: Running > Failed',
  '9-12.5 payments health: 2 unhealthy clusters > 1 unhealthy cluster',
  '9-12.5 payments-uk health: Unhealthy > Healthy',
  '9-12.5 payments-uk size: 1 of 8 machines unhealthy > 7 machines',
  '9-12.5 workers size: 5 machines > 4 machines',
  '9-12.5 payments-uk-workers-3 state: Failed > Running',
  '9-12.5 payments-uk-workers-5 disappeared',
  '14-14.5 payments size: 6 clusters > 5 clusters',
  '14-14.5 payments-br disappeared',
  '16-16.5 ledger health: 1 unhealthy cluster > 2 unhealthy clusters',
];

const expandedNames = ['payments', 'payments-uk', 'payments-staging', 'workers'];

async function expand(model: ProjectsModel, parent?: ParentRow): Promise<void> {
  for (const row of await model.rows.children(parent)) {
    if (!isResourceRow(row) || !isParentRow(row) || !expandedNames.includes(shownName(row))) continue;
    model.rows.setExpanded(row, true);
    await expand(model, row);
  }
}

it('changes are those that an auto-refresh could observe, without a request of their own', async () => {
  const begin = Date.now();
  const minutesOf = (time: number): number => (time - begin) / minute;
  const { service, client } = await connected({ projects: 2 }, {}, unhurried());
  for (const [minutes, act] of activity) setTimeout(() => act(service.fleet), minutes * minute);
  const inventory = new Inventory(sourceOf(client, {}, service.baseUrl));
  const model = new ProjectsModel(inventory);
  const logs = new ChangeLogs({ active: inventory, onDidChangeActive: new EventEmitter<void>().event });
  const autoRefresh = new AutoRefresh(() => 30 * second);
  atEnd(() => {
    autoRefresh.dispose();
    logs.dispose();
    inventory.dispose();
  });
  await expand(model);
  const view = { visible: true, onDidChangeVisibility: new EventEmitter<{ visible: boolean }>().event };
  autoRefresh.register(view).show(model);
  const passUntil = async (end: number): Promise<void> => {
    while (Date.now() < begin + end * minute) {
      await vi.advanceTimersByTimeAsync(15 * second);
      do await new Promise(setImmediate);
      while (client.isReading);
    }
  };
  await passUntil(outage.start);
  service.faults.add({ kind: 'status', status: 503, times: Infinity });
  await passUntil(outage.end);
  service.faults.clear();
  await passUntil(18);

  const log = logs.of(inventory.session);
  const words = ({ item, what, from, to, after, before }: Change): string => {
    const value = from === undefined && to === undefined ? '' : `: ${from ?? '?'} > ${to ?? '?'}`;
    return `${minutesOf(after)}-${minutesOf(before)} ${item.names.at(-1) ?? ''} ${what}${value}`;
  };
  expect(log.changes.map(words).toReversed()).toEqual(observable);
  expect([log.coverage.since, log.coverage.comparedAt].map((time) => minutesOf(time ?? NaN))).toEqual([
    0, 18,
  ]);
  const last = service.requests.filter(({ time }) => minutesOf(time.getTime()) === 18);
  expect(last.map(({ operation }) => operation).toSorted()).toEqual([
    ...['listMachines', 'listMachines', 'listProjectsPost'],
    ...['readCloudConfig', 'readCloudConfig', 'searchClusters'],
  ]);
});
