import type { Reference } from '../service/readers';
import type { ResourceRole, RoleContent } from '../service/resources/team';
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

/**
 * Whether a role is still as the user saw it: its roles, projects, filters and the names of its unknown fields. The values
 * of unknown fields are not compared, because one that changes often would need endless confirmations.
 */
export function isUnchanged(one: ResourceRole, other: ResourceRole): boolean {
  return (
    hasSameReferences(one, other) &&
    hasSameMembers(one.unknownFields ?? [], other.unknownFields ?? []) &&
    (one.content === undefined) === (other.content === undefined)
  );
}

/** Whether a role grants exactly `content`. */
export function grants(role: ResourceRole, content: RoleContent): boolean {
  return role.content !== undefined && hasSameReferences(role.content, content);
}

type References = Partial<Record<keyof RoleContent, readonly Reference[] | undefined>>;

function hasSameReferences(one: References, other: References): boolean {
  return (['roles', 'projectUids', 'filterRefs'] as const).every((list) =>
    hasSameMembers(keysOf(one[list]), keysOf(other[list])),
  );
}

/** References are compared by UID, or by name if they have none. */
function keysOf(references: readonly Reference[] = []): readonly string[] {
  return references.map(({ uid, name }) => JSON.stringify(uid ?? [name]));
}

/** Whether two lists have the same members, in any order. */
function hasSameMembers(some: readonly string[], others: readonly string[]): boolean {
  const [left, right] = [new Set(some), new Set(others)];
  return left.size === right.size && [...left].every((member) => right.has(member));
}
