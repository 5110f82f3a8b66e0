import type { Cluster } from './cluster';
import { eventResource, onset, recovery, type Event } from './events';
import type { MachineChange } from './incidents';
import { identity, type Times } from './machines';

const minute = 60_000;

/** The machine of an unsteady cluster is not ready for some minutes of each quarter of an hour. */
const period = 15 * minute;
const failsAfter = minute;
const recoversAfter = 4 * minute;

/** Those of a day: older ones are forgotten. */
const mostPeriods = 96;

/** The failures and recoveries of the machine until now, so that notifications can be tried; none in other clusters. */
export function unsteadyChanges(cluster: Cluster, { started, now }: Times): readonly MachineChange[] {
  const [pool] = cluster.isUnsteady ? cluster.pools.filter(({ name }) => name === 'workers') : [];
  if (!pool) return [];
  const last = Math.floor((now - started) / period);
  return Array.from({ length: mostPeriods }, (_, index) => last - mostPeriods + 1 + index)
    .filter((index) => index >= 0)
    .flatMap((index): MachineChange[] => {
      const start = started + index * period;
      const machine = { pool, place: 2 };
      return [
        { ...machine, situation: 'notReady', time: start + failsAfter },
        { ...machine, situation: 'running', time: start + recoversAfter },
      ];
    })
    .filter(({ time }) => time <= now);
}

export const unsteadyEvents = (cluster: Cluster, times: Times): readonly Event[] =>
  unsteadyChanges(cluster, times).map(({ pool, place, situation, time }) => {
    const occurrence = situation === 'running' ? recovery('notReady') : onset(situation);
    return eventResource(cluster, identity(cluster, pool, place), occurrence, time);
  });
