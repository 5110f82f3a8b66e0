import { hoverOf, isTeamRow, itemOf, type Row, type RowContext, type TeamRow } from '../../../src/roles/rows';
import type { TeamListing } from '../../../src/roles/teams';
import type { ResourceRole } from '../../../src/service/resources/team';
import { StoreTree } from '../../../src/tree/treeView';

/** The tree of the Team Roles view. */
export function newRolesTree(): StoreTree<Row, TeamRow, TeamListing, RowContext> {
  return new StoreTree<Row, TeamRow, TeamListing, RowContext>({ itemOf, hoverOf, isParent: isTeamRow });
}

/** The fields of `role` that the service sent, without `content`. */
export function withoutContent(role: ResourceRole): Omit<ResourceRole, 'content'> {
  const { uid, roles, projectUids, filterRefs } = role;
  return { uid, roles, projectUids, filterRefs };
}
