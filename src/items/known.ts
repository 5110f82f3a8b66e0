import { clustersText, type Health, healthBelow, unknownHealth, withFailure } from './health';
import { type Severity, withChildren } from './severity';
import type { ItemState } from './item';
import { isResourceRow, isRow, kindOf, type ResourceRow, type Row } from './kinds';
import type { ItemStore } from './kinds/kind';
import type { Note } from './kinds/note';
import { loadedCount } from './store/loadedList';
import type { TreeRow } from './store/row';

/**
 * When the values of a row were requested, in milliseconds since 1970, and whether reading them again has failed since. The
 * state of a cluster that no search found is from its own read, together with its pools.
 */
export function readingOf(
  row: Row,
  store: ItemStore,
): { readonly readAt: number | undefined; readonly isStale: boolean } {
  const own = row.kind === 'cluster' && row.found === undefined ? row.readings.own : undefined;
  return own === undefined
    ? { readAt: row.readAt, isStale: store.isOutdated(row) }
    : { readAt: own.readAt, isStale: store.branchOf(row)?.error !== undefined };
}

/** The severities of the loaded machines of a pool; undefined before they have been read. */
export function machineSeverities(pool: TreeRow, store: ItemStore): readonly Severity[] | undefined {
  if (store.branchOf(pool)?.readAt === undefined) return undefined;
  return store
    .rows(pool)
    .filter((row) => row.kind === 'machine')
    .map(({ health }) => health.severity);
}

/** Whether the list below a row has more pages. */
export function hasMore(row: TreeRow, store: ItemStore): boolean {
  return store.branchOf(row)?.list.next !== undefined;
}

/** Whether the user can add machine pools below a row because the service doesn't list them. */
export function canAddPools(row: TreeRow, store: ItemStore): boolean {
  const note = store.branchOf(row)?.list.note;
  return (
    isNote(note, 'poolsNotListed') ||
    // The project may have clusters that are not listed anywhere.
    (isNote(note, 'clustersNotSearched') &&
      store.rows(row).some((child) => child.kind === 'cluster' && canAddPools(child, store)))
  );
}

export function isNote(row: Row | undefined, about: Note['about']): boolean {
  return isRow(row, 'note') && row.note.about === about;
}

/** How many projects are loaded, and how many the list has; `isAll`: there are no others, `hasMore`: there are more pages. */
export function projectProgress(store: ItemStore): {
  readonly loaded: number;
  readonly total: number | undefined;
  readonly isAll: boolean;
  readonly hasMore: boolean;
} {
  const list = store.branchOf()?.list;
  const hasMorePages = list === undefined || list.pageSizes.length === 0 || list.next !== undefined;
  return {
    loaded: list === undefined ? 0 : loadedCount(list),
    total: list?.total,
    isAll: !hasMorePages && list.cut === undefined,
    hasMore: hasMorePages,
  };
}

/** The severity of a row and of everything that is loaded below it. */
export function severityOf(row: TreeRow, store: ItemStore): Severity {
  if (!isResourceRow(row)) return 'unknown';
  if (row.kind === 'machine') return row.health.severity;
  return withChildren(kindOf(row).health(row, store).severity, severitiesBelow(row, store));
}

function severitiesBelow(row: TreeRow, store: ItemStore): readonly Severity[] {
  return store.rows(row).map((child) => severityOf(child, store));
}

/** How a row is, with everything that is loaded below it, or that nothing has been read that says so. */
export function stateOf(row: TreeRow, store: ItemStore, severity = severityOf(row, store)): ItemState {
  const isRead = severity !== 'unknown' || !isResourceRow(row) || kindOf(row).isRead(row, store);
  return isRead ? severity : 'notRead';
}

/**
 * The health of a row and its cause, from the row itself or the worst rows below it. Its severity is that of `severityOf`.
 * @param below the severities of the rows below it
 */
export function healthOf(row: TreeRow, store: ItemStore, below = severitiesBelow(row, store)): Health {
  if (!isResourceRow(row)) return unknownHealth;
  const health = worstHealth(row, store, below);
  return row.kind === 'cluster' ? withFailure(health, row, row.readAt) : health;
}

function worstHealth(row: ResourceRow, store: ItemStore, below: readonly Severity[]): Health {
  const own = kindOf(row).health(row, store);
  const severity = withChildren(own.severity, below);
  const isOwn = own.severity === severity;
  // A project summary counts all clusters, even those not loaded. A failed cluster explains more than its machines.
  const saysMore = isOwn && (row.kind === 'project' || severity === 'failed');
  if (severity === 'healthy') return isOwn ? own : { severity, cause: own.cause };
  if (row.kind === 'machine' || saysMore) return own;
  if (row.kind === 'project') {
    const clusters = store.rows(row).filter((child) => child.kind === 'cluster');
    const { length } = clusters.filter(
      (cluster) => kindOf(cluster).health(cluster, store).severity === severity,
    );
    if (length > 0) return { severity, cause: clustersText(severity, length) };
  }
  const machines = store.descendants(row).flatMap((below) => {
    const health = below.kind === 'machine' ? kindOf(below).health(below, store) : unknownHealth;
    return health.severity === severity ? [health] : [];
  });
  return isOwn && (machines.length === 0 || severity === 'unknown') ? own : healthBelow(severity, machines);
}
