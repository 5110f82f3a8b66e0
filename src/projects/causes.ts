import { Disposable, type TreeView } from 'vscode';
import { expiryFailure } from '../items/certificates';
import { isWaiting, type ClusterFacts } from '../items/cluster';
import { needsAttention } from '../items/severity';
import { clusterRef, type HoverDetail } from '../items/details/clusterReads';
import type { Inventory } from '../items/inventory';
import { clusterOf, isRow, type ClusterRow, type ResourceRow, type ItemStoreRow } from '../items/kinds';
import { throttle } from '../ui/timing';

// Reads what explains why a cluster needs attention, for clusters that the user looks at.

/** Reads a fact of a cluster, unless that was read since the cluster and its pools were. */
export async function readFact(
  name: keyof ClusterFacts,
  row: ClusterRow,
  { store, clusterReads }: Inventory,
): Promise<void> {
  const ref = clusterRef(row);
  const { requested } = row.facts?.[name] ?? {};
  const latest = Math.max(row.requestNumber ?? 0, store.branchOf(row)?.requestNumber ?? 0);
  const isCurrent = requested !== undefined && requested.requestNumber > latest;
  if (ref !== undefined && !isCurrent) await clusterReads.read(name, ref);
}

/** Reads the packs and conditions of a cluster if it needs attention. */
export async function readCause(row: ClusterRow, inventory: Inventory): Promise<void> {
  if (needsAttention(inventory.itemOf(row).state)) await readFact('overview', row, inventory);
}

/** Reads why a cluster waits for approval, if it does. */
export async function readRepave(row: ClusterRow, inventory: Inventory): Promise<void> {
  if (isWaiting(row)) await readFact('repave', row, inventory);
}

/** What is being read for the hover of a row. Only that of a cluster has more than usage. */
export function pendingDetails(row: ResourceRow, { clusterReads }: Inventory): readonly HoverDetail[] {
  const pending = clusterReads.pending(clusterOf(row)?.usage.uid);
  return pending.filter((name) => row.kind === 'cluster' || name === 'metrics');
}

/** Reads why clusters need attention that are expanded while the view is visible. */
export function readShownCauses(
  view: Pick<TreeView<ItemStoreRow>, 'visible' | 'onDidExpandElement' | 'onDidChangeVisibility'>,
  inventory: Inventory | undefined,
): Disposable {
  if (inventory === undefined) return new Disposable(() => undefined);
  const { store } = inventory;
  const readShown = (row: ResourceRow): void => {
    const cluster = row.kind === 'pool' ? row.parent : row;
    if (!view.visible || !isRow(cluster, 'cluster')) return;
    const isExpanded = (row: ResourceRow): boolean =>
      store.branchOf(row)?.isExpanded === true && (row.parent === undefined || isExpanded(row.parent));
    if (isExpanded(cluster)) void readCause(cluster, inventory);
  };
  return Disposable.from(
    store.onDidRead(({ parent }) => {
      if (parent !== undefined) readShown(parent);
    }),
    // What changed while the view was hidden.
    view.onDidChangeVisibility(() => {
      inventory.rows.forEach(readShown);
    }),
    view.onDidExpandElement(async ({ element }) => {
      const row = store.find(element.id);
      if (!isRow(row, 'cluster')) return;
      // Its list comes first, because it may tell how the cluster is.
      await store.children(row);
      await readCause(row, inventory);
    }),
  );
}

/** The most clusters whose certificates are read again at a time. */
const maxAtOnce = 20;

/** How long clusters that are read together are collected, in milliseconds. */
const collectedMs = 500;

/**
 * Reads certificates that need attention again when their clusters are, because they may have been renewed: once for each
 * refresh, and those first that were read the longest ago.
 */
export function rereadExpiring(inventory: Inventory): Disposable {
  const { store, clusterReads } = inventory;
  /** The numbers of the requests for these clusters. */
  const waiting = new Map<ClusterRow, number>();
  const askedAt = ({ facts }: ClusterRow): number => facts?.certificates?.requested.requestNumber ?? 0;
  const reread = throttle(
    () => {
      // One refresh may read a cluster several times.
      if (store.isRefreshing) return;
      const due = [...waiting.keys()].filter((row) => askedAt(row) < (waiting.get(row) ?? 0));
      waiting.clear();
      due.sort((one, other) => askedAt(one) - askedAt(other));
      for (const row of due.slice(0, maxAtOnce)) {
        const ref = clusterRef(row);
        if (ref !== undefined) void clusterReads.read('certificates', ref, { priority: 'timer' });
      }
    },
    collectedMs,
    true,
  );
  return Disposable.from(
    inventory.onDidReadItems(({ parent, items, requestNumber }) => {
      for (const id of [parent, ...items.map((item) => item.id)]) {
        const row = store.find(id ?? '');
        if (isRow(row, 'cluster') && expiryFailure(row) !== undefined) waiting.set(row, requestNumber);
      }
      if (waiting.size > 0) reread();
    }),
    store.onDidEndRefresh(reread),
    new Disposable(() => {
      reread.cancel();
    }),
  );
}
