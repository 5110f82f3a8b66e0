import { displayName } from '../../text/text';
import type { CallOptions } from '../../service/operations';
import type { ItemPath } from '../item';
import type { RowPage } from '../store/loadedList';
import { mergeLatest } from '../store/records';
import { isRowOf } from '../store/row';
import { clusterKind } from './cluster';
import { isLeaf, kinds as names, listedIn, type ItemKind } from './levels';
import { machineKind } from './machine';
import { poolKind } from './pool';
import { projectKind } from './project';
import type { Kind, ReadContext } from './kind';
import type { ClusterRow, ParentRow, ResourceRow, Row, ItemStoreRow } from './rows';

export type * from './rows';

const kindTable: { readonly [Name in ItemKind]: Kind<Extract<ResourceRow, { kind: Name }>> } = {
  project: projectKind,
  cluster: clusterKind,
  pool: poolKind,
  machine: machineKind,
};

export function kindOf({ kind }: { readonly kind: ItemKind }): Kind<ResourceRow> {
  return kindTable[kind];
}

/** Checks whether a command argument is a row of this view, of one of `rowKinds`. */
export function isRow<Kind extends ItemStoreRow['kind']>(
  value: unknown,
  ...rowKinds: readonly Kind[]
): value is Extract<ItemStoreRow, { kind: Kind }> {
  return isRowOf(value, rowKinds);
}

export function isResourceRow(value: unknown): value is ResourceRow {
  return isRowOf(value, names);
}

export function isParentRow(value: unknown): value is ParentRow {
  return isResourceRow(value) && !isLeaf(value);
}

/** The name that a row has in the view. */
export function shownName(row: ResourceRow): string {
  return displayName(kindOf(row).name(row), kindOf(row).uid(row), '?');
}

/** Where the item of a row is. */
export function pathOfRow(row: ResourceRow): ItemPath {
  return { kind: row.kind, id: row.id, names: pathTo(row) };
}

/** The names of a row and its ancestors, the project first. */
export function pathTo(row: ResourceRow | undefined): readonly string[] {
  return row === undefined ? [] : [...pathTo(row.parent), shownName(row)];
}

/** The cluster that a row is or is in, if that is known. */
export function clusterOf(row: ResourceRow | undefined): ClusterRow | undefined {
  return row === undefined || row.kind === 'cluster' ? row : clusterOf(row.parent);
}

/** Updates a row with what a later read returned. @returns whether anything changed that users see */
export function mergeRow(known: Row, fresh: Row): boolean {
  const merged =
    isResourceRow(known) && isResourceRow(fresh) ? kindOf(known).merge?.(known, fresh) : undefined;
  return merged ?? mergeLatest(known, fresh);
}

/** Reads the first page of the children of a row. @throws ServiceError */
export async function readChildren(
  parent: ParentRow | undefined,
  context: ReadContext,
  options: CallOptions,
  before: readonly Row[],
): Promise<RowPage<Row>> {
  const [kind] = listedIn(parent);
  return kind === undefined ? { rows: [] } : kindOf({ kind }).read(parent, context, options, before);
}
