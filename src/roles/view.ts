import { ModelTree } from '../tree/view';
import type { TeamRolesModel } from './model';
import { isParent, type Node, type TeamNode } from './nodes';
import { rowOf } from './rows';

/** The rows of the Team Roles view. */
export class TeamRolesTree extends ModelTree<Node, TeamNode, TeamRolesModel> {
  constructor() {
    super({ rowOf, hovers: () => import('./hovers'), isParent, hasRowsToOpen: () => false });
  }
}
