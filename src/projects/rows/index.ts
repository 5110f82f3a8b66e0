import { l10n } from 'vscode';
import { isResourceRow, pathOf, type ParentRow, type ResourceRow, type Row } from '../../items/kinds';
import { markKey } from '../../items/marks/marks';
import { appearanceOf, type RowKinds } from '../../tree/rowKinds';
import { clusterRows } from './cluster';
import { machineRows } from './machine';
import { noteRows } from './note';
import { poolRows } from './pool';
import { projectRows } from './project';
import { click, type ItemRowKind, type RowContext } from './rowKind';

const kinds: RowKinds<Row, RowContext> & {
  readonly [Kind in ResourceRow['kind']]: ItemRowKind<Extract<ResourceRow, { kind: Kind }>>;
} = {
  project: projectRows,
  cluster: clusterRows,
  pool: poolRows,
  machine: machineRows,
  note: noteRows,
};

const plain = appearanceOf<Row, ParentRow, RowContext>(({ kind }) => kinds[kind], click);

/** How the rows of the Projects view look. */
export const appearance: typeof plain = {
  ...plain,
  itemOf: (row, model) => {
    const item = plain.itemOf(row, model);
    const { favorite } = model.inventory.marks.values;
    if (!isResourceRow(row) || !favorite.has(markKey(row.id))) return item;
    item.contextValue = `${item.contextValue ?? ''} favorite`;
    const { label = '' } = item.accessibilityInformation ?? {};
    item.accessibilityInformation = { label: `${label}, ${l10n.t('favorite')}` };
    return item;
  },
};

/** The kind of the rows of an item. */
export function rowKindOf({ kind }: Pick<ResourceRow, 'kind'>): ItemRowKind<ResourceRow> {
  return kinds[kind];
}

/** The item that a row stands for and its location. */
export function locationOf(row: ResourceRow): string {
  return rowKindOf(row).location(row, pathOf(row));
}
