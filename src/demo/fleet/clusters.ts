import { largest, sized, type FleetOptions } from '../options';
import { Random } from '../random';
import { uidWithin, type Named } from './metadata';
import { fillUp, poolName } from './names';
import { buildPools, controlPlaneName, hasIllMachine, type Pool, type PoolPlan } from './pools';
import type { Situation } from './situations';

export type ClusterState = 'Running' | 'Provisioning' | 'Deleting' | 'Error';
export type CloudType = 'openstack' | 'aws';

export interface ClusterPlan {
  /** What follows the project's name in the cluster's. */
  readonly suffix: string;
  readonly state?: ClusterState;
  readonly cloudType?: CloudType;
  /** Generated where absent. */
  readonly pools?: readonly PoolPlan[];
}

export interface Cluster extends Named {
  readonly configUid: string;
  readonly projectUid: string;
  readonly cloudType: CloudType;
  readonly created: number;
  /** The second and third number of its machines' addresses. */
  readonly network: readonly [number, number];
  readonly pools: readonly Pool[];
  state: ClusterState;
}

/** The project as far as its clusters need to know it. */
export interface Owner extends Named {
  readonly slug: string;
  readonly created: number;
  readonly place: number;
}

export function buildCluster(
  owner: Owner,
  place: number,
  plan: ClusterPlan,
  options: FleetOptions,
  started: number,
): Cluster {
  const key = `${options.seed}/${owner.uid}/${plan.suffix}`;
  const random = new Random(key);
  const state = plan.state ?? 'Running';
  return {
    name: `${owner.slug}-${plan.suffix}`,
    uid: uidWithin(owner.uid, key),
    configUid: uidWithin(owner.uid, `${key}/config`),
    projectUid: owner.uid,
    cloudType: plan.cloudType ?? 'openstack',
    created: Math.round(owner.created + random.next() * 0.9 * (started - owner.created)),
    network: [owner.place % 256, (place * 8) % 256],
    pools: buildPools(planPools(plan.pools, random, options), usualSituations[state]),
    state,
  };
}

const usualSituations: Record<ClusterState, Situation> = {
  Running: 'running',
  Provisioning: 'provisioning',
  Deleting: 'deleting',
  Error: 'failed',
};

function planPools(
  written: readonly PoolPlan[] | undefined,
  random: Random,
  { poolsPerCluster, machinesPerPool }: FleetOptions,
): PoolPlan[] {
  const count = sized(poolsPerCluster, written?.length ?? random.pick([1, 2, 2, 2, 3]));
  const generate = (name: string) => generatePool(name, random, largest(machinesPerPool));
  return fillUp(written ?? [], count, ({ name }) => name, poolName, generate).map((plan) => ({
    ...plan,
    size: sized(machinesPerPool, plan.size),
  }));
}

function generatePool(name: string, random: Random, most: number): PoolPlan {
  if (name === controlPlaneName) {
    return { name, size: random.pick([1, 3, 3, 3]), flavor: random.pick(['medium', 'large']) };
  }
  const size = Math.min(random.integer(1, most), random.integer(1, most));
  return {
    name,
    size,
    flavor: random.pick(['medium', 'large', 'large', 'xlarge', 'memory']),
    ...(random.chance(0.4) && { range: [Math.ceil(size / 3), size * 2] as const }),
    situations: random.chance(0.15) ? { [random.integer(0, size - 1)]: random.pick(mishaps) } : {},
  };
}

const mishaps = [
  'diskPressure',
  'memoryPressure',
  'notReady',
  'silent',
  'lost',
  'failed',
  'cordoned',
  'cordoned',
  'draining',
  'provisioning',
  'provisioned',
  'pending',
  'deleting',
  'deleted',
  'unknown',
] as const satisfies Situation[];

export const cpuCores = ({ pools }: Cluster) =>
  pools.reduce((sum, { size, flavor }) => sum + size * flavor.numCPUs, 0);

export function countHealth(clusters: readonly Cluster[]) {
  const running = clusters.filter(({ state }) => state === 'Running');
  const unhealthy = running.filter(({ pools }) => pools.some(hasIllMachine));
  return {
    errored: clusters.filter(({ state }) => state === 'Error').length,
    healthy: running.length - unhealthy.length,
    running: running.length,
    unhealthy: unhealthy.length,
  };
}
