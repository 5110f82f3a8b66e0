import type { Reference } from '../service/readers';
import type { ResourceRole } from '../service/resources/team';

/**
 * Whether a role still is what the user was shown: its roles, projects and filters, and the names of its unknown fields.
 * Their values are not compared: they are not shown, and one that changes all the time would ask again forever.
 */
export function isSameContent(one: ResourceRole, other: ResourceRole): boolean {
  return (
    hasSameMembers(namesOf(one.roles), namesOf(other.roles)) &&
    hasSameMembers(namesOf(one.projectUids), namesOf(other.projectUids)) &&
    hasSameMembers(namesOf(one.filterRefs), namesOf(other.filterRefs)) &&
    hasSameMembers(one.unknownFields ?? [], other.unknownFields ?? []) &&
    (one.content === undefined) === (other.content === undefined)
  );
}

/** Whether two lists have the same members, in any order. */
export function hasSameMembers(some: readonly string[], others: readonly string[]): boolean {
  const [left, right] = [new Set(some), new Set(others)];
  return left.size === right.size && [...left].every((member) => right.has(member));
}

/** What tells references apart: the uid, or else the name. */
function namesOf(references: readonly Reference[] = []): readonly string[] {
  return references.map(({ uid, name }) => JSON.stringify(uid ?? [name]));
}
