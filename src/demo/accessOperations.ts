import { notFound, ok } from './answers';
import type { Filter } from './fleet/filters';
import type { Fleet } from './fleet/fleet';
import { metadata, type Named } from './fleet/metadata';
import type { Role } from './fleet/roles';
import type { Pager } from './paging';
import type { Operations } from './routes';

/** What grants refer to. */
export function accessOperations(
  fleet: Fleet,
  pager: Pager,
): Operations<'listRoles' | 'readRole' | 'listFilters' | 'readTagFilter'> {
  const { allRoles, filters } = fleet.directory;
  return {
    listRoles({ query }) {
      const { items, listmeta } = pager.page(allRoles, query, 'roles');
      return ok({ items: items.map(roleResource), listmeta });
    },

    readRole: ({ parameters: [uid] }) => ok(roleResource(withUid(allRoles, uid, 'The role'))),

    listFilters({ query }) {
      const { items, listmeta } = pager.page(filters, query, 'filters');
      return ok({
        items: items.map((filter) => ({ metadata: dated(filter), spec: { filterType: 'tag' } })),
        listmeta,
      });
    },

    readTagFilter: ({ parameters: [uid] }) => ok(filterResource(withUid(filters, uid, 'The filter'))),
  };
}

/** @throws {Refusal} if there is none */
export function withUid<T extends Named>(all: readonly T[], uid: string | undefined, what: string): T {
  const found = all.find((one) => one.uid === uid);
  if (!found) throw notFound(what);
  return found;
}

/** Roles and filters have been there from the first day. */
const dated = (named: Named) => metadata({ ...named, created: Date.UTC(2021, 2, 1) });

const roleResource = ({ scope, permissions, isPredefined, isEnabled, ...named }: Role) => ({
  metadata: dated(named),
  spec: { permissions, scope, type: isPredefined ? 'system' : 'user' },
  status: { isEnabled },
});

const filterResource = ({ conjunction, conditions, ...named }: Filter) => ({
  metadata: dated(named),
  spec: {
    filterGroup: {
      conjunction,
      filters: conditions.map(({ key, values, negation }) => ({ key, negation, operator: 'eq', values })),
    },
  },
});
