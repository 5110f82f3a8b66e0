import type { ProjectsModel } from '../projects/model';
import type { Row } from './kinds';

/** The IDs of the clusters that the Projects view does not show: its refresh neither reads nor forgets them. */
export function keptClusters({ store, loadedRows }: ProjectsModel): Set<string> {
  const hidden = loadedRows.filter(
    ({ kind, parent }) => kind === 'cluster' && store.branchOf(parent)?.isExpanded === false,
  );
  return new Set(hidden.map(({ id }) => id));
}

/** Forgets clusters that the service no longer has. */
export function forgetClusters({ store }: ProjectsModel, gone: ReadonlySet<string>): void {
  const isGone = ({ id }: Row): boolean => gone.has(id);
  for (const parent of store.rows().filter((row) => row.kind === 'project')) {
    const clusters = store.rows(parent).filter((row) => row.kind === 'cluster');
    if (!clusters.some(isGone)) continue;
    const rows = clusters.filter((row) => !isGone(row));
    store.learn([{ parent, rows, isWhole: true }], Infinity);
  }
}
