import type { Derived } from './containers';
import type { Inventory } from './inventory';
import { isOpenProblem, isStanding } from './item';
import { compareStates, needsAttention } from './severity';
import { clusterOf, isParentRow, isResourceRow, type ResourceRow } from './kinds';
import { isCounted, isLeaf, isOutermost } from './kinds/levels';

export type Attention = ReturnType<typeof attentionIn>;

/** Finds what needs attention in the items and, of clusters that have not been read, in the summaries of projects. */
export function attentionIn(inventory: Inventory) {
  const ill = illBelow(undefined, inventory).filter(({ weight }) => weight > 0);
  ill.sort((one, other) => compareStates(one.item.state, other.item.state));
  const isOpen = ({ row, item, ownProblem }: Ill): boolean =>
    isOutermost(row) ? ownProblem === 'open' : isOpenProblem(item);
  const countIn = (all: readonly Ill[]): number => all.reduce((sum, { weight }) => sum + weight, 0);
  const open = ill.filter(isOpen);
  const machines = open.filter(({ row }) => isLeaf(row));
  const counted = ill.filter(({ row }) => !isLeaf(row) || clusterOf(row) === undefined);
  const countedOpen = counted.filter(isOpen);
  const count = countIn(countedOpen);
  return {
    /**
     * The number that users see. A cluster is as bad as the worst of itself and of everything in it, so it does not grow when
     * the machines of a cluster that needs attention are read.
     */
    count,
    clusters: countIn(open) - machines.length,
    machines: machines.length,
    /** How many more there would be in `count` without known problems, which are not in the other numbers and rows either. */
    known: countIn(counted) - count,
    /** The machines, the clusters, and the projects whose clusters are not loaded: the worst first. */
    rows: open.map(({ row }) => row),
    /** Those that are counted in `count`: a cluster stands for its machines, a project for clusters that are not loaded. */
    counted: countedOpen.map(({ row }) => row),
  };
}

interface Ill extends Pick<Derived, 'item' | 'ownProblem'> {
  readonly row: ResourceRow;
  readonly weight: number;
}

/** What needs attention below a row, in the order of the tree: only what contains it can have any in it. */
function illBelow(parent: ResourceRow | undefined, inventory: Inventory): readonly Ill[] {
  return inventory.store.rows(parent).flatMap((row) => {
    if (!isResourceRow(row)) return [];
    const { item, ownProblem } = inventory.derivedOf(row);
    if (!needsAttention(item.state) || !isStanding(item)) return [];
    const { failed = 0, unhealthy = 0 } = item.clusterStates ?? {};
    const weight = isCounted(row) ? 1 : failed + unhealthy;
    return [{ row, item, ownProblem, weight }, ...(isParentRow(row) ? illBelow(row, inventory) : [])];
  });
}
