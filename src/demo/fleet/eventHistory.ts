import { Random } from '../random';
import type { Cluster } from './cluster';
import { eventResource, onset, recovery, stateEvent, type Event } from './events';
import { incidentChanges, incidentEvents, type MachineChange } from './incidents';
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
  const changes = initialChanges(cluster, started, random);
  const told = [
    ...incidentEvents(cluster, started),
    ...changes.map(({ pool, place, situation, time }, index) => {
      const before = changes.slice(0, index).findLast((one) => isSame(one, { pool, place }));
      const occurrence = situation === 'running' && before ? recovery(before.situation) : onset(situation);
      return eventResource(cluster, identity(cluster, pool, place), occurrence, time);
    }),
  ];
  if (cluster.initialState !== 'Running') {
    const state = stateEvent(cluster.initialState);
    const isTold = told.some(({ reason }) => reason === state.reason);
    return isTold ? told : [...told, eventResource(cluster, undefined, state, recently(random, started))];
  }
  const healthy = cluster.pools
    .flatMap(initialMachines)
    .filter((machine) => !changes.some((change) => isSame(change, machine)));
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
  return [...events, ...told];
}

const randomKey = ({ uid }: Cluster) => `${uid}/events`;

/**
 * Routine is over by then, so that the latest warning is about something that is wrong. It is not in the last hour, whose log
 * is short: only incidents are.
 */
const recently = (random: Random, started: number) => started - random.integer(65 * minute, 115 * minute);

/** The changes of machines before the service started, in order of time for each: all others had been running. */
export function initialChanges(
  cluster: Cluster,
  started: number,
  random = new Random(randomKey(cluster)),
): readonly MachineChange[] {
  const known = incidentChanges(cluster, started);
  const others = cluster.pools
    .flatMap(initialMachines)
    .filter((machine) => machine.situation !== 'running' && !known.some((change) => isSame(change, machine)))
    .map((machine) => ({ ...machine, time: recently(random, started) }));
  return [...known, ...others];
}

type Place = Pick<MachineChange, 'pool' | 'place'>;

const isSame = (a: Place, b: Place) => a.pool === b.pool && a.place === b.place;

const initialMachines = (pool: Pool) =>
  Array.from({ length: pool.initial.size }, (_, place) => ({
    pool,
    place,
    situation: situationAt(pool.initial, place),
  }));
