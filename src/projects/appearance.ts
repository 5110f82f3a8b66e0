import { isParentRow, isResourceRow, type ItemStoreRow, type ParentRow } from '../items/kinds';
import { StoreTree, type TreeOptions } from '../tree/treeView';
import { linkedCommands } from './hoverLinks';
import type { ProjectsModel } from './model';

/** The tree of the Projects view. */
export function newProjectsTree(
  prepare?: TreeOptions<ItemStoreRow, ParentRow, ProjectsModel>['prepare'],
): StoreTree<ItemStoreRow, ParentRow, ProjectsModel> {
  return new StoreTree<ItemStoreRow, ParentRow, ProjectsModel>({
    ...(prepare && { prepare }),
    isParent: isParentRow,
    hoverCommands: linkedCommands,
    healthOf: (row, { inventory }) => (isResourceRow(row) ? inventory.itemOf(row) : undefined),
  });
}
