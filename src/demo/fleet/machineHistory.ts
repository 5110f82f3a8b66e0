import type { Cluster } from './cluster';
import { usualSituations } from './clusters';
import { initialChanges } from './eventHistory';
import type { MachineChange } from './incidents';
import type { Times } from './machines';
import { situationAt, type Pool } from './pools';
import type { Situation } from './situations';
import type { Step } from './step';

const minute = 60_000;
const hour = 60 * minute;

/** How many hours of the activity are known before the current one. */
const hoursKept = 24;

/** The situation of a machine from a time on. */
export interface Change {
  readonly time: number;
  readonly situation: Situation;
}

/**
 * The situations of each machine of a cluster, in order of time. Includes those of the next hour, because what leads to them
 * begins before: the past is the same whenever the service is asked.
 */
export function machineHistory(
  cluster: Cluster,
  activity: readonly Step[],
  { started, now }: Times,
): (pool: Pool, place: number) => readonly Change[] {
  const steps = activity.filter((step) => 'cluster' in step && step.cluster === cluster.name);
  const current = Math.max(0, Math.floor((now - started) / hour));
  const hours = Array.from({ length: hoursKept + 2 }, (_, index) => current - hoursKept + index);
  const timed = hours
    .filter((index) => index >= 0)
    .flatMap((index) => steps.map((step) => ({ step, time: started + index * hour + step.minute * minute })))
    .filter(({ time }) => time > cluster.created);
  const initial = initialChanges(cluster, started);
  return (pool, place) => {
    const changes = place < pool.initial.size ? [...firstChanges(cluster, pool, place, initial)] : [];
    for (const { step, time } of timed) {
      const situation = situationAfter(step, pool, place, changes.at(-1)?.situation);
      if (situation !== undefined) changes.push({ time, situation });
    }
    // Tests change machines, too.
    const known = changes.findLast(({ time }) => time <= now);
    const situation = situationAt(pool, place);
    if (known?.situation !== situation) {
      changes.push({ time: pool.changed.get(place) ?? known?.time ?? now, situation });
      changes.sort((a, b) => a.time - b.time);
    }
    return changes;
  };
}

/** The machines of a pool that are at some time in another situation than most. */
export function unusualPlaces({ name }: Cluster, pool: Pool, activity: readonly Step[]): readonly number[] {
  const changed = activity.flatMap((step) =>
    'machines' in step && step.cluster === name && step.pool === pool.name
      ? step.machines.map((number) => number - 1)
      : [],
  );
  const places = new Set([...pool.initial.situations.keys(), ...pool.situations.keys(), ...changed]);
  return [...places].filter((place) => place < pool.size);
}

/** Machines that were there when the service started had been running before. */
function firstChanges(
  { created }: Cluster,
  pool: Pool,
  place: number,
  initial: readonly MachineChange[],
): readonly Change[] {
  const known = initial.filter((one) => one.pool === pool && one.place === place);
  return known[0] && known[0].time >= created
    ? [{ time: created, situation: 'running' }, ...known]
    : [{ time: created, situation: situationAt(pool.initial, place) }];
}

/** The situation of a machine after a step, if it changes that. */
function situationAfter(
  step: Step,
  pool: Pool,
  place: number,
  before: Situation | undefined,
): Situation | undefined {
  if ('state' in step) return usualSituations[step.state];
  if (!('pool' in step) || step.pool !== pool.name) return undefined;
  if ('machines' in step) return step.machines.includes(place + 1) ? step.situation : undefined;
  if (place >= step.size) return 'deleted';
  return before === undefined || before === 'deleted' ? 'provisioning' : undefined;
}
