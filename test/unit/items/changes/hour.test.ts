import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Situation } from '../../../../src/demo/fleet/situations';
import type { Step } from '../../../../src/demo/server';
import { ChangeLogs } from '../../../../src/items/changes/changeLogs';
import type { Change } from '../../../../src/items/changes/change';
import { Inventory } from '../../../../src/items/inventory';
import { ProjectsModel } from '../../../../src/projects/model';
import { isParentRow, isResourceRow, shownName, type ParentRow } from '../../../../src/items/kinds';
import { AutoRefresh } from '../../../../src/tree/autoRefresh';
import { atEnd, connected, sourceOf, unhurried } from '../../support/service';
import { EventEmitter } from '../../support/vscode';
import { observableChanges } from './observable';

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

const uk = { cluster: 'payments-uk', pool: 'workers' };
const staging = { cluster: 'payments-staging' };
const canary = { cluster: 'payments-canary' };
const one = (machine: number, situation: Situation) => ({ machines: [machine], situation });

const hour: readonly Step[] = [
  { minute: 1.2, ...uk, ...one(2, 'diskPressure') },
  { minute: 4, ...uk, ...one(2, 'running') },
  // Fails and recovers between two readings.
  { minute: 6.1, ...uk, ...one(1, 'memoryPressure') },
  { minute: 6.4, ...uk, ...one(1, 'running') },
  { minute: 8.3, ...uk, size: 6 },
  { minute: 10.3, ...uk, machines: [5, 6], situation: 'running' },
  // A cluster is maintained.
  { minute: 12.1, ...staging, pool: 'workers', machines: [1, 2], situation: 'draining' },
  { minute: 12.7, ...staging, pool: 'workers', machines: [1, 2], situation: 'cordoned' },
  { minute: 12.7, ...staging, pool: 'control-plane', machines: [1], situation: 'cordoned' },
  { minute: 18.1, ...staging, pool: 'workers', machines: [1, 2], situation: 'running' },
  { minute: 18.1, ...staging, pool: 'control-plane', machines: [1], situation: 'running' },
  { minute: 19.2, ...uk, ...one(3, 'diskPressure') },
  // Its health is not told while it is failed.
  { minute: 20.2, ...uk, ...one(3, 'failed') },
  { minute: 22.2, ...uk, size: 5 },
  {
    minute: 24.2,
    project: 'payments',
    plan: {
      suffix: 'canary',
      state: 'Provisioning',
      pools: [{ name: 'workers', size: 2, flavor: 'medium' }],
    },
  },
  { minute: 26.2, ...canary, state: 'Running' },
  // While the service is unavailable: recovers, fails and recovers, disappears.
  { minute: 31, ...uk, ...one(3, 'running') },
  { minute: 32, ...uk, ...one(4, 'diskPressure') },
  { minute: 33, ...uk, size: 4 },
  { minute: 34, ...uk, ...one(4, 'running') },
  // The service is available again, but has not been asked yet.
  { minute: 36, ...uk, ...one(1, 'notReady') },
  { minute: 40.2, ...uk, ...one(1, 'running') },
  { minute: 45.2, ...canary, state: 'Deleting' },
  { minute: 47.2, ...canary, isDeleted: true },
  // Below rows that are collapsed, so that only what their cluster and project say can be observed.
  { minute: 50.2, cluster: 'payments-eu', pool: 'workers', ...one(7, 'failed') },
  { minute: 52.2, cluster: 'ledger-dr', pool: 'workers', ...one(1, 'memoryPressure') },
  { minute: 54.2, cluster: 'ledger-dr', pool: 'workers', ...one(1, 'running') },
];

const outage = { start: 30.25, end: 35.25 };

/** After a failure, the pause is twice as long, and again after the next one. */
const failures = [30.5, 31.5, 33.5];
const readings = Array.from({ length: 121 }, (_, index) => index / 2).filter((at) => at <= 30 || at >= 37.5);

const expandedNames = ['payments', 'payments-uk', 'payments-staging', 'workers', 'control-plane'];

/** Poolview connected to the demo service, with changes in the fleet and an auto-refresh every 30 seconds. */
async function start({ isTracked = true, hostile = false } = {}) {
  const begin = Date.now();
  const { service, client } = await connected({ projects: 2, activity: hour, hostile }, {}, unhurried());
  const fleet = new Inventory(sourceOf(client, {}, service.baseUrl));
  const model = new ProjectsModel(fleet);
  const onDidChangeActive = new EventEmitter<void>().event;
  const logs = isTracked ? new ChangeLogs({ active: fleet, onDidChangeActive }) : undefined;
  const autoRefresh = new AutoRefresh(() => 30 * second);
  atEnd(() => {
    autoRefresh.dispose();
    logs?.dispose();
    fleet.dispose();
  });

  // Hostile names contain the usual ones.
  await expand(model, (name) =>
    expandedNames.some((expanded) => (hostile ? name.includes(expanded) : name === expanded)),
  );
  const view = { visible: true, onDidChangeVisibility: new EventEmitter<{ visible: boolean }>().event };
  autoRefresh.register(view).show(model.store);
  const passUntil = async (end: number): Promise<void> => {
    while (Date.now() < begin + end * minute) {
      await vi.advanceTimersByTimeAsync(5 * second);
      do await new Promise(setImmediate);
      while (model.store.isRefreshing);
    }
  };
  return { service, logs, passUntil, minutesOf: (time: number) => (time - begin) / minute };
}

async function expand(
  model: ProjectsModel,
  isExpanded: (name: string) => boolean,
  parent?: ParentRow,
): Promise<void> {
  for (const row of await model.store.children(parent)) {
    if (!isResourceRow(row) || !isParentRow(row) || !isExpanded(shownName(row))) continue;
    model.store.setExpanded(row, true);
    await expand(model, isExpanded, row);
  }
}

/** The whole hour, during which the service is unavailable for five minutes. */
async function theHour(options: Parameters<typeof start>[0] = {}) {
  const { service, logs, passUntil, minutesOf } = await start(options);
  await passUntil(outage.start);
  service.faults.add({ kind: 'status', status: 503, times: Infinity });
  await passUntil(outage.end);
  service.faults.clear();
  await passUntil(60);
  const requests = service.requests.map(({ operation, time, path }) => ({
    operation,
    path,
    at: minutesOf(time.getTime()),
  }));
  return { changes: logs?.changes ?? [], coverage: logs?.coverage, requests, minutesOf };
}

let trackedHour: ReturnType<typeof theHour> | undefined;
const whileTracked = () => (trackedHour ??= theHour());

const words = ({ item, what, from, to, after, before }: Change, minutesOf: (time: number) => number) => {
  const value = from === undefined && to === undefined ? '' : `: ${from ?? '?'} > ${to ?? '?'}`;
  return `${minutesOf(after)}-${minutesOf(before)} ${[...item.path, item.name].join('/')} ${what}${value}`;
};

describe('an hour with failures, maintenance and an outage', () => {
  it('has exactly the changes that happened and could be observed', async () => {
    const { changes, coverage, requests, minutesOf } = await whileTracked();
    const reported = changes.map((change) => words(change, minutesOf));
    expect(reported.toSorted()).toEqual(observableChanges(hour, readings, expandedNames).toSorted());

    const machinesRead = requests.filter(({ operation }) => operation === 'listMachines').map(({ at }) => at);
    expect([...new Set(machinesRead)]).toEqual([...readings, ...failures].sort((a, b) => a - b));
    const times = changes.map(({ before }) => before);
    expect(times, 'newest first').toEqual(times.toSorted((a, b) => b - a));
    expect(minutesOf(coverage?.since ?? NaN)).toBe(0);
    expect(minutesOf(coverage?.comparedAt ?? NaN)).toBe(60);
  });

  it.each([
    ['fails', '1-1.5 payments/payments-uk/workers/payments-uk-workers-2 health: Healthy > DiskPressure'],
    ['recovers', '3.5-4 payments/payments-uk/workers/payments-uk-workers-2 health: DiskPressure > Healthy'],
    ['appears', '8-8.5 payments/payments-uk/workers/payments-uk-workers-6 appeared'],
    ['disappears', '22-22.5 payments/payments-uk/workers/payments-uk-workers-6 disappeared'],
    ['is cordoned', '12-12.5 payments/payments-staging maintenance:  > 2 machines'],
    ['recovers unseen', '30-37.5 payments/payments-uk/workers/payments-uk-workers-3 state: Failed > Running'],
    ['disappears unseen', '30-37.5 payments/payments-uk/workers/payments-uk-workers-5 disappeared'],
  ])('has one that %s', (_, change) => {
    expect(observableChanges(hour, readings, expandedNames)).toContain(change);
  });

  it('has none of what happened and was over between two readings', () => {
    const expected = observableChanges(hour, readings, expandedNames).join('\n');
    expect(expected).not.toContain('MemoryPressure');
    expect(expected).not.toContain('payments-uk-workers-4 ');
  });

  it('takes the same requests as auto-refresh alone', async () => {
    const tracked = await whileTracked();
    const untracked = await theHour({ isTracked: false });
    expect(tracked.requests.length).toBeGreaterThan(700);
    expect(tracked.changes.length).toBeGreaterThan(50);
    // Those of one reading are sent at the same time, and may arrive in any order.
    const sorted = ({ requests }: typeof tracked) =>
      requests.map(({ at, operation, path }) => `${at} ${operation} ${path}`).toSorted();
    expect(sorted(tracked)).toEqual(sorted(untracked));
  });
});

it('shows hostile names and values in changes as text', async () => {
  const { logs, passUntil } = await start({ hostile: true });
  await passUntil(14);
  const texts = (logs?.changes ?? []).map((change) => words(change, (time) => time));
  expect(texts.length).toBeGreaterThan(20);
  for (const text of texts) {
    // No line breaks, terminal escapes, invisible characters and changes of direction.
    expect(text).not.toMatch(/\p{Cc}|\p{Cf}|\p{Cs}/u);
  }
});
