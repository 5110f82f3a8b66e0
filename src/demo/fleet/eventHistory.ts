import { Random } from '../random';
import type { Cluster } from './cluster';
import { eventResource, onset, stateEvent, type Event } from './events';
import { identity } from './machines';
import { situationAt, type Pool } from './pools';
import { clusterEpisodes, machineEpisodes } from './routine';

const minute = 60_000;

/**
 * The events of a cluster in the day before the service started, in no order. They explain the states that the cluster and
 * its machines had then. They are not stored, and are the same each time.
 * @param routine the least and the greatest number of events that change nothing
 */
export function eventHistory(
  cluster: Cluster,
  routine: readonly [least: number, most: number],
  started: number,
): readonly Event[] {
  const random = new Random(randomKey(cluster));
  const states = initialOnsets(cluster, started, random).map(({ pool, place, situation, time }) =>
    eventResource(cluster, identity(cluster, pool, place), onset(situation), time),
  );
  if (cluster.initialState !== 'Running') {
    const state = eventResource(
      cluster,
      undefined,
      stateEvent(cluster.initialState),
      recently(random, started),
    );
    return [state, ...states];
  }
  const healthy = cluster.pools.flatMap(initialMachines).filter(({ situation }) => situation === 'running');
  const count = random.integer(...routine);
  const events: Event[] = [];
  while (events.length < count) {
    const episode = random.pick(
      healthy.length > 0 ? [...clusterEpisodes, ...machineEpisodes] : clusterEpisodes,
    );
    const start = started - random.integer(120 * minute, 1_420 * minute);
    const [one] = machineEpisodes.includes(episode) ? random.sample(healthy, 1) : [];
    const machine = one && identity(cluster, one.pool, one.place);
    events.push(
      ...episode.map(([after, occurrence]) =>
        eventResource(cluster, machine, occurrence, start + after * minute),
      ),
    );
  }
  return [...events, ...states];
}

const randomKey = ({ uid }: Cluster) => `${uid}/events`;

/** Routine is over by then, so that the latest warning is about something that is wrong. */
const recently = (random: Random, started: number) => started - random.integer(5 * minute, 40 * minute);

/** The machines that were not just running when the service started, and since when. */
export const initialOnsets = (cluster: Cluster, started: number, random = new Random(randomKey(cluster))) =>
  cluster.pools
    .flatMap(initialMachines)
    .filter(({ situation }) => situation !== 'running')
    .map((machine) => ({ ...machine, time: recently(random, started) }));

const initialMachines = (pool: Pool) =>
  Array.from({ length: pool.initial.size }, (_, place) => ({
    pool,
    place,
    situation: situationAt(pool.initial, place),
  }));
