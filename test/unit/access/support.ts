import { ServiceError } from '../../../src/service/errors';
import type { Access, Grant, GrantKind, GrantList, TaggedCluster } from '../../../src/access/access';
import type { Reference } from '../../../src/service/readers';

const time = { readAt: 1, requestNumber: 1 };

/** References whose UIDs end in their names. */
export function named(...names: string[]): Reference[] {
  return names.map((name) => ({ uid: `uid-${name}`, name }));
}

export function grant(kind: GrantKind, role: string, projects: string[] = [], filters: string[] = []): Grant {
  const content = { roles: exact(role), projectUids: exact(...projects), filterRefs: exact(...filters) };
  const id = [kind, role, ...projects, ...filters].join('-');
  return {
    id,
    holder: { kind: 'team', uid: 'team-1' },
    kind,
    roles: content.roles,
    projects: content.projectUids,
    filters: content.filterRefs,
    resourceRole: kind === 'resource' ? { uid: id, ...content, content } : undefined,
  };
}

function exact(...names: string[]): { uid: string; name: string }[] {
  return names.map((name) => ({ uid: `uid-${name}`, name }));
}

export function cluster(project: string, name: string, ...tags: string[]): TaggedCluster {
  return { uid: `uid-${name}`, name, projectUid: `uid-${project}`, tags: new Set(tags) };
}

/** What was read of a team with these grants. @param roles what they allow, by name */
export function accessWith(
  grants: readonly Grant[],
  roles: Readonly<Record<string, string>>,
  clusters: readonly TaggedCluster[] = [],
  more: Partial<Access> & { lists?: Partial<Record<GrantKind, GrantList>> } = {},
): Access {
  const { lists, ...rest } = more;
  const listOf = (kind: GrantKind): GrantList => ({
    grants: grants.filter((one) => one.kind === kind),
    ...time,
  });
  const holder = { kind: 'team' as const, uid: 'team-1' };
  const projects = new Set(clusters.map(({ projectUid }) => projectUid));
  return {
    holders: new Map([
      [
        'team/team-1',
        {
          holder,
          lists: {
            tenant: listOf('tenant'),
            project: listOf('project'),
            workspace: listOf('workspace'),
            resource: listOf('resource'),
            ...lists,
          },
        },
      ],
    ]),
    roles: new Map(
      Object.entries(roles).map(([name, permissions]) => [
        `uid-${name}`,
        { name, permissions: permissions.split(' '), isEnabled: true },
      ]),
    ),
    filters: new Map(),
    clusters: new Map(
      [...projects].map((uid) => [
        uid,
        { all: clusters.filter((one) => one.projectUid === uid), isComplete: true },
      ]),
    ),
    members: new Map(),
    areTeamsComplete: true,
    users: new Map(),
    areUsersComplete: true,
    isActivityRead: false,
    teamNames: new Map(),
    problems: new Map(),
    ...rest,
  };
}

export function failedList(kind: 'unsupported' | 'forbidden'): GrantList {
  return { error: new ServiceError({ kind, operation: 'listWorkspaceRoles' }), ...time };
}
