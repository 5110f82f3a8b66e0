import type { Session } from '../../connections/session';
import { uniqueByUid } from '../../service/pages';
import type { MachineMetrics } from '../../service/resources/metrics';
import type { ServiceEvent } from '../../service/resources/event';
import type { ClusterFacts } from '../cluster';
import { newestFirst } from '../events';
import type { ClusterRow } from '../kinds';
import { projectUidOf } from '../kinds/project';
import { DetailCache, type Details, type Kept } from './detailCache';

/** A cluster, as operations take it. */
export interface ClusterRef {
  readonly uid: string;
  readonly projectUid: string | undefined;
}

/** Undefined if the service told no UID to ask for. */
export function clusterRef(cluster: ClusterRow | undefined): ClusterRef | undefined {
  const { uid = '' } = cluster?.usage ?? {};
  return cluster === undefined || uid === '' ? undefined : { uid, projectUid: projectUidOf(cluster.parent) };
}

/** The time of the metrics that are read, and the time between two points. */
const metricsMinutes = { window: 60, period: 2 };

const minuteMs = 60_000;

/** How many events each cluster has in memory. */
const maxEvents = 200;

const details: Details<ClusterFacts, ClusterRef> = {
  overview: {
    read: (client, { uid, projectUid }, options) => client.readClusterOverview(uid, projectUid, options),
  },
  repave: { read: (client, { uid, projectUid }, options) => client.readRepave(uid, projectUid, options) },
  certificates: {
    read: (client, { uid, projectUid }, options) => client.readCertificates(uid, projectUid, options),
  },
  metrics: {
    read: async (client, { uid, projectUid }, options) => {
      const end = Math.floor(Date.now() / minuteMs) * minuteMs;
      const start = end - metricsMinutes.window * minuteMs;
      const query = { clusterUid: uid, projectUid, start, end, period: metricsMinutes.period };
      return (await client.listMachineMetrics(query, options)).items;
    },
    bytesOf: (machines) => 50 * pointsIn(machines),
  },
  events: {
    read: async (client, { uid, projectUid }, options) =>
      (await client.listEvents({ clusterUid: uid, projectUid }, options)).items,
    join: newestOf,
    bytesOf: ({ length }) => 1000 * length,
  },
};

/** What was read of single clusters when the user looked at them, by UID. */
export class ClusterReads extends DetailCache<ClusterFacts, ClusterRef> {
  constructor(session: Pick<Session, 'client'>, kept?: Kept<ClusterFacts>) {
    super(session, details, kept);
  }
}

function pointsIn(machines: readonly MachineMetrics[]): number {
  const metrics = machines.flatMap((machine) => machine.metrics ?? []);
  return metrics.reduce((sum, { points = [] }) => sum + points.length, 0);
}

/** Drops the earlier events if others may be missing in between: then, none of them is on the newest page. */
function newestOf(
  page: readonly ServiceEvent[],
  before: readonly ServiceEvent[] = [],
): readonly ServiceEvent[] {
  const read = new Set(page.map(identityOf));
  const isNext = before.some((event) => read.has(identityOf(event)));
  const all = uniqueByUid(isNext ? [...page, ...before] : page, identityOf);
  return all.toSorted(newestFirst).slice(0, maxEvents);
}

/** Events without a UID that are equal in everything are the same. */
function identityOf(event: ServiceEvent): string {
  const { uid = '' } = event.metadata ?? {};
  return uid === '' ? JSON.stringify(event) : uid;
}
