import type { Inventory } from './inventory';
import { compareStates, countedId, type Item, type ItemKind } from './item';
import { isResourceRow, type ResourceRow } from './kinds';
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
  const { store } = inventory;
  const unread = { open: 0, known: 0 };
  const isCounted = (item: Item): boolean => {
    if (item.kind !== 'project') return item.kind !== 'pool';
    const { failed = 0, unhealthy = 0 } = item.clusterStates ?? {};
    const row = store.find(item.id);
    if (failed + unhealthy === 0 || !isResourceRow(row)) return false;
    const isOpen = inventory.derivedOf(row).ownProblem === 'open';
    unread[isOpen ? 'open' : 'known'] += failed + unhealthy;
    return isOpen;
  };
  const ill = inventory.items().filter((item) => needsAttention(item.state) && isCounted(item));
  const inFleet = ill.filter(({ kind }) => kind !== 'project');
  const open = ill.filter(({ kind, known }) => kind === 'project' || known === undefined);
  const ofKind = (kind: ItemKind): readonly Item[] => open.filter((item) => item.kind === kind);
  const [machines, clusters] = [ofKind('machine'), ofKind('cluster')];
  const countIn = (items: readonly Item[]): number => new Set(items.map(countedId)).size;
  const count = countIn([...machines, ...clusters]) + unread.open;
  const sorted = [...machines, ...clusters, ...ofKind('project')].sort((one, other) =>
    compareStates(one.state, other.state),
  );
  return {
    count,
    clusters: clusters.length + unread.open,
    machines: machines.length,
    known: countIn(inFleet) + unread.open + unread.known - count,
    rows: sorted.map(({ id }) => store.find(id)).filter(isResourceRow),
  };
}
