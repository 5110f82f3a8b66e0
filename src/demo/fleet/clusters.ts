import { largest, sized, type FleetOptions } from '../options';
import { Random } from '../random';
import { isManaged } from './clouds/cloudTypes';
import type { Cluster, ClusterPlan, ClusterState } from './cluster';
import { incidentChanges } from './incidents';
import { clusterLabels, type LabelSource } from './labels';
import { uidWithin, type Named } from './metadata';
import { fillUp, poolName } from './names';
import { buildPools, controlPlaneName, hasIllMachine, type PoolPlan } from './pools';
import { cloudTypeIn } from './profileClouds';
import { siteFor } from './sites';
import type { Situation } from './situations';

/** The parts of a project that its clusters depend on. */
export interface Owner extends Named, LabelSource {
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
  const { state = 'Running', cloudType: planned = 'openstack', hybridPools = [] } = plan;
  const cloudType = cloudTypeIn(options.profile, planned, key);
  const uid = uidWithin(owner.uid, key);
  const cluster: Cluster = {
    name: `${owner.slug}-${plan.suffix}`,
    uid,
    configUid: uidWithin(owner.uid, `${key}/config`),
    labels: clusterLabels(owner, plan.suffix, uid),
    projectUid: owner.uid,
    cloudType,
    created: Math.round(owner.created + random.next() * 0.9 * (started - owner.created)),
    network: [owner.place % 256, (place * 8) % 256],
    site: siteFor(plan.suffix, key),
    // Seeded by the plan, so that a cluster has the same pools in every cloud.
    pools: buildPools(planPools(plan.pools, isManaged(planned), random, options), usualSituations[state]),
    hybridPools: cloudType === 'aws' ? buildPools(hybridPools, usualSituations[state]) : [],
    initialState: state,
    state,
    isRepavePending: plan.isRepavePending ?? false,
    isRenewalFailing: plan.isRenewalFailing ?? false,
    hasOldNetwork: plan.hasOldNetwork ?? false,
    isUnsteady: options.isUnsteady && plan.isUnsteady === true,
  };
  for (const { pool, place, time } of incidentChanges(cluster, started)) pool.changed.set(place, time);
  return cluster;
}

/** The situation of the machines of a cluster in a state. */
export const usualSituations: Record<ClusterState, Situation> = {
  Running: 'running',
  Provisioning: 'provisioning',
  Deleting: 'deleting',
  Error: 'failed',
};

function planPools(
  written: readonly PoolPlan[] | undefined,
  isManagedCloud: boolean,
  random: Random,
  { poolsPerCluster, machinesPerPool }: FleetOptions,
): PoolPlan[] {
  const count = sized(poolsPerCluster, written?.length ?? random.pick([1, 2, 2, 2, 3]));
  const generate = (name: string) => generatePool(name, random, largest(machinesPerPool));
  // The first one is the control plane.
  const nameAt = (index: number) => poolName(isManagedCloud ? index + 1 : index);
  return fillUp(written ?? [], count, ({ name }) => name, nameAt, generate).map((plan) => ({
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

export const memoryMiB = ({ pools }: Cluster) =>
  pools.reduce((sum, { size, flavor }) => sum + size * flavor.memoryMiB, 0);

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
