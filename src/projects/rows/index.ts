import { l10n, TreeItem } from 'vscode';
import type { ItemKind } from '../../items/item';
import { kindText } from '../../items/itemText';
import {
  isParentRow,
  isResourceRow,
  kindOf,
  pathOf,
  type ParentRow,
  type ResourceRow,
  type Row,
} from '../../items/kinds';
import { canAddPools } from '../../items/listState';
import { markKey } from '../../items/marks/marks';
import { displayName, present } from '../../text/text';
import { completed, parentItem } from '../../tree/items';
import { appearanceOf, type RowKind } from '../../tree/rowKinds';
import { clusterRows } from './cluster';
import { labelOf } from './label';
import { machineRows } from './machine';
import { noteRows } from './note';
import { poolRows } from './pool';
import { projectRows } from './project';
import { ageOf, click, shownHealth, type ItemRowKind, type RowContext } from './rowKind';

const kinds: { readonly [Name in ItemKind]: ItemRowKind<Extract<ResourceRow, { kind: Name }>> } = {
  project: projectRows,
  cluster: clusterRows,
  pool: poolRows,
  machine: machineRows,
};

const itemRows: RowKind<ResourceRow, RowContext> = {
  item: itemOf,
  // Its code is loaded when a row is first hovered over.
  hover: async (row, model, now) => (await import('../hover')).readHover(row, model, now),
};

function itemOf(row: ResourceRow, model: RowContext): TreeItem {
  const { store } = model;
  const kind = rowKindOf(row);
  const uid = kindOf(row).uid(row);
  const name = displayName(kindOf(row).name(row), uid, kind.noName());
  const health = shownHealth(row, model, kind.healthyIcon ?? kind.icon);
  const siblings = store.siblings(row);
  const label = labelOf(name, health.cause, row, siblings);
  const item = isParentRow(row) ? parentItem(label) : new TreeItem(label);
  const shown = { ...health, name, age: ageOf(row, model), siblings };
  item.description = kind.description(row, shown, model);
  item.iconPath = health.icon;
  kind.complete?.(item, row, shown);
  const ofUid = uid === undefined ? undefined : 'hasUid';
  const ofPools = canAddPools(row, store) ? 'canAddPools' : undefined;
  const words = present('resource', ofUid, row.kind, ofPools, kind.word?.(row), health.word);
  return completed(item, kindText(row.kind), words.join(' '), name);
}

const plain = appearanceOf<Row, ParentRow, RowContext>(
  ({ kind }) => (kind === 'note' ? noteRows : itemRows),
  click,
);

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
