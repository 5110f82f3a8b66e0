import type { Inventory } from './inventory';
import type { Row } from './kinds';
import type { ItemStore } from './kinds/kind';

/** The IDs of the clusters that no view shows: a refresh neither reads nor forgets them. */
export function keptClusters({ store, rows }: Pick<Inventory, 'rows' | 'store'>): Set<string> {
  const hidden = rows.filter(
    ({ kind, parent }) => kind === 'cluster' && store.branchOf(parent)?.isExpanded === false,
  );
  return new Set(hidden.map(({ id }) => id));
}

/** Forgets clusters that the service no longer has. */
export function forgetClusters(store: ItemStore, gone: ReadonlySet<string>): void {
  const isGone = ({ id }: Row): boolean => gone.has(id);
  for (const parent of store.rows().filter((row) => row.kind === 'project')) {
    const clusters = store.rows(parent).filter((row) => row.kind === 'cluster');
    if (!clusters.some(isGone)) continue;
    const left = clusters.filter((row) => !isGone(row));
    store.learn([{ parent, rows: left, isWhole: true }], Infinity);
  }
}
