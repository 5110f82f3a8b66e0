import { Random } from '../random';
import { address, nodeImage, zones } from './clusterResources';
import type { Cluster } from './clusters';
import { metadata, uidWithin } from './metadata';
import { situationAt, type Pool } from './pools';
import { circumstancesOf, conditionsWith, type Situation } from './situations';

export interface Times {
  readonly started: number;
  readonly now: number;
}

/** A machine's place in its pool says all about it: none is kept, and each is the same whenever it is asked for. */
export function machineResource(cluster: Cluster, pool: Pool, place: number, times: Times) {
  const situation = situationAt(pool, place);
  const hasAddress = !['pending', 'provisioning', 'failed'].includes(situation);
  const name = `${cluster.name}-${pool.isControlPlane ? 'cp' : pool.name}-${place + 1}`;
  const key = `${cluster.uid}/${pool.name}/${place}`;
  const random = new Random(key);
  const created = Math.round(cluster.created + random.next() * 0.5 * (times.started - cluster.created));
  const host = pool.firstHost + place;
  const resource = metadata(
    { name, uid: uidWithin(cluster.projectUid, key), created },
    { 'node-pool': pool.name, ...(pool.flavor.numCPUs > 8 ? { 'gpu-a100': 'demo__tag' } : {}) },
    place === 0 && pool.isControlPlane ? 'First member of the control plane' : undefined,
  );
  return {
    apiVersion: 'v1',
    kind: 'OpenStackMachine',
    metadata: circumstancesOf(situation).instanceState.startsWith('Delet')
      ? { ...resource, deletionTimestamp: ago(times, 4) }
      : resource,
    spec: {
      az: zones[place % zones.length],
      image: nodeImage(cluster),
      instanceType: pool.flavor,
      nics: hasAddress ? networkInterfaces(cluster, pool, host) : [],
      projectId: uidWithin(cluster.projectUid, `${cluster.projectUid}/cloud`),
      securityGroups: ['default', `${cluster.name}-nodes`],
      sshKeyName: 'platform-ops',
    },
    status: {
      addresses: hasAddress ? [{ address: address(cluster, host), type: 'InternalIP' }] : [],
      ...machineStatus(situation, random, times, created),
    },
  };
}

function networkInterfaces(cluster: Cluster, { flavor }: Pool, host: number) {
  const nodes = { index: 0, networkName: `${cluster.name}-nodes`, privateIPs: [address(cluster, host)] };
  return flavor.numCPUs < 8
    ? [nodes]
    : [
        nodes,
        {
          index: 1,
          networkName: 'storage',
          privateIPs: [
            address({ ...cluster, network: [255, cluster.network[1]] }, host),
            `fd00:10::${host.toString(16)}`,
          ],
        },
      ];
}

function machineStatus(situation: Situation, random: Random, times: Times, created: number) {
  const { instanceState, heartbeat, trouble, maintenance } = circumstancesOf(situation);
  const isKnown = heartbeat !== undefined || trouble !== undefined;
  return {
    instanceState,
    instanceStateLastUpdate: new Date(created).toISOString(),
    ready: instanceState === 'Running' && trouble === undefined,
    ...(isKnown && {
      health: {
        state: trouble ? 'unhealthy' : 'healthy',
        conditions: conditionsWith(trouble),
        ...(heartbeat === 'beating' && { lastHeartBeatTimestamp: latestBeat(times.now, random) }),
        ...(heartbeat === 'stopped' && { lastHeartBeatTimestamp: ago(times, random.integer(40, 400)) }),
      },
    }),
    ...(maintenance && { maintenanceStatus: maintenance }),
  };
}

const minute = 60_000;

/** Counted from the start of the service, so that it stays what it is. */
const ago = ({ started }: Times, minutes: number) => new Date(started - minutes * minute).toISOString();

/** A machine beats once a minute, each in its own second. */
function latestBeat(now: number, random: Random): string {
  const phase = random.integer(0, minute - 1);
  return new Date(Math.floor((now - phase) / minute) * minute + phase).toISOString();
}
