import { isParentRow, type ItemStoreRow, type ParentRow } from '../items/kinds';
import { StoreTree } from '../tree/treeView';
import { linkedCommands } from './hoverLinks';
import type { ProjectsModel } from './model';

/** The tree of the Projects view. */
export function newProjectsTree(prepare?: () => Promise<void>) {
  return new StoreTree<ItemStoreRow, ParentRow, ProjectsModel>({
    prepare,
    isParent: isParentRow,
    hoverCommands: linkedCommands,
    isDecorated: true,
  });
}
