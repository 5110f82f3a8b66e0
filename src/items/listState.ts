import type { ItemStore } from './kinds/kind';
import type { Note, Row } from './kinds/rows';
import type { Severity } from './severity';
import { loadedCount } from './store/loadedList';
import type { TreeRow } from './store/row';

// What the lists below items say, besides the items.

/** The severities of the loaded machines of a pool; undefined before they have been read. */
export function machineSeverities(pool: TreeRow, store: ItemStore): readonly Severity[] | undefined {
  if (store.listOf(pool)?.readAt === undefined) return undefined;
  return severitiesIn(store.rows(pool));
}

export function severitiesIn(rows: readonly Row[]): readonly Severity[] {
  return rows.flatMap((row) => ('health' in row ? row.health.severity : []));
}

export function hasMore(row: TreeRow, store: ItemStore): boolean {
  return store.listOf(row)?.loaded.next !== undefined;
}

/** Whether the user can add machine pools below a row because the service doesn't list them. */
export function canAddPools(row: TreeRow, store: ItemStore): boolean {
  const note = store.listOf(row)?.loaded.note;
  return (
    isNote(note, 'poolsNotListed') ||
    // The project may have clusters that are not listed anywhere.
    (isNote(note, 'clustersNotSearched') &&
      store.rows(row).some((child) => child.kind === 'cluster' && canAddPools(child, store)))
  );
}

export function isNote(row: Row | undefined, about: Note['about']): boolean {
  return row?.kind === 'note' && row.note.about === about;
}

/** How many projects are loaded, and how many the list has; `isAll`: there are no others, `hasMore`: there are more pages. */
export function projectProgress(store: ItemStore) {
  const list = store.listOf()?.loaded;
  const hasMorePages = list === undefined || list.pages.length === 0 || list.next !== undefined;
  return {
    loaded: list === undefined ? 0 : loadedCount(list),
    total: list?.total,
    isAll: !hasMorePages && list.cut === undefined,
    hasMore: hasMorePages,
  };
}
