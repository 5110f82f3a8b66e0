import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { kindText, stateText } from '../../items/itemText';
import {
  isParentRow,
  isResourceRow,
  kindOf,
  type ParentRow,
  type ResourceRow,
  type Row,
} from '../../items/kinds';
import { knownText } from '../../items/knownText';
import { canAddPools } from '../../items/listState';
import { markKey } from '../../items/marks/marks';
import { needsAttention } from '../../items/severity';
import { announcement, displayName, firstWords, parts, present, separator } from '../../text/text';
import { ageText, completed, healthIcon, parentItem, textOf } from '../../tree/items';
import { appearanceOf, type RowKind } from '../../tree/rowKinds';
import { pendingDetails } from '../causes';
import { click, rowKindOf, type RowContext } from './items';
import { labelOf } from './label';
import { noteRows } from './note';

const itemRows: RowKind<ResourceRow, RowContext> = {
  item: itemOf,
  // Its code is loaded when a row is first hovered over.
  hover: async (row, model, now) => (await import('../hover')).readHover(row, model, now),
  readApart: (row, { inventory }) => pendingDetails(row, inventory).join(),
};

function itemOf(row: ResourceRow, model: RowContext): TreeItem {
  const { inventory, store } = model;
  const { state, cause, known, readAt, isStale } = inventory.itemOf(row);
  const kind = rowKindOf(row);
  const uid = kindOf(row).uid(row);
  const name = displayName(kindOf(row).name(row), uid, kind.noName());
  const siblings = store.siblings(row);
  const label = labelOf(name, cause, row, siblings);
  const item = isParentRow(row) ? parentItem(label) : new TreeItem(label);
  const age = isStale ? ageText(readAt) : undefined;
  const shown = { name, cause: parts(knownText(known), cause), age, siblings };
  item.description = kind.description(row, shown, model);
  const icon = healthIcon(kind.healthyIcon ?? kind.icon, state);
  item.iconPath = known === undefined ? icon : new ThemeIcon(icon.id, new ThemeColor('disabledForeground'));
  kind.complete?.(item, row, shown);
  const words = present(
    'resource',
    uid === undefined ? undefined : 'hasUid',
    row.kind,
    canAddPools(row, store) ? 'canAddPools' : undefined,
    kind.word?.(row),
    known === undefined && needsAttention(state) ? 'ill' : undefined,
    known?.by === 'user' ? 'known' : undefined,
  );
  const kindName = kindText(row.kind);
  const rest = item.description.replace(shown.cause, '').split(separator);
  const spoken = announcement(stateText(state), firstWords(shown.cause, 8), kindName, name, ...rest);
  return completed(item, kindName, words.join(' '), spoken);
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
    if (!isResourceRow(row)) return item;
    // With the same ID, VS Code would leave it as it is.
    if (model.isOpened(row)) {
      Object.assign(item, { id: `${row.id}/`, collapsibleState: TreeItemCollapsibleState.Expanded });
    }
    if (!model.inventory.marks.values.favorite.has(markKey(row.id))) return item;
    item.label = `★ ${textOf(item.label)}`;
    item.contextValue = `${item.contextValue ?? ''} favorite`;
    const { label = '' } = item.accessibilityInformation ?? {};
    item.accessibilityInformation = { label: `${label}, ${l10n.t('favorite')}` };
    return item;
  },
};
