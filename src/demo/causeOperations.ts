import { badRequest, notFound, ok } from './answers';
import { inScope } from './clusterOperations';
import { metricKinds } from './fleet/metrics';
import { repaveState } from './fleet/repave';
import type { Fleet } from './fleet/fleet';
import { whole, type Pager } from './paging';
import { projectsInScope } from './projectOperations';
import type { Call, Operations } from './routes';
import { timeIn } from './times';

/** What explains the state of a cluster. */
export function causeOperations(
  fleet: Fleet,
  pager: Pager,
): Operations<
  'readClusterOverview' | 'listPendingRepaves' | 'readRepave' | 'readCertificates' | 'listMachineMetrics'
> {
  const find = ({ parameters: [uid = ''], projectUid }: Call) =>
    inScope(fleet.findCluster('uid', uid), projectUid, 'The cluster');
  return {
    readClusterOverview: (call) => ok(fleet.overview(find(call))),

    listPendingRepaves({ query, projectUid }) {
      const state = query.get('repaveState') ?? 'Pending';
      const found = projectsInScope(fleet, projectUid).flatMap((project) =>
        project.clusters
          .filter((cluster) => repaveState(cluster) === state)
          .map((cluster) => ({ project, cluster })),
      );
      const { items, listmeta } = pager.page(found, query, `repaves\n${projectUid ?? ''}\n${state}`);
      return ok({
        items: items.map(({ project, cluster }) => fleet.summarizeCluster(cluster, project)),
        listmeta,
      });
    },

    readRepave: (call) => ok(fleet.repave(find(call))),

    readCertificates: (call) => ok(fleet.certificates(find(call))),

    listMachineMetrics({ query, projectUid }) {
      const uid = query.get('spectroClusterUid') ?? '';
      const cluster = inScope(fleet.findCluster('uid', uid), projectUid, 'The cluster');
      const kind = query.get('metricKind') ?? 'all';
      if (kind !== 'all' && !metricKinds.includes(kind)) throw notFound('The metric');
      const hasControlPlane = query.get('includeControlPlaneMachines') === 'true';
      return ok({
        items: fleet.metrics(
          cluster,
          cluster.pools.filter(({ isControlPlane }) => hasControlPlane || !isControlPlane),
          {
            kinds: kind === 'all' ? metricKinds : [kind],
            times: sampleTimes(query, fleet.now),
            isDiscrete: query.get('discrete') === 'true',
          },
        ),
      });
    },
  };
}

const minute = 60_000;
const mostSamples = 2_000;

/** At full multiples of the period: the same times for every client. */
function sampleTimes(query: URLSearchParams, now: number): readonly number[] {
  const step = (whole(query, 'period', 1) ?? 1) * minute;
  const end = Math.min(now, timeIn(query, 'endTime') ?? now);
  const start = timeIn(query, 'startTime') ?? end - 60 * minute;
  const first = Math.ceil(start / step);
  const count = Math.max(0, Math.floor(end / step) - first + 1);
  if (count > mostSamples) throw badRequest(`There can be up to ${mostSamples} points: use a longer period.`);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}
