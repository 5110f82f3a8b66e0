import type { Inventory } from '../items/inventory';
import { isParentRow, isResourceRow, shownName, type ItemStoreRow, type ParentRow } from '../items/kinds';
import { StoreTree, type TreeModel, type TreeOptions } from '../tree/treeView';
import { linkedCommands } from './hoverLinks';

/** What the Projects view or the Favorites view shows. */
export interface ItemsModel extends TreeModel<ItemStoreRow, ParentRow> {
  readonly inventory: Inventory;
}

/** The tree of one of these views. */
export function newProjectsTree(
  view: 'projects' | 'favorites' = 'projects',
  options: Pick<TreeOptions<ItemStoreRow, ParentRow, ItemsModel>, 'prepare' | 'drop'> = {},
): StoreTree<ItemStoreRow, ParentRow, ItemsModel> {
  return new StoreTree<ItemStoreRow, ParentRow, ItemsModel>({
    ...options,
    isParent: isParentRow,
    hoverCommands: linkedCommands,
    draggedText: (row) => (isResourceRow(row) ? shownName(row) : undefined),
    decorations: {
      view,
      healthOf: (row, { inventory }) => (isResourceRow(row) ? inventory.itemOf(row) : undefined),
    },
  });
}
