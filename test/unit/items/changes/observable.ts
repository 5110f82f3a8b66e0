import type { Situation } from '../../../../src/demo/fleet/situations';
import type { Step } from '../../../../src/demo/server';

/** The clusters that an hour changes, as they are at its start; each pool with the situations of its machines. */
type World = Readonly<Record<string, Map<string, Cluster>>>;

interface Cluster {
  state: string;
  readonly pools: Map<string, Situation[]>;
}

/** What a reading tells about an item: its values, by their names. */
type Values = Readonly<Record<string, string | undefined>>;

const running = (count: number) => Array<Situation>(count).fill('running');

const cluster = (pools: Readonly<Record<string, Situation[]>>): Cluster => ({
  state: 'Running',
  pools: new Map(Object.entries(pools)),
});

/** The first two projects of the demo service, without the clusters that the hour does not change. */
const initialWorld = (): World => ({
  payments: new Map([
    [
      'payments-eu',
      cluster({
        'control-plane': running(3),
        workers: running(12).map((one, place) => (place === 4 ? 'diskPressure' : one)),
      }),
    ],
    ['payments-uk', cluster({ 'control-plane': running(3), workers: running(4) })],
    ['payments-staging', cluster({ 'control-plane': running(1), workers: running(2) })],
  ]),
  ledger: new Map([['ledger-dr', cluster({ 'control-plane': running(3), workers: running(3) })]]),
});

/** The other clusters of a project, of which some are unhealthy. */
const others = {
  payments: { clusters: 3, unhealthy: 0 },
  ledger: { clusters: 2, unhealthy: 1 },
} as const;

/** How a machine in a situation is shown. The state of a failed one, or one that is not ready yet, says it all. */
const machineValues: Partial<Record<Situation, Values>> = {
  running: { state: 'Running', health: 'Healthy', maintenance: '' },
  diskPressure: { state: 'Running', health: 'DiskPressure', maintenance: '' },
  memoryPressure: { state: 'Running', health: 'MemoryPressure', maintenance: '' },
  notReady: { state: 'Running', health: 'NotReady', maintenance: '' },
  failed: { state: 'Failed', maintenance: '' },
  provisioning: { state: 'Provisioning', maintenance: '' },
  draining: { state: 'Running', health: 'Healthy', maintenance: 'cordon InProgress' },
  cordoned: { state: 'Running', health: 'Healthy', maintenance: 'cordon Completed' },
};

const unhealthy: readonly Situation[] = ['diskPressure', 'memoryPressure', 'notReady', 'failed'];
const maintained: readonly Situation[] = ['draining', 'cordoned'];

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
const among = (machines: readonly Situation[], some: readonly Situation[]) =>
  machines.filter((one) => some.includes(one)).length;

function apply(world: World, step: Step): void {
  if ('plan' in step) {
    const { suffix, state = '', pools = [] } = step.plan;
    const built = cluster(Object.fromEntries(pools.map(({ name, size }) => [name, running(size)])));
    world[step.project]?.set(`${step.project}-${suffix}`, { ...built, state });
    return;
  }
  for (const clusters of Object.values(world)) {
    const changed = clusters.get(step.cluster);
    if (!changed) continue;
    if ('isDeleted' in step) clusters.delete(step.cluster);
    else if ('state' in step) changed.state = step.state;
    else {
      const machines = changed.pools.get(step.pool) ?? [];
      if ('size' in step) {
        while (machines.length > step.size) machines.pop();
        while (machines.length < step.size) machines.push('provisioning');
      } else for (const number of step.machines) machines[number - 1] = step.situation;
    }
  }
}

/** The items that a reading of the expanded rows contains, by their paths. */
function readingOf(world: World, expanded: readonly string[]): Map<string, Values> {
  const items = new Map<string, Values>();
  for (const [project, clusters] of Object.entries(world)) {
    const { clusters: more, unhealthy: moreUnhealthy } = others[project as keyof typeof others];
    const all = [...clusters].map(([name, { state, pools }]) => {
      const machines = [...pools.values()].flat();
      const ill = among(machines, unhealthy);
      return { name, state, pools, machines, ill, isUnhealthy: state === 'Running' && ill > 0 };
    });
    const sick = moreUnhealthy + all.filter(({ isUnhealthy }) => isUnhealthy).length;
    items.set(project, {
      state: 'Enabled',
      health: sick === 0 ? 'Healthy' : count(sick, 'unhealthy cluster'),
      size: count(more + all.length, 'cluster'),
    });
    if (!expanded.includes(project)) continue;
    for (const { name, state, pools, machines, ill, isUnhealthy } of all) {
      const inMaintenance = among(machines, maintained);
      items.set(`${project}/${name}`, {
        state,
        health: state !== 'Running' ? 'Unknown' : isUnhealthy ? 'Unhealthy' : 'Healthy',
        size: `${machines.length - ill} of ${machines.length} machines healthy`,
        maintenance: inMaintenance === 0 ? '' : count(inMaintenance, 'machine'),
      });
      if (!expanded.includes(name)) continue;
      for (const [pool, some] of pools) {
        items.set(`${project}/${name}/${pool}`, { size: count(some.length, 'machine') });
        if (!expanded.includes(pool)) continue;
        const prefix = `${project}/${name}/${pool}/${name}-${pool === 'control-plane' ? 'cp' : pool}`;
        some.forEach((situation, place) =>
          items.set(`${prefix}-${place + 1}`, machineValues[situation] ?? {}),
        );
      }
    }
  }
  return items;
}

/**
 * The changes of an hour that can be observed, worked out from its script alone.
 * @param readings when everything that is expanded was read, in minutes
 * @param expanded the names of the expanded rows
 */
export function observableChanges(
  hour: readonly Step[],
  readings: readonly number[],
  expanded: readonly string[],
): readonly string[] {
  const world = initialWorld();
  const changes: string[] = [];
  /** The last value of each item that a reading told, and when. */
  const told = new Map<string, { readonly value: string; readonly at: number }>();
  let before: { readonly at: number; readonly items: ReadonlyMap<string, Values> } | undefined;
  let done = 0;
  for (const at of readings) {
    for (let step = hour[done]; step !== undefined && step.minute <= at; step = hour[++done]) {
      apply(world, step);
    }
    const items = readingOf(world, expanded);
    for (const path of before?.items.keys() ?? []) {
      if (!items.has(path)) changes.push(`${before?.at}-${at} ${path} disappeared`);
    }
    for (const [path, values] of items) {
      const isNew = before !== undefined && !before.items.has(path);
      if (isNew) changes.push(`${before?.at}-${at} ${path} appeared`);
      for (const [what, value] of Object.entries(values)) {
        if (value === undefined) continue;
        const key = `${path} ${what}`;
        const old = isNew ? undefined : told.get(key);
        if (old && old.value !== value) changes.push(`${old.at}-${at} ${key}: ${old.value} > ${value}`);
        told.set(key, { value, at });
      }
    }
    before = { at, items };
  }
  return changes;
}
