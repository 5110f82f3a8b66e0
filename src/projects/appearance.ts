import { isParentRow, isResourceRow, shownName, type ParentRow, type ViewRow } from '../items/kinds';
import type { FavoritesRow } from '../items/kinds/favorite';
import type { ShownHealth } from '../tree/rowDecorations';
import { StoreTree, type TreeModel } from '../tree/treeView';
import { linkedCommands } from './hoverLinks';

/** A row of the Projects view that has children. */
export type ViewParent = ParentRow | FavoritesRow;

/** What the Projects view shows: the items of a connection, and the favorites above them. */
export interface ProjectsTree extends TreeModel<ViewRow, ViewParent> {
  healthOf(row: ViewRow): ShownHealth | undefined;
}

/** Called with rows of the view that are dropped on another one. */
export type DropRows = (rows: readonly ViewRow[], target: ViewRow) => unknown;

/** @param prepare runs before the top-level rows are given to VS Code */
export function newProjectsTree(
  prepare: () => Promise<void> = () => Promise.resolve(),
  drop?: DropRows,
): StoreTree<ViewRow, ViewParent, ProjectsTree> {
  return new StoreTree<ViewRow, ViewParent, ProjectsTree>({
    isParent: (row) => isParentRow(row) || row.kind === 'favorites',
    prepare,
    hoverCommands: linkedCommands,
    draggedText: (row) => (isResourceRow(row) ? shownName(row) : undefined),
    ...(drop && { drop }),
    decorations: { view: 'projects', healthOf: (row, model) => model.healthOf(row) },
  });
}
