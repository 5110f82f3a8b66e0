import { Random } from '../random';
import { clouds } from './clouds/clouds';
import { cloudAccount, hostCluster, poolRole } from './clouds/parts';
import { clusterMetadata } from './clusterResources';
import type { Cluster } from './cluster';
import { cpuCores, memoryMiB } from './clusters';
import { tagsOf } from './labels';
import { ago, identity, latestBeat, type Times } from './machines';
import type { Upgrade } from './upgrades';
import { refer, type Named } from './metadata';
import { packsOf, profile } from './packs';
import { countMachines, situationAt, type Pool } from './pools';
import { circumstancesOf, isIll, isInMaintenance } from './situations';

/** A cluster in the response of a cluster search. */
export function clusterSummary(cluster: Cluster, project: Named, upgrades: readonly Upgrade[], times: Times) {
  const { configUid, cloudType, pools, hybridPools } = cluster;
  const packs = packsOf(cluster, upgrades);
  const inProject = (type: 'infra' | 'add-on') => ({ ...profile(cluster, type, packs), scope: 'project' });
  const templates = [inProject('infra'), inProject('add-on')] as const;
  return {
    metadata: clusterMetadata(cluster),
    specSummary: {
      archTypes: ['amd64'],
      cloudAccountMeta: cloudAccount(cluster),
      cloudConfig: {
        uid: configUid,
        cloudType,
        machinePools: pools.map((pool) => poolSummary(pool, cloudType)),
        hybridMachinePools: hybridPools.map((pool) => poolSummary(pool, 'edge-native')),
      },
      clusterConfig: { timezone: 'UTC' },
      clusterProfileTemplate: templates[0],
      clusterProfileTemplates: templates,
      projectMeta: refer(project),
    },
    status: {
      ...clusterStatus(cluster, times),
      ...(cluster.isRepavePending && { repave: { state: 'Pending' } }),
    },
  };
}

/** The same cluster in the response of a search for cluster metadata. */
export function metadataSummary(cluster: Cluster, project: Named, times: Times) {
  const { metadata, specSummary, status } = clusterSummary(cluster, project, [], times);
  const { state, lastHeartBeatTimestamp } = status.health;
  const silence = times.now - Date.parse(lastHeartBeatTimestamp ?? new Date(times.now).toISOString());
  return {
    metadata,
    specSummary: {
      archType: specSummary.archTypes,
      cloudAccountUid: specSummary.cloudAccountMeta.uid,
      cloudRegion: status.location.regionCode,
      cloudType: specSummary.cloudConfig.cloudType,
      clusterType: 'PureManage',
      location: status.location,
      projectMeta: specSummary.projectMeta,
      tags: tagsOf(metadata.labels),
    },
    status: {
      state: status.state,
      health: { state, isHeartBeatFailed: silence > heartbeatLimit },
      cost: { total: status.cost.total },
      fips: status.fips,
      updates: { isUpdatesPending: status.notifications.isAvailable },
    },
  };
}

/** In milliseconds. */
const heartbeatLimit = 600_000;

const poolSummary = (pool: Pool, cloudType: string) => ({
  cloudType,
  size: pool.size,
  healthy: countMachines(pool, (situation) => !isIll(situation)),
  maintenanceMode: countMachines(pool, isInMaintenance),
  isControlPlane: pool.isControlPlane,
  labels: [poolRole(pool)],
});

export function clusterStatus(cluster: Cluster, times: Times) {
  const { state, cloudType, site } = cluster;
  const random = new Random(`${cluster.uid}/status`);
  const hourly = (cpuCores(cluster) * random.integer(30, 50)) / 1_000;
  return {
    state,
    health: clusterHealth(cluster, random, times),
    location: {
      coordinates: site.coordinates,
      countryCode: site.countryCode,
      countryName: site.countryName,
      regionCode: site.regions[clouds[cloudType].region],
      regionName: site.city,
    },
    metrics: {
      cpu: usage(cpuCores(cluster), 'cores', random, times),
      memory: usage(memoryMiB(cluster), 'MiB', random, times),
    },
    cost: cost(hourly * 24 * 30),
    hourlyRate: cost(hourly),
    fips: { mode: 'none' },
    notifications: { isAvailable: random.chance(0.2), isTemplateVariableResolutionPending: false },
    ...(cloudType === 'generic' && {
      clusterImport: { importLink: '', isBrownfield: true, state: 'Imported' },
    }),
    ...(cloudType === 'virtual' && {
      virtual: {
        hostCluster: hostCluster(cluster),
        lifecycleStatus: { msg: '', status: 'Running' },
        state: 'Running',
      },
    }),
  };
}

/** The health of a cluster is known only while it runs. */
function clusterHealth(cluster: Cluster, random: Random, times: Times) {
  const conditions = cluster.pools.flatMap((pool) => illMachines(cluster, pool));
  const isRunning = cluster.state === 'Running';
  return {
    agentVersion: '4.8.6',
    conditions,
    state: !isRunning ? 'Unknown' : conditions.length > 0 ? 'Unhealthy' : 'Healthy',
    ...(isRunning && { lastHeartBeatTimestamp: latestBeat(times, random) }),
    ...(cluster.state === 'Deleting' && { lastHeartBeatTimestamp: ago(times, 30) }),
  };
}

/** The number of unhealthy machines that it names. */
const namedMachines = 20;

function illMachines(cluster: Cluster, pool: Pool) {
  const ill = Array.from({ length: pool.size }, (_, place) => place).filter((place) =>
    isIll(situationAt(pool, place)),
  );
  return ill.slice(0, namedMachines).map((place) => {
    const { type = 'HeartbeatMissing', message = 'No heartbeat for too long' } =
      circumstancesOf(situationAt(pool, place)).trouble ?? {};
    return {
      type: type === 'Ready' ? 'NodeNotReady' : type,
      message,
      relatedObject: { kind: 'machine', ...refer(identity(cluster, pool, place)) },
    };
  });
}

function usage(total: number, unit: string, random: Random, { now }: Times) {
  const part = (least: number, most: number) => Math.round((total * random.integer(least, most)) / 10) / 10;
  return {
    lastUpdatedTime: new Date(now).toISOString(),
    limit: part(60, 140),
    request: part(40, 80),
    total,
    unit,
    usage: part(20, 70),
  };
}

function cost(total: number) {
  const round = (amount: number) => Math.round(amount * 1_000) / 1_000;
  const cloud = { compute: round(total * 0.8), storage: round(total * 0.2), total: round(total) };
  return { cloud, total: cloud.total };
}
