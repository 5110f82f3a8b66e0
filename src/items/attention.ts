import { compareSeverities, needsAttention } from '../presentation/severity';
import { severityOf } from './health';
import type { Inventory } from './inventory';
import type { ProjectRow, ResourceRow } from './kinds';

/** What is known to need attention. */
export interface Attention {
  /** How many clusters and machines. A cluster counts for its machines, too, as in the fleet overview. */
  readonly clusters: number;
  readonly machines: number;
  /** The machines, the clusters, and the projects whose clusters are not loaded: the worst first. */
  readonly rows: readonly ResourceRow[];
}

/** Finds what needs attention in the loaded rows and, where clusters are not loaded, in the summaries of projects. */
export function attentionIn({ rows: known, store }: Pick<Inventory, 'rows' | 'store'>): Attention {
  const ill = known.filter((row) => needsAttention(severityOf(row, store)));
  const machines = ill.filter((row) => row.kind === 'machine');
  const clusters = ill.filter((row) => row.kind === 'cluster');
  const loadedIn = new Map<string, number>();
  for (const { parent } of clusters) loadedIn.set(parent.id, (loadedIn.get(parent.id) ?? 0) + 1);
  let unloaded = 0;
  const projects: ProjectRow[] = [];
  for (const project of ill.filter((row) => row.kind === 'project')) {
    const { errored = 0, unhealthy = 0 } = project.project.status?.clustersHealth ?? {};
    const missing = errored + unhealthy - (loadedIn.get(project.id) ?? 0);
    if (missing <= 0 || hasLoaded(project, store)) continue;
    unloaded += missing;
    projects.push(project);
  }
  const rows = [...machines, ...clusters, ...projects].sort((one, other) =>
    compareSeverities(severityOf(one, store), severityOf(other, store)),
  );
  return { clusters: clusters.length + unloaded, machines: machines.length, rows };
}

/** Whether all clusters of a project are loaded, with more than their names. */
function hasLoaded(project: ProjectRow, store: Inventory['store']): boolean {
  const branch = store.branchOf(project);
  return branch?.readAt !== undefined && branch.list.next === undefined && branch.list.note === undefined;
}
