import type { Endpoint } from '../endpoint';
import { pageOf, type PageAnswer } from '../pages';
import { list, object, reference, text, texts, timestamp, type Read, amount, type Reader } from '../readers';
import { ofCluster, healthCondition } from './cluster';
import { listOf } from './resource';
import { condition } from './machine';

const repavedCluster = object({ metadata: reference, specSummary: object({ projectMeta: reference }) });
/** A cluster whose machines wait for approval to be replaced. */
export type RepavedCluster = Read<typeof repavedCluster>;

/**
 * `GET /v1/dashboard/spectroclusters/repaveStatus?repaveState=Pending`: a page of the clusters that wait for approval, of
 * everything that the key can access.
 */
export function listPendingRepaves(token: string | undefined): Endpoint<PageAnswer<RepavedCluster>> {
  return {
    path: ['v1', 'dashboard', 'spectroclusters', 'repaveStatus'],
    query: { repaveState: 'Pending', ...pageOf(token) },
    read: listOf(repavedCluster),
  };
}

const packVersion = object({ name: text, version: text, tag: text });

const reason = object({
  code: text,
  message: text,
  pack: object({ current: packVersion, target: packVersion, diffConfigKeys: texts }),
});
/** Why machines have to be replaced. Of the values of a pack, which may be secret, only the keys of those that differ are read. */
export type RepaveReason = Read<typeof reason>;

const repave = object({
  spec: object({ source: text, reasons: list(reason) }),
  /** The states are `Pending`, `Approved` and `Reverted`. */
  status: object({ state: text, message: text, repaveTransitionTime: timestamp }),
});
/** Whether the machines of a cluster wait for approval to be replaced, and why. */
export type Repave = Read<typeof repave>;

/** `GET /v1/spectroclusters/{uid}/repave/status` */
export function readRepave(uid: string, projectUid: string | undefined): Endpoint<Repave> {
  // A cluster that waits for nothing may have none.
  return { ...ofCluster(uid, projectUid, 'repave', 'status'), own: undefined, read: repave };
}

const pack = object({
  name: text,
  version: text,
  type: text,
  profileUid: text,
  startTime: timestamp,
  endTime: timestamp,
  /** Its type is `Error` if the pack has failed; others are `ReadyForInstall`, `Installed` and `Ready`. */
  condition,
});
/** A part of a cluster that its profile installs, such as a network plugin. Its values, which may be secret, are never read. */
export type Pack = Read<typeof pack>;

/** An upgrade that has not been done, and why. */
const upgrade = object({ reason: texts, timestamp });

const clusterOverview = object({
  status: object({
    packs: list(pack),
    conditions: list(condition),
    health: object({ conditions: list(healthCondition) }),
    kubeMeta: object({ kubernetesVersion: text }),
    upgrades: list(upgrade),
  }),
});
export type ClusterOverview = Read<typeof clusterOverview>;

/** `GET /v1/dashboard/spectroclusters/{uid}/overview`: the packs and conditions of a cluster. */
export function readClusterOverview(uid: string, projectUid: string | undefined): Endpoint<ClusterOverview> {
  return {
    ...ofCluster(uid, projectUid),
    path: ['v1', 'dashboard', 'spectroclusters', uid, 'overview'],
    read: clusterOverview,
  };
}

const certificate = object({ name: text, expiry: timestamp });

/** The certificates of a machine of the control plane. */
const machineCertificates = object({
  /** Of the machine. */
  name: text,
  certificateAuthorities: list(object({ name: text, expiry: timestamp, certificates: list(certificate) })),
});

const clusterCertificates = object({ machineCertificates: list(machineCertificates) });
export type ClusterCertificates = Read<typeof clusterCertificates>;

/** `GET /v1/spectroclusters/{uid}/k8certificates`. The service renews some of them 30 days before they expire. */
export function readCertificates(uid: string, projectUid: string | undefined): Endpoint<ClusterCertificates> {
  return { ...ofCluster(uid, projectUid, 'k8certificates'), read: clusterCertificates };
}

const sample = object({ timestamp: amount, value: amount, avg: amount, max: amount });

/** The unit of timestamps is not documented. Numbers below this are seconds: as milliseconds, they are times before 1974. */
const leastMilliseconds = 1e11;

/** The most points of a metric: one a minute for a day. The others are dropped. */
const maxPoints = 1440;

const readSamples = list(sample);

/** The points with a time, in milliseconds since 1970, and a value, the oldest first: their order is not documented. */
const points: Reader<readonly Readonly<Record<'time' | 'value', number>>[]> = (json) => {
  const samples = Array.isArray(json) ? readSamples(json.slice(-maxPoints)) : undefined;
  return samples
    ?.flatMap(({ timestamp = 0, value, avg }) => {
      const time = timestamp < leastMilliseconds ? timestamp * 1000 : timestamp;
      const known = value ?? avg;
      return known === undefined || time === 0 ? [] : [{ time, value: known }];
    })
    .sort((one, other) => one.time - other.time);
};

const metric = object({
  /** Which kinds and units there are is not documented. */
  kind: text,
  unit: text,
  aggregation: object({ avg: amount, min: amount, max: amount }),
  points,
});
/** A measured value of a machine over time. */
export type Metric = Read<typeof metric>;

const machineMetrics = object({ metadata: object({ name: text, uid: text }), metrics: list(metric) });
export type MachineMetrics = Read<typeof machineMetrics>;

/** The machines of a cluster, and a time, in milliseconds since 1970. */
interface MetricsQuery {
  readonly clusterUid: string;
  readonly projectUid: string | undefined;
  readonly start: number;
  readonly end: number;
  /** The time between two points, in minutes. */
  readonly period: number;
}

/** `GET /v1/metrics/machine/values?spectroClusterUid={uid}`: the metrics of all machines of a cluster. */
export function listMachineMetrics(query: MetricsQuery): Endpoint<PageAnswer<MachineMetrics>> {
  return {
    ...ofCluster(query.clusterUid, query.projectUid),
    path: ['v1', 'metrics', 'machine', 'values'],
    query: {
      spectroClusterUid: query.clusterUid,
      includeControlPlaneMachines: 'true',
      metricKind: 'all',
      startTime: new Date(query.start).toISOString(),
      endTime: new Date(query.end).toISOString(),
      period: query.period,
    },
    read: listOf(machineMetrics),
  };
}
