import { Random } from '../random';
import { clouds } from './clouds/clouds';
import { write } from './clouds/writer';
import type { Cluster } from './cluster';
import { metadata, uidWithin } from './metadata';
import { networkInterfaces, type NetworkInterface } from './network';
import { situationAt, type Pool } from './pools';
import { circumstancesOf, conditionsWith, type Situation } from './situations';

export interface Times {
  readonly started: number;
  readonly now: number;
}

/** A machine, generated from its place in the pool: it is not stored, and is the same each time. */
export function machineResource(cluster: Cluster, pool: Pool, place: number, times: Times) {
  const cloud = clouds[cluster.cloudType];
  const situation = situationAt(pool, place);
  const { key, ...named } = identity(cluster, pool, place);
  const random = new Random(key);
  const age = random.next() * 0.5 * (times.started - cluster.created);
  const created = Math.round(cluster.created + Math.max(0, age));
  const changed = pool.changed.get(place);
  const interfaces = ['pending', 'provisioning', 'failed'].includes(situation)
    ? []
    : networkInterfaces(cluster, pool, place, cloud.hasPublicAddresses);
  const resource = metadata(
    { ...named, created },
    { 'node-pool': pool.name, ...(pool.flavor.numCPUs > 8 ? { 'gpu-a100': 'demo__tag' } : {}) },
    place === 0 && pool.isControlPlane ? 'First member of the control plane' : undefined,
  );
  return {
    ...cloud.heads.machine,
    metadata: circumstancesOf(situation).instanceState.startsWith('Delet')
      ? { ...resource, deletionTimestamp: timestamp(changed) ?? ago(times, 4) }
      : resource,
    spec: write(cloud.machine, { cloud, cluster, pool, place, name: named.name, interfaces }),
    status: {
      addresses: addresses(interfaces),
      ...machineStatus(situation, random, times, { created, changed }),
    },
  };
}

/** The names of a machine, on which all its other fields depend. */
export function identity(cluster: Cluster, pool: Pool, place: number) {
  const key = `${cluster.uid}/${pool.name}/${place}`;
  return {
    key,
    name: `${cluster.name}-${pool.isControlPlane ? 'cp' : pool.name}-${place + 1}`,
    uid: uidWithin(cluster.projectUid, key),
  };
}

/** The addresses inside and outside its cluster. */
const addresses = ([first]: readonly NetworkInterface[]) => [
  ...(first?.privateIPs ?? []).map((address) => ({ address, type: 'InternalIP' })),
  ...(first?.publicIp === undefined ? [] : [{ address: first.publicIp, type: 'ExternalIP' }]),
];

function machineStatus(
  situation: Situation,
  random: Random,
  times: Times,
  { created, changed }: { readonly created: number; readonly changed: number | undefined },
) {
  const { instanceState, heartbeat, trouble, maintenance } = circumstancesOf(situation);
  const isKnown = heartbeat !== undefined || trouble !== undefined;
  return {
    instanceState,
    instanceStateLastUpdate: timestamp(changed ?? created),
    ready: instanceState === 'Running' && trouble === undefined,
    ...(isKnown && {
      health: {
        state: trouble ? 'unhealthy' : 'healthy',
        conditions: conditionsWith(trouble),
        ...(heartbeat === 'beating' && { lastHeartBeatTimestamp: latestBeat(times, random) }),
        ...(heartbeat === 'stopped' && {
          lastHeartBeatTimestamp: timestamp(changed) ?? ago(times, random.integer(40, 400)),
        }),
      },
    }),
    ...(maintenance && { maintenanceStatus: maintenance }),
  };
}

const timestamp = (time: number | undefined) =>
  time === undefined ? undefined : new Date(time).toISOString();

const minute = 60_000;

/** Relative to the start of the service, so that it does not change. */
export const ago = ({ started }: Times, minutes: number) =>
  new Date(started - minutes * minute).toISOString();

/** Each running machine sends a heartbeat once a minute, in its own second. */
export function latestBeat({ now }: Times, random: Random): string {
  const phase = random.integer(0, minute - 1);
  return new Date(Math.floor((now - phase) / minute) * minute + phase).toISOString();
}
