import type { ResourceRole } from '../service/resources/team';
import type { Team } from './teams';

/** A resource role that can be removed. If the user entered its UID, nothing else is known. */
export interface RemovableRole extends ResourceRole {
  readonly uid: string;
}

export function isRemovable(role: ResourceRole): role is RemovableRole {
  return role.uid !== undefined && role.uid !== '';
}

/** A role to remove, and its team. */
export interface TeamRole {
  readonly team: Team;
  readonly role: RemovableRole;
  /** Whether the service listed the role. Otherwise only its UID is known. */
  readonly isListed: boolean;
}
