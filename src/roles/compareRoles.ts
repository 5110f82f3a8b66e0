import type { Reference } from '../service/readers';
import type { ResourceRole, RoleContent } from '../service/resources/team';

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
