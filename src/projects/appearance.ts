import { healthOf } from '../items/known';
import { isParentRow, isResourceRow, shownName, type ParentRow, type Row } from '../items/kinds';
import type { ClusterReading } from '../presentation/cluster';
import { StoreTree } from '../tree/treeView';
import type { ProjectsModel } from './model';
import { linkedCommands } from './rows/rowKind';

/** The tree of the Projects view. */
export function newProjectsTree(): StoreTree<Row, ParentRow, ClusterReading, ProjectsModel> {
  return new StoreTree<Row, ParentRow, ClusterReading, ProjectsModel>({
    isParent: isParentRow,
    hoverCommands: linkedCommands,
    draggedText: (row) => (isResourceRow(row) ? shownName(row) : undefined),
    decorations: {
      view: 'projects',
      healthOf: (row, { store }) => (isResourceRow(row) ? healthOf(row, store) : undefined),
    },
  });
}
