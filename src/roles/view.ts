import { ModelTree } from '../tree/view';
import type { TeamRolesModel } from './model';
import { isParent, type Node, type TeamNode } from './nodes';
import { hoverOf, rowOf } from './rows';

/** The rows of the Team Roles view. */
export class TeamRolesTree extends ModelTree<Node, TeamNode, TeamRolesModel> {
  constructor() {
    super({ rowOf, hoverOf, isParent, hasRowsToOpen: () => false });
  }
}
