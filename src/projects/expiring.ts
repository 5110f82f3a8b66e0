import { Disposable } from 'vscode';
import { expiryFailure } from '../items/certificates';
import { clusterRef } from '../items/details/clusterReads';
import type { Inventory } from '../items/inventory';
import { isRow, type ClusterRow } from '../items/kinds';
import { throttle } from '../ui/timing';

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
