import { l10n, ThemeColor, ThemeIcon, TreeItemCollapsibleState } from 'vscode';
import { isOpenProblem, isStanding } from '../../items/item';
import { knownText, otherTimesText, spokenItem } from '../../items/itemText';
import { isParentRow, isResourceRow, kindOf, type ItemStoreRow, type ResourceRow } from '../../items/kinds';
import { canAddPools } from '../../items/listState';
import { announcement, displayName, parts, present, separator } from '../../text/text';
import {
  ageText,
  healthIcon,
  listRowSpecs,
  type RowLook,
  type RowSpec,
  type RowSpecs,
} from '../../tree/rowSpec';
import { pendingDetails } from '../causes';
import { click, itemLooks, type ItemLook, type RowContext } from './items';
import { labelOf } from './label';
import { noteRowLook } from './note';

const itemSpec: RowSpec<ResourceRow, RowContext> = {
  name: (row) => kindOf(row).name(row),
  uid: (row) => kindOf(row).uid(row),
  source: (row, { store }) => kindOf(row).source(row, store),
  look: itemLook,
  health: (row, { inventory }) => inventory.itemOf(row),
  // Its code is loaded when a row is first hovered over.
  hover: async (row, model, now) => (await import('../hover')).readHover(row, model, now),
  readApart: (row, { inventory }) => pendingDetails(row, inventory).join(),
};

function itemLook(row: ResourceRow, model: RowContext): RowLook {
  const own: ItemLook<ResourceRow> = itemLooks[row.kind];
  const { inventory, store, rows } = model;
  const item = inventory.itemOf(row);
  const { state, known, readAt, isStale } = item;
  const uid = kindOf(row).uid(row);
  const name = displayName(kindOf(row).name(row), uid, own.unnamed());
  const siblings = rows.siblings(row);
  const isFavorite = inventory.marks.values.favorite.has(row.id);
  const label = labelOf(name, item.cause, row, siblings);
  const now = Date.now();
  const others = otherTimesText(item, now);
  // That it may be well by now matters more than why it was not.
  const [first, last] = isStanding(item) ? ['', others] : [others, ''];
  const age = parts(isStale ? ageText(readAt, now) : undefined, last);
  const cause = parts(knownText(known), first, item.cause);
  const description = own.description(row, { name, cause, age, siblings }, model);
  const icon = own.stateless?.(row, cause) ?? healthIcon(own.healthyIcon ?? own.icon, state);
  const rest = description.filter((part) => part !== cause).flatMap((part) => part?.split(separator));
  return {
    label: isFavorite ? `★ ${label}` : label,
    description,
    icon: known === undefined ? icon : new ThemeIcon(icon.id, new ThemeColor('disabledForeground')),
    words: [
      'resource',
      uid === undefined ? undefined : 'hasUid',
      row.kind,
      canAddPools(row, store) ? 'canAddPools' : undefined,
      own.word?.(row),
      isOpenProblem(item) ? 'ill' : undefined,
      known?.by === 'user' ? 'known' : undefined,
      isFavorite ? 'favorite' : undefined,
    ],
    spoken: present(
      announcement(...spokenItem({ ...item, name }, cause), ...rest),
      isFavorite ? l10n.t('favorite') : undefined,
    ).join(', '),
    ...(isParentRow(row) && { collapsibleState: TreeItemCollapsibleState.Collapsed }),
    // With the same ID, VS Code would leave it as it is.
    ...(model.isOpened(row) && { id: `${row.id}/`, collapsibleState: TreeItemCollapsibleState.Expanded }),
    ...own.click?.(row),
  };
}

const otherSpecs: RowSpecs<Exclude<ItemStoreRow, ResourceRow>, RowContext> = {
  note: { look: noteRowLook },
  ...listRowSpecs(click),
};

/** What the Projects view knows about a row. */
export function specOf(row: ItemStoreRow): RowSpec<ItemStoreRow, RowContext> {
  return isResourceRow(row) ? itemSpec : otherSpecs[row.kind];
}
