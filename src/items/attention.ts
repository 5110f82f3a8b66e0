import type { Derived } from './derived';
import type { Inventory } from './inventory';
import { compareStates } from './item';
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
  /** Those that are counted in `count`: a cluster stands for its machines, a project for clusters that are not loaded. */
  readonly counted: readonly ResourceRow[];
}

/** Finds what needs attention in the items and, of clusters that have not been read, in the summaries of projects. */
export function attentionIn(inventory: Inventory): Attention {
  const ill = illBelow(undefined, inventory).filter(({ row, weight }) => row.kind !== 'pool' && weight > 0);
  ill.sort((one, other) => compareStates(one.item.state, other.item.state));
  const isOpen = ({ row, item, ownProblem }: Ill): boolean =>
    row.kind === 'project' ? ownProblem === 'open' : item.known === undefined;
  const countIn = (all: readonly Ill[]): number => all.reduce((sum, { weight }) => sum + weight, 0);
  const open = ill.filter(isOpen);
  const machines = open.filter(({ row }) => row.kind === 'machine');
  const counted = ill.filter(({ row }) => row.kind !== 'machine' || clusterOf(row) === undefined);
  const countedOpen = counted.filter(isOpen);
  const count = countIn(countedOpen);
  return {
    count,
    clusters: countIn(open) - machines.length,
    machines: machines.length,
    known: countIn(counted) - count,
    rows: open.map(({ row }) => row),
    counted: countedOpen.map(({ row }) => row),
  };
}

/** A row that needs attention. */
interface Ill extends Pick<Derived, 'item' | 'ownProblem'> {
  readonly row: ResourceRow;
  /** How many it counts for. */
  readonly weight: number;
}

/** What needs attention below a row, in the order of the tree: only what contains it can have any in it. */
function illBelow(parent: ResourceRow | undefined, inventory: Inventory): readonly Ill[] {
  return inventory.store.rows(parent).flatMap((row) => {
    if (!isResourceRow(row)) return [];
    const { item, ownProblem } = inventory.derivedOf(row);
    if (!needsAttention(item.state)) return [];
    const { failed = 0, unhealthy = 0 } = item.clusterStates ?? {};
    const weight = row.kind === 'project' ? failed + unhealthy : 1;
    return [{ row, item, ownProblem, weight }, ...(isParentRow(row) ? illBelow(row, inventory) : [])];
  });
}
