import type { Cluster } from './cluster';
import { initialChanges } from './eventHistory';
import type { Times } from './machines';
import { situationAt, type Pool } from './pools';
import type { Situation } from './situations';
import { unsteadyChanges } from './unsteady';

/** The situation of a machine from a time on. */
export interface Change {
  readonly time: number;
  readonly situation: Situation;
}

/** The situations of each machine of a cluster, in order of time. */
export function machineHistory(
  cluster: Cluster,
  times: Times,
): (pool: Pool, place: number) => readonly [Change, ...Change[]] {
  const all = [...initialChanges(cluster, times.started), ...unsteadyChanges(cluster, times)];
  return (pool, place) => {
    const changes = all.filter((one) => one.pool === pool && one.place === place);
    const first = changes.length > 0 ? 'running' : situationAt(pool.initial, place);
    const situation = situationAt(pool, place);
    const isChanged = situation !== (changes.at(-1)?.situation ?? first);
    return [
      { time: cluster.created, situation: first },
      ...changes,
      // Tests change machines, too.
      ...(isChanged ? [{ time: pool.changed.get(place) ?? times.now, situation }] : []),
    ];
  };
}
