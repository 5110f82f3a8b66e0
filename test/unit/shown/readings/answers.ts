import { searchClusterMetadata } from '../../../../src/service/resources/cluster';
import {
  readClusterOverview,
  listPendingRepaves,
  readRepave,
  readCertificates,
} from '../../../../src/service/resources/clusterFacts';
import {
  cloudConfigFrom,
  clusterFrom,
  foundClusterFrom,
  machineFrom,
  projectFrom,
} from '../../support/resources';
import { entryFrom } from '../../support/events';
import {
  clustersIn,
  countedIn,
  countsOf,
  type Cluster,
  type Deed,
  type MachineState,
  type Profile,
  type World,
} from './world';

// What the service answers, as Poolview reads it.

/** The cloud config and the cluster have the same UID. */
const cloudType = 'aws';

const named = (uid: string): object => ({ metadata: { uid, name: uid } });

export function projectOf(uid: string, world: World, { counted, named: areNamed }: Profile) {
  const uids = clustersIn(world, uid);
  const words = uids.flatMap((cluster) => world.clusters[cluster]?.word ?? []);
  const errored = words.filter(({ state }) => state === 'Failed').length;
  const running = words.filter(({ state }) => state === 'Running');
  const unhealthy = running.filter(({ health }) => health === 'Unhealthy').length;
  const clustersHealth = { errored, unhealthy, healthy: running.length - unhealthy };
  // In another order than searches find them.
  const usage = { clusters: uids.toReversed().map((cluster) => ({ uid: cluster, name: cluster })) };
  return projectFrom({
    ...named(uid),
    status: { ...(counted && { clustersHealth }), ...(areNamed && { usage }) },
  });
}

function statusOf({ word: { state, health } }: Cluster, profile: Profile) {
  return { state, ...(profile.health && { health: { state: health } }) };
}

export function searchedOf(uid: string, cluster: Cluster, profile: Profile) {
  const { project, word, cores, kubernetes, isWaiting } = cluster;
  const machinePools = Object.values(countedIn(cluster)).map((machines) => {
    const { size, healthy, inMaintenance: maintenanceMode } = countsOf(machines);
    return profile.search === 'counts' ? { size, healthy, maintenanceMode } : { size };
  });
  const status = statusOf(cluster, profile);
  const conditions = word.message === undefined ? [] : [{ type: 'Finding', message: word.message }];
  const packs = [{ layer: 'k8s', name: 'kubernetes', version: kubernetes }];
  return foundClusterFrom({
    ...named(uid),
    specSummary: {
      projectMeta: { uid: project, name: project },
      cloudConfig: { uid, cloudType, ...(profile.search !== 'bare' && { machinePools }) },
      ...(profile.versions && { clusterProfileTemplates: [{ name: 'infra', packs }] }),
    },
    status: {
      ...status,
      ...(profile.health && { health: { ...status.health, agentVersion: '4.5.0', conditions } }),
      location: { regionCode: 'eu-1', regionName: 'Frankfurt' },
      ...(profile.usage && { metrics: { cpu: { total: cores.total, usage: cores.used, unit: 'cores' } } }),
      // Only while it waits.
      ...(isWaiting && { repave: { state: 'Pending' } }),
    },
  });
}

export function metadataOf(uid: string, cluster: Cluster, profile: Profile) {
  const { project } = cluster;
  const specSummary = { cloudType, projectMeta: { uid: project, name: project } };
  const json = { ...named(uid), specSummary, status: statusOf(cluster, profile) };
  const [summary] = searchClusterMetadata().read({ items: [json] })?.items ?? [];
  if (summary === undefined) throw new Error('Invalid metadata');
  return summary;
}

export function ownOf(uid: string, { word: { state } }: Cluster) {
  return clusterFrom({
    ...named(uid),
    spec: { cloudType, cloudConfigRef: { uid } },
    status: { state },
  });
}

export function configOf(uid: string, { pools }: Cluster, { sizes }: Profile) {
  const machinePoolConfig = Object.entries(pools).map(([name, machines]) => ({
    name,
    ...(sizes && { size: Object.keys(machines).length }),
  }));
  return cloudConfigFrom({ ...named(uid), spec: { machinePoolConfig } });
}

const lateMs = 30 * 60_000;

/** @param at when the service was asked, in milliseconds since 1970 @param since when it became so, if that is told */
export function machineOf(uid: string, state: MachineState, at: number, since?: number) {
  const isUnhealthy = state === 'unhealthy';
  const lastTransitionTime = since === undefined ? undefined : new Date(since).toISOString();
  const status = {
    instanceState: state === 'failed' ? 'Failed' : 'Running',
    ...(isUnhealthy && {
      health: { conditions: [{ type: 'DiskPressure', status: 'True', lastTransitionTime }] },
    }),
    ...(state === 'lateHeartbeat' && {
      health: { lastHeartBeatTimestamp: new Date(at - lateMs).toISOString() },
    }),
    ...(state === 'maintenance' && { maintenanceStatus: { action: 'cordon', state: 'Completed' } }),
  };
  return machineFrom({ ...named(uid), status }, cloudType);
}

export function auditOf({ time, message, who, to, type = 'update' }: Deed) {
  const [firstName, lastName] = who.split(' ');
  return entryFrom({
    metadata: { uid: `${to} ${time} ${message}`, creationTimestamp: new Date(time).toISOString() },
    spec: {
      actionMsg: message,
      actionType: type,
      actor: { actorType: 'user', user: { firstName, lastName, emailId: 'somebody@example.com' } },
      resource: { kind: 'spectrocluster', name: to, uid: to },
    },
  });
}

function valid<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('Invalid JSON');
  return value;
}

export function overviewOf({ kubernetes, failedPack, packs: told = [] }: Cluster) {
  const error = { type: 'Error', reason: 'CrashLoopBackOff' };
  const timeOf = (time: number | undefined) => time && new Date(time).toISOString();
  const packs = [
    ...(failedPack === undefined ? [] : [{ name: failedPack, condition: error }]),
    ...told.map(({ name, version, started, failed }) => ({
      ...{ name, version, startTime: timeOf(started), profileUid: 'profile' },
      condition: failed === undefined ? { type: 'Ready' } : { ...error, lastTransitionTime: timeOf(failed) },
    })),
  ];
  return valid(
    readClusterOverview('', '').read({ status: { packs, kubeMeta: { kubernetesVersion: kubernetes } } }),
  );
}

export function certificatesOf({ expiry }: Cluster) {
  const certificates = [{ name: 'apiserver', expiry: new Date(expiry).toISOString() }];
  return valid(
    readCertificates('', '').read({
      machineCertificates: [{ name: 'm', certificateAuthorities: [{ name: 'ca', certificates }] }],
    }),
  );
}

export function repaveOf({ isWaiting }: Cluster) {
  return valid(readRepave('', '').read({ status: { state: isWaiting ? 'Pending' : 'Approved' } }));
}

export function waitingOf({ clusters }: World) {
  const items = Object.entries(clusters).flatMap(([uid, { isWaiting, project }]) =>
    isWaiting ? [{ ...named(uid), specSummary: { projectMeta: { uid: project, name: project } } }] : [],
  );
  return valid(listPendingRepaves(undefined).read({ items })).items;
}
