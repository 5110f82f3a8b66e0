import { isTeamRow, type TeamRow, type ViewRow } from '../../../src/roles/rows';
import type { TeamRolesModel } from '../../../src/roles/model';
import type { ResourceRole } from '../../../src/service/resources/team';
import { StoreTree } from '../../../src/tree/treeView';

/** The tree of the Team Roles view. */
export function newRolesTree(): StoreTree<ViewRow, TeamRow, TeamRolesModel> {
  return new StoreTree<ViewRow, TeamRow, TeamRolesModel>({ isParent: isTeamRow });
}

/** The fields of `role` that the service sent, without `content`. */
export function withoutContent(role: ResourceRole): Omit<ResourceRole, 'content'> {
  const { uid, roles, projectUids, filterRefs } = role;
  return { uid, roles, projectUids, filterRefs };
}
