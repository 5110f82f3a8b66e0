import type { ClusterFacts } from '../presentation/cluster';
import type { ServiceClient } from '../service/client';
import type { ClusterRef } from './clusterReads';

// Loaded when a single cluster is first read.

export { failureOf } from '../presentation/failure';

/** The time of the metrics that are read, and the time between two points. */
const metricsMinutes = { window: 60, period: 2 };

const minuteMs = 60_000;

export const requests: {
  readonly [Name in keyof ClusterFacts]: (
    client: ServiceClient,
    ref: ClusterRef,
  ) => Promise<ClusterFacts[Name]>;
} = {
  overview: (client, { uid, projectUid }) => client.readClusterOverview(uid, projectUid),
  repave: (client, { uid, projectUid }) => client.readRepave(uid, projectUid),
  certificates: (client, { uid, projectUid }) => client.readCertificates(uid, projectUid),
  metrics: async (client, { uid, projectUid }) => {
    const end = Math.floor(Date.now() / minuteMs) * minuteMs;
    const start = end - metricsMinutes.window * minuteMs;
    const query = { clusterUid: uid, projectUid, start, end, period: metricsMinutes.period };
    return (await client.listMachineMetrics(query)).items;
  },
};
