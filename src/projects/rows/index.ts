import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { kindText, knownText, otherTimesText } from '../../items/itemText';
import { isParentRow, isResourceRow, kindOf, type ItemStoreRow, type ResourceRow } from '../../items/kinds';
import { canAddPools } from '../../items/listState';
import { markKey } from '../../items/marks/marks';
import { announcement, displayName, firstWords, parts, present, separator } from '../../text/text';
import { ageText, completed, healthIcon, listRowItem, parentItem } from '../../tree/items';
import type { Appearance } from '../../tree/rowKinds';
import { pendingDetails } from '../causes';
import { click, rowKindOf, type RowContext } from './items';
import { labelOf } from './label';
import { noteRowItem } from './note';
import { isOpenProblem, isStanding } from '../../items/item';
import { stateText } from '../../items/severity';

function itemOf(row: ResourceRow, model: RowContext): TreeItem {
  const { inventory, store, rows } = model;
  const shownItem = inventory.itemOf(row);
  const { state, cause, known, readAt, isStale } = shownItem;
  const kind = rowKindOf(row);
  const uid = kindOf(row).uid(row);
  const name = displayName(kindOf(row).name(row), uid, kind.noName());
  const siblings = rows.siblings(row);
  const isFavorite = inventory.marks.values.favorite.has(markKey(row.id));
  const label = labelOf(name, cause, row, siblings);
  const shownLabel = isFavorite ? `★ ${label}` : label;
  const item = isParentRow(row) ? parentItem(shownLabel) : new TreeItem(shownLabel);
  // With the same ID, VS Code would leave it as it is.
  if (model.isOpened(row)) {
    Object.assign(item, { id: `${row.id}/`, collapsibleState: TreeItemCollapsibleState.Expanded });
  }
  const others = otherTimesText(shownItem, Date.now());
  // That it may be well by now matters more than why it was not.
  const [first, last] = isStanding(shownItem) ? ['', others] : [others, ''];
  const age = parts(isStale ? ageText(readAt) : undefined, last);
  const shown = { name, cause: parts(knownText(known), first, cause), age, siblings };
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
    isOpenProblem(shownItem) ? 'ill' : undefined,
    known?.by === 'user' ? 'known' : undefined,
    isFavorite ? 'favorite' : undefined,
  );
  const kindName = kindText(row.kind);
  const rest = item.description.replace(shown.cause, '').split(separator);
  const spoken = announcement(stateText(state), firstWords(shown.cause, 8), kindName, name, ...rest);
  const announced = isFavorite ? `${spoken}, ${l10n.t('favorite')}` : spoken;
  return completed(item, kindName, words.join(' '), announced);
}

/** How the rows of the Projects view look. */
export const appearance: Appearance<ItemStoreRow, RowContext> = {
  itemOf: (row, model) => {
    if (isResourceRow(row)) return itemOf(row, model);
    return row.kind === 'note' ? noteRowItem(row, model) : listRowItem(row, click);
  },
  // Its code is loaded when a row is first hovered over.
  hoverOf: async (row, model, now) =>
    isResourceRow(row) ? (await import('../hover')).readHover(row, model, now) : undefined,
  readApart: (row, { inventory }) => (isResourceRow(row) ? pendingDetails(row, inventory).join() : undefined),
};
