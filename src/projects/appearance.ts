import { healthOf } from '../items/known';
import { isParentRow, isResourceRow, type ParentRow, type Row } from '../items/kinds';
import type { ClusterReading } from '../presentation/cluster';
import { StoreTree } from '../tree/treeView';
import type { ProjectsModel } from './model';

/** The tree of the Projects view. */
export function newProjectsTree(): StoreTree<Row, ParentRow, ClusterReading, ProjectsModel> {
  return new StoreTree<Row, ParentRow, ClusterReading, ProjectsModel>({
    isParent: isParentRow,
    decorations: {
      view: 'projects',
      healthOf: (row, { store }) => (isResourceRow(row) ? healthOf(row, store) : undefined),
    },
  });
}
