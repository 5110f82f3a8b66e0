import type { Derived } from './derived';
import type { Inventory } from './inventory';
import { compareStates, type ItemKind } from './item';
import { clusterOf, isParentRow, isResourceRow, type ResourceRow } from './kinds';
import { needsAttention } from './severity';

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

/** Finds what needs attention in the items and, of clusters that have not been read, in the summaries of projects. */
export function attentionIn(inventory: Inventory): Attention {
  const unread = { open: 0, known: 0 };
  const isCounted = ({ row, item, ownProblem }: Ill): boolean => {
    if (row.kind !== 'project') return row.kind !== 'pool';
    const { failed = 0, unhealthy = 0 } = item.clusterStates ?? {};
    if (failed + unhealthy === 0) return false;
    unread[ownProblem === 'open' ? 'open' : 'known'] += failed + unhealthy;
    return ownProblem === 'open';
  };
  const ill = illBelow(undefined, inventory).filter(isCounted);
  const inFleet = ill.filter(({ row }) => row.kind !== 'project');
  const open = ill.filter(({ row, item }) => row.kind === 'project' || item.known === undefined);
  const ofKind = (kind: ItemKind): readonly Ill[] => open.filter(({ row }) => row.kind === kind);
  const [machines, clusters] = [ofKind('machine'), ofKind('cluster')];
  const countIn = (all: readonly Ill[]): number =>
    new Set(all.map(({ row }) => (clusterOf(row) ?? row).id)).size;
  const count = countIn([...machines, ...clusters]) + unread.open;
  const sorted = [...machines, ...clusters, ...ofKind('project')].sort((one, other) =>
    compareStates(one.item.state, other.item.state),
  );
  return {
    count,
    clusters: clusters.length + unread.open,
    machines: machines.length,
    known: countIn(inFleet) + unread.open + unread.known - count,
    rows: sorted.map(({ row }) => row),
  };
}

/** A row that needs attention. */
interface Ill extends Pick<Derived, 'item' | 'ownProblem'> {
  readonly row: ResourceRow;
}

/** What needs attention below a row, in the order of the tree: only what contains it can have any in it. */
function illBelow(parent: ResourceRow | undefined, inventory: Inventory): readonly Ill[] {
  return inventory.store.rows(parent).flatMap((row) => {
    if (!isResourceRow(row)) return [];
    const { item, ownProblem } = inventory.derivedOf(row);
    if (!needsAttention(item.state)) return [];
    return [{ row, item, ownProblem }, ...(isParentRow(row) ? illBelow(row, inventory) : [])];
  });
}
