import { needsAttention } from './severity';
import type { Inventory } from './inventory';
import { compareStates, countedId } from './item';
import { isResourceRow, isRow, type ProjectRow, type ResourceRow } from './kinds';

/** What is known to need attention. */
export interface Attention {
  /**
   * The number that users see. A cluster is as bad as the worst of itself and of everything in it, so it does not grow when
   * the machines of a cluster that needs attention are read.
   */
  readonly count: number;
  /** How many clusters and machines. */
  readonly clusters: number;
  readonly machines: number;
  /** How many more there would be in `count` without known problems, which are not in the other numbers and rows either. */
  readonly known: number;
  /** The machines, the clusters, and the projects whose clusters are not loaded: the worst first. */
  readonly rows: readonly ResourceRow[];
}

/** Finds what needs attention in the items and, where clusters are not loaded, in the summaries of projects. */
export function attentionIn(inventory: Pick<Inventory, 'items' | 'store'>): Attention {
  const { store } = inventory;
  const ill = inventory.items().filter(({ state }) => state !== 'notRead' && needsAttention(state));
  const counted = ill.filter(({ kind }) => kind === 'machine' || kind === 'cluster');
  const open = counted.filter(({ known }) => known === undefined);
  const machines = open.filter(({ kind }) => kind === 'machine');
  const clusters = open.filter(({ kind }) => kind === 'cluster');
  const loadedIn = new Map<string, number>();
  for (const { parent = '', kind } of counted)
    if (kind === 'cluster') loadedIn.set(parent, (loadedIn.get(parent) ?? 0) + 1);
  const unloaded = { open: 0, known: 0 };
  const projects = ill.filter(({ id, known }) => {
    const row = store.find(id);
    if (!isRow(row, 'project')) return false;
    const { errored = 0, unhealthy = 0 } = row.project.status?.clustersHealth ?? {};
    const missing = errored + unhealthy - (loadedIn.get(id) ?? 0);
    if (missing <= 0 || hasLoaded(row, store)) return false;
    unloaded[known === undefined ? 'open' : 'known'] += missing;
    return known === undefined;
  });
  const sorted = [...machines, ...clusters, ...projects].sort((one, other) =>
    compareStates(one.state, other.state),
  );
  const rows = sorted.map(({ id }) => store.find(id)).filter(isResourceRow);
  const count = new Set(open.map(countedId)).size + unloaded.open;
  return {
    count,
    clusters: clusters.length + unloaded.open,
    machines: machines.length,
    known: new Set(counted.map(countedId)).size + unloaded.open + unloaded.known - count,
    rows,
  };
}

/** Whether all clusters of a project are loaded, with more than their names. */
function hasLoaded(project: ProjectRow, store: Inventory['store']): boolean {
  const branch = store.branchOf(project);
  return branch?.readAt !== undefined && branch.list.next === undefined && branch.list.note === undefined;
}
