import { ModelTree } from '../tree/view';
import type { ProjectsModel } from './model';
import { isNode, isParent, type Node, type ParentNode } from './nodes';
import { rowOf } from './rows';

/** The rows of the Projects view. */
export class ProjectsTree extends ModelTree<Node, ParentNode, ProjectsModel> {
  constructor() {
    super({
      rowOf,
      hovers: () => import('./hovers'),
      isParent,
      hasRowsToOpen: (node) => isNode(node, 'project', 'cluster'),
    });
  }
}
