import type { Reference } from '../service/readers';
import type { ResourceRole, RoleContent } from '../service/resources/team';
import { keyOf } from './access';
import type { Team } from './teams';

/** A resource role that can be removed. If the user entered its UID, nothing else is known. */
interface RemovableRole extends ResourceRole {
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

/** Those of the roles of a team, as the service listed them, that can be removed. */
export function removableRoles(team: Team, roles: readonly ResourceRole[]): readonly TeamRole[] {
  return roles.filter(isRemovable).map((role) => ({ team, role, isListed: true }));
}

/**
 * Whether a role is still as the user saw it: its roles, projects, filters and the names of its unknown fields. The values
 * of unknown fields are not compared, because one that changes often would need endless confirmations.
 */
export function isUnchanged(one: ResourceRole, other: ResourceRole): boolean {
  const fieldsOf = ({ unknownFields = [] }: ResourceRole) => unknownFields.map((name) => ({ name }));
  return (
    hasSameReferences(one, other) &&
    keyOf(fieldsOf(one)) === keyOf(fieldsOf(other)) &&
    (one.content === undefined) === (other.content === undefined)
  );
}

/** Whether a role grants exactly `content`. */
export function grants(role: ResourceRole, content: RoleContent): boolean {
  return role.content !== undefined && hasSameReferences(role.content, content);
}

type References = Partial<Record<keyof RoleContent, readonly Reference[] | undefined>>;

function hasSameReferences(one: References, other: References): boolean {
  const lists = ['roles', 'projectUids', 'filterRefs'] as const;
  return lists.every((list) => keyOf(one[list]) === keyOf(other[list]));
}
