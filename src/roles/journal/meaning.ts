import { l10n } from 'vscode';
import type { Access } from '../../access/access';
import { definitionOf } from '../../access/accessReader';
import { permissionsText } from '../../access/permissions';
import { allowedBy } from '../../access/reach';
import { tagFilterText } from '../../access/tagFilter';
import type { ServiceClient } from '../../service/client';
import { isServiceError, missingStatuses } from '../../service/errors';
import type { Reference } from '../../service/readers';
import type { ExactReference, RoleContent } from '../../service/resources/team';
import { listFirst, listNames } from '../../text/format';
import { present } from '../../text/text';
import type { Meaning } from './records';

type Definitions = Pick<Access, 'roles' | 'filters'>;

/** What the roles and filters of a resource role say, as far as it is known. */
export function grantMeaning(
  { roles, filterRefs }: Readonly<Partial<Record<'roles' | 'filterRefs', readonly Reference[] | undefined>>>,
  definitions: Definitions,
): readonly Meaning[] {
  const ofRoles = (roles ?? []).flatMap((role) => {
    const permissions = allowedBy(role, definitions);
    return permissions === undefined ? [] : oneMeaning('role', role, permissions.toSorted());
  });
  const ofFilters = (filterRefs ?? []).flatMap((filter) => {
    const group = definitions.filters.get(filter.uid ?? '');
    return group === undefined ? [] : oneMeaning('filter', filter, [tagFilterText(group)]);
  });
  return [...ofRoles, ...ofFilters];
}

function oneMeaning(
  kind: Meaning['kind'],
  { uid, name }: Reference,
  says: readonly string[],
): readonly Meaning[] {
  return uid === undefined ? [] : [{ kind, uid, name, says }];
}

/**
 * Reads what the roles and filters of a resource role say now, with a request for each. What can't be read is not known.
 * @param before what they said: what could be read then, and is not found now, is gone
 * @returns those that are gone, too
 */
export async function readMeaning(
  client: ServiceClient,
  { roles, filterRefs }: RoleContent,
  before: readonly Meaning[],
): Promise<{ readonly now: readonly Meaning[]; readonly gone: readonly ExactReference[] }> {
  const definitions = { roles: new Map(), filters: new Map() } satisfies Definitions;
  const gone: ExactReference[] = [];
  const read = async (reference: ExactReference, take: () => Promise<unknown>): Promise<void> => {
    try {
      await take();
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const isFound = before.some(({ uid }) => uid === reference.uid) || error.kind === 'notFound';
      const isRefused = client.refusals.of(error.operation) !== undefined;
      if (missingStatuses.has(error.failure.status) && isFound && !isRefused) gone.push(reference);
    }
  };
  const options = { priority: 'change' } as const;
  await Promise.all([
    ...roles.map((role) =>
      read(role, async () => {
        definitions.roles.set(role.uid, definitionOf(await client.readRole(role.uid, options)));
      }),
    ),
    ...filterRefs.map((filter) =>
      read(filter, async () => {
        const { spec } = await client.readTagFilter(filter.uid, options);
        definitions.filters.set(filter.uid, spec?.filterGroup);
      }),
    ),
  ]);
  return { now: grantMeaning({ roles, filterRefs }, definitions), gone };
}

/** What roles and filters said and say, line by line, if that is not the same. What is not known then or now is left out. */
export function changesText(before: readonly Meaning[], now: readonly Meaning[]): string {
  const lines = now.flatMap((one) => {
    const then = before.find(({ kind, uid }) => kind === one.kind && uid === one.uid);
    if (then === undefined) return [];
    const [more, less] = [lacking(one, then), lacking(then, one)];
    if (more.length + less.length === 0) return [];
    const name = listNames([one], 1, 40);
    const isFilter = one.kind === 'filter';
    const textOf = ({ says }: Meaning): string => (isFilter ? says.join() : permissionsText(says));
    const list = (permissions: readonly string[]): string => listFirst(permissions, (text) => text, 10);
    return present(
      l10n.t('{0}, when it was removed: {1}', name, textOf(then)),
      l10n.t('{0}, now: {1}', name, textOf(one)),
      isFilter || more.length === 0 ? '' : l10n.t('{0}, new: {1}', name, list(more)),
      isFilter || less.length === 0 ? '' : l10n.t('{0}, no longer: {1}', name, list(less)),
    );
  });
  return lines.join('\n');
}

/** What one says, and the other doesn't. Permissions are compared without case. */
function lacking(one: Meaning, other: Meaning): readonly string[] {
  const there = new Set(other.says.map((text) => text.toLowerCase()));
  return one.says.filter((text) => !there.has(text.toLowerCase()));
}
