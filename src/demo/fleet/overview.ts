import { kubernetesVersion } from './clouds/parts';
import { certificateConditions } from './certificates';
import { clusterResource } from './clusterResources';
import { clusterStatus, clusterSummary } from './clusterSummaries';
import type { Cluster } from './cluster';
import { onset, type Event } from './events';
import type { Upgrade } from './upgrades';
import { ago, identity, type Times } from './machines';
import type { Named } from './metadata';
import { condition, packsOf, packStatus } from './packs';
import { situationAt } from './pools';
import { pendingUpgrade, repaveTime } from './repave';

/**
 * The overview of a cluster: its summary, and what it consists of.
 * @param events those of the cluster, the newest first
 */
export function clusterOverview(
  cluster: Cluster,
  project: Named,
  upgrades: readonly Upgrade[],
  events: readonly Event[],
  times: Times,
) {
  const { metadata, specSummary } = clusterSummary(cluster, project, upgrades, times);
  const status = clusterStatus(cluster, times);
  const { cloudAccountMeta, cloudConfig, archTypes, clusterProfileTemplate, clusterProfileTemplates } =
    specSummary;
  const { apiEndpoints, conditions } = clusterResource(cluster).status;
  const stateConditions = conditions.map((one) => {
    const since = latest(events, one.reason, cluster);
    return since === undefined ? one : { ...one, lastTransitionTime: new Date(since).toISOString() };
  });
  return {
    metadata,
    spec: {
      archTypes,
      cloudaccount: cloudAccountMeta,
      cloudConfig,
      clusterProfileTemplate,
      clusterProfileTemplates,
    },
    status: {
      ...status,
      apiEndpoints,
      conditions: [
        ...stateConditions,
        ...nodeConditions(cluster, events),
        ...certificateConditions(cluster, times.started),
      ],
      kubeMeta: {
        hasKubeConfig: cluster.state === 'Running',
        hasKubeConfigClient: false,
        hasManifest: true,
        kubernetesVersion: kubernetesVersion(cluster),
      },
      packs: packsOf(cluster, upgrades).map((pack) => packStatus(pack, cluster)),
      upgrades: pendingUpgrades(cluster, status.notifications.isAvailable, times),
    },
  };
}

/** Whether all machines could be created. */
function nodeConditions(cluster: Cluster, events: readonly Event[]) {
  return [true, false].map((isControlPlane) => {
    const type = isControlPlane ? 'ControlPlaneNodeAdditionDone' : 'WorkerNodeAdditionDone';
    const [failed] = cluster.pools
      .filter((pool) => pool.isControlPlane === isControlPlane)
      .flatMap((pool) => Array.from({ length: pool.size }, (_, place) => ({ pool, place })))
      .filter(({ pool, place }) => situationAt(pool, place) === 'failed');
    if (!failed) return condition(type, 'True', cluster.created);
    const machine = identity(cluster, failed.pool, failed.place);
    const { reason, message } = onset('failed');
    const since = latest(events, reason, machine) ?? cluster.created;
    return condition(type, 'False', since, reason, `${machine.name}: ${message}`);
  });
}

/** When something last happened, according to its event. */
function latest(events: readonly Event[], reason: string, { uid }: Named): number | undefined {
  const event = events.find((one) => one.reason === reason && one.involvedObject.uid === uid);
  return event && Date.parse(event.metadata.creationTimestamp);
}

/** What is going to change in a cluster. */
function pendingUpgrades(cluster: Cluster, isAvailable: boolean, times: Times) {
  return [
    ...(cluster.isRepavePending
      ? [
          {
            reason: [pendingUpgrade(cluster)],
            timestamp: new Date(repaveTime(cluster, times.started)).toISOString(),
          },
        ]
      : []),
    ...(isAvailable
      ? [
          {
            reason: ['A new version of the profile platform-services is available'],
            timestamp: ago(times, 3 * 24 * 60),
          },
        ]
      : []),
  ];
}
