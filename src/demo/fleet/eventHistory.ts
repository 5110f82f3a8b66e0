import { Random } from '../random';
import type { Cluster } from './cluster';
import { eventResource, onset, recovery, stateEvent, type Event } from './events';
import { incidentChanges, incidentEvents, type MachineChange } from './incidents';
import { identity } from './machines';
import { situationAt, type Pool } from './pools';

const minute = 60_000;

/**
 * The events of a cluster in the day before the service started, in no order. They explain the states that the cluster and
 * its machines had then. They are not stored, and are the same each time.
 */
export function eventHistory(cluster: Cluster, started: number): readonly Event[] {
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
  const state = stateEvent(cluster.initialState);
  return cluster.initialState === 'Running' || told.some(({ reason }) => reason === state.reason)
    ? told
    : [...told, eventResource(cluster, undefined, state, recently(random, started))];
}

const randomKey = ({ uid }: Cluster) => `${uid}/events`;

/** Not in the last hour, whose log is short: only incidents are. */
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
