import type { ResourceRole } from '../service/resources/team';

/** A resource role that can be removed: one that a person typed the uid of tells nothing of what it grants. */
export interface RemovableRole extends ResourceRole {
  readonly uid: string;
}

/** A role with a uid to be named by. */
export function isRemovable(role: ResourceRole): role is RemovableRole {
  return role.uid !== undefined && role.uid !== '';
}
