import { describe, expect, it } from 'vitest';
import { matches } from '../../../src/demo/fleet/filters';
import type { ResourceRole } from '../../../src/demo/fleet/grants';
import type { Named } from '../../../src/demo/fleet/metadata';
import type { ScriptedService } from '../../support/demo/service';
import {
  answer,
  clusterMetadataPath,
  clusterSearchPath,
  errorBody,
  listPage,
  start,
  type Page,
} from './helper';

interface Roles {
  readonly roles: readonly Named[];
  readonly inheritedRoles?: readonly Named[];
}
type Place = Named & Roles;
interface Projects<P> {
  readonly projects: readonly P[];
}

interface User {
  readonly metadata: Named;
  readonly spec: {
    readonly emailId: string;
    readonly teams: readonly Named[];
    readonly roles: readonly Named[];
  };
  readonly status: {
    readonly isActive: boolean;
    readonly lastSignIn?: string;
    readonly activationLink: string;
  };
}

async function read<T>(
  service: ScriptedService,
  path: string,
  asked?: Parameters<typeof answer>[2],
): Promise<T> {
  const { status, body } = await answer(service, path, asked);
  expect(status, path).toBe(200);
  return body as T;
}

const summaries = async (service: ScriptedService, body: object = {}) =>
  (await read<{ items: User[] }>(service, '/v1/users/summary', { method: 'POST', body })).items;

const namesOf = (list: readonly Named[]) => list.map(({ name }) => name);

/** All pages of a list. */
async function listAll(service: ScriptedService, path: string): Promise<{ items: Named[]; pages: number }> {
  const items: Named[] = [];
  let [token, pages] = ['', 0];
  do {
    const page = await read<{ items: { metadata: Named }[] } & Pick<Page, 'listmeta'>>(
      service,
      `${path}?limit=50&continue=${token}`,
    );
    items.push(...page.items.map(({ metadata }) => metadata));
    token = page.listmeta.continue;
    pages++;
  } while (token !== '');
  return { items, pages };
}

/** The four kinds of grants of the team or user. */
async function grantsOf(service: ScriptedService, kind: 'team' | 'user', uid: string) {
  const path = `/v1/${kind}s/${uid}`;
  return {
    tenant: await read<Roles>(service, `${path}/roles`),
    projects: (await read<Projects<Place>>(service, `${path}/projects`)).projects,
    workspaces: (
      await read<Projects<Named & { readonly workspaces: readonly Place[] }>>(
        service,
        `/v1/workspaces/${kind}s/${uid}/roles`,
      )
    ).projects,
    resource: (await read<{ resourceRoles: readonly ResourceRole[] }>(service, `${path}/resourceRoles`))
      .resourceRoles,
  };
}

/** A cluster in the answer to a search. */
interface Found {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly specSummary: { readonly tags?: readonly string[] };
}

/** The clusters that a resource role reaches, and all of its projects, which are those without its filters. */
function reach({ fleet }: ScriptedService, { projectUids, filterRefs }: ResourceRole) {
  const all = projectUids.flatMap(({ uid }) => fleet.findProject(uid)?.clusters ?? []);
  const filters = fleet.directory.filters.filter(({ uid }) =>
    filterRefs.some((filter) => filter.uid === uid),
  );
  return { all, matched: all.filter(({ labels }) => filters.every((filter) => matches(filter, labels))) };
}

describe('the access of the first team', () => {
  it('is what pictures show', async () => {
    const service = await start();
    const [platform] = service.fleet.directory.teams;
    const { tenant, projects, workspaces, resource } = await grantsOf(service, 'team', platform?.uid ?? '');
    expect(resource.slice(0, 2)).toMatchObject([
      { roles: [{ name: 'Resource Cluster Admin' }], filterRefs: [{ name: 'pci-dss' }] },
      { roles: [{ name: 'Resource Cluster Viewer' }], projectUids: [{ name: 'atlas' }], filterRefs: [] },
    ]);
    expect(namesOf(tenant.roles)).toEqual(['Tenant Viewer']);
    expect(projects).toMatchObject([{ name: 'checkout', roles: [{ name: 'Project Editor' }] }]);
    expect(workspaces).toEqual([]);
    const [first] = resource;
    if (first === undefined) throw new Error('It has no role.');
    const { all, matched } = reach(service, first);
    expect([matched.length, all.length]).toEqual([7, 9]);
  });
});

describe.each(['full', 'large'] as const)('the access in the profile %s', (profile) => {
  it('has what makes a review worth it', async () => {
    const service = await start({ profile });
    const { teams, users, allRoles } = service.fleet.directory;
    expect([teams.length, users.length]).toEqual(profile === 'large' ? [40, 300] : [8, 12]);
    const roles = teams.flatMap(({ name: team, resourceRoles }) =>
      resourceRoles.map((role) => ({ team, role, ...reach(service, role) })),
    );
    expect(roles.filter(({ matched }) => matched.length === 0).map(({ team }) => team)).toEqual(['Mobile']);
    expect(roles.filter(({ role }) => role.filterRefs.length === 0).map(({ team }) => team)).toEqual([
      'Platform',
    ]);
    const disabled = namesOf(allRoles.filter(({ isEnabled }) => !isEnabled));
    expect(roles.filter(({ role }) => role.roles.some(({ name }) => disabled.includes(name)))).toHaveLength(
      1,
    );
    const contents = roles.map(({ team, role }) => JSON.stringify([team, { ...role, uid: '' }]));
    expect(contents.length - new Set(contents).size).toBe(1);

    const summarized = await summaries(service);
    const neverSignedIn = summarized.filter(({ status }) => !(Date.parse(status.lastSignIn ?? '') > 0));
    expect(neverSignedIn.map(({ metadata }) => metadata.name)).toContain('Linh Nguyễn');
    expect(neverSignedIn.length).toBeLessThan(users.length / 10);
    expect(summarized.filter(({ status }) => !status.isActive).length).toBeGreaterThan(0);
  });

  it('is consistent: names, members, inherited roles and projects', async () => {
    const service = await start({ profile });
    const { teams, users } = service.fleet.directory;
    const { items: roles, pages } = await listAll(service, '/v1/roles');
    expect(pages).toBe(2);
    const { items: filters } = await listAll(service, '/v1/filters');
    const knownRoles = new Set(roles.map(({ uid, name }) => `${uid} ${name}`));
    const isKnown = (list: readonly Named[]) =>
      list.every(({ uid, name }) => knownRoles.has(`${uid} ${name}`));
    const ofTeams = new Map(
      await Promise.all(teams.map(async ({ uid }) => [uid, await grantsOf(service, 'team', uid)] as const)),
    );
    for (const { tenant, projects, workspaces, resource } of ofTeams.values()) {
      const places = [...projects, ...workspaces.flatMap((project) => project.workspaces)];
      expect([tenant, ...places, ...resource].every((grant) => isKnown(grant.roles))).toBe(true);
      expect(places.every(({ inheritedRoles }) => inheritedRoles?.length === 0)).toBe(true);
      const used = resource.flatMap(({ filterRefs }) => filterRefs);
      expect(namesOf(filters)).toEqual(expect.arrayContaining(namesOf(used)));
    }

    const summarized = await summaries(service);
    for (const { metadata, spec } of summarized.slice(0, 20)) {
      const own = await grantsOf(service, 'user', metadata.uid);
      const theirs = teams.filter((team) => team.users.some(({ uid }) => uid === metadata.uid));
      expect(namesOf(spec.teams)).toEqual(namesOf(theirs));
      expect(spec.roles).toEqual(own.tenant.roles);
      const inherited = theirs.flatMap(({ uid }) => ofTeams.get(uid) ?? []);
      expect(new Set(namesOf(own.tenant.inheritedRoles ?? []))).toEqual(
        new Set(namesOf(inherited.flatMap(({ tenant }) => tenant.roles))),
      );
      const pairs = (places: readonly Place[], of: 'roles' | 'inheritedRoles') =>
        new Set(places.flatMap((place) => (place[of] ?? []).map(({ name }) => `${place.uid} ${name}`)));
      expect(pairs(own.projects, 'inheritedRoles')).toEqual(
        pairs(
          inherited.flatMap(({ projects }) => projects),
          'roles',
        ),
      );
      const workspacesOf = ({ workspaces }: typeof own) =>
        workspaces.flatMap((project) => project.workspaces);
      expect(pairs(workspacesOf(own), 'inheritedRoles')).toEqual(
        pairs(inherited.flatMap(workspacesOf), 'roles'),
      );
    }
    const names = await read<{ items: (Named & { emailId: string })[] }>(service, '/v1/users/meta');
    expect(names.items.map(({ uid, name, emailId }) => [uid, name, emailId])).toEqual(
      summarized.map(({ metadata, spec }) => [metadata.uid, metadata.name, spec.emailId]),
    );
    expect(new Set(names.items.map(({ emailId }) => emailId)).size).toBe(users.length);
  });
});

describe('a project summary', () => {
  it.each(['interface', 'full'] as const)(
    'names the teams and users with roles in the project: %s',
    async (profile) => {
      const service = await start({ profile });
      const full = await start();
      const { items } = await listPage(service);
      const { teams, users } = full.fleet.directory;
      for (const kind of ['teams', 'users'] as const) {
        const holders = kind === 'teams' ? teams : users;
        for (const { uid } of holders) {
          const { projects } = await grantsOf(full, kind === 'teams' ? 'team' : 'user', uid);
          const involved = items.filter(({ specSummary }) =>
            specSummary[kind].some((one) => one.uid === uid),
          );
          expect(involved.map(({ metadata }) => metadata.name)).toEqual(
            expect.arrayContaining(
              namesOf(projects.filter(({ roles }) => roles.length > 0)).filter((name) =>
                items.some(({ metadata }) => metadata.name === name),
              ),
            ),
          );
        }
      }
    },
  );
});

describe('a role and a filter', () => {
  it("have the service's fields", async () => {
    const service = await start();
    const { allRoles, filters } = service.fleet.directory;
    const uidOf = (list: readonly Named[], name: string) => list.find((one) => one.name === name)?.uid ?? '';
    const path = `/v1/roles/${uidOf(allRoles, 'Resource Cluster Editor')}`;
    expect(await read(service, path)).toMatchObject({
      metadata: { name: 'Resource Cluster Editor' },
      spec: { scope: 'resource', type: 'system' },
      status: { isEnabled: true },
    });
    const { spec } = await read<{ spec: { permissions: string[] } }>(service, path);
    expect(spec.permissions).toEqual(expect.arrayContaining(['cluster.update', 'cloudconfig.get']));
    expect(spec.permissions).not.toContain('cluster.delete');
    expect(await read(service, `/v1/roles/${uidOf(allRoles, 'Night Shift')}`)).toMatchObject({
      spec: { type: 'user' },
      status: { isEnabled: false },
    });
    expect(await read(service, `/v1/filters/tag/${uidOf(filters, 'production')}`)).toMatchObject({
      metadata: { name: 'production' },
      spec: {
        filterGroup: {
          conjunction: 'and',
          filters: [
            { key: 'env', operator: 'eq', negation: false, values: ['prod'] },
            { key: 'tier', operator: 'eq', negation: true, values: ['test'] },
          ],
        },
      },
    });
  });

  it.each(['roles', 'filters/tag', 'users'])('are not found by an unknown UID: %s', async (kind) => {
    const path = kind === 'users' ? '/v1/users/nonsense/roles' : `/v1/${kind}/nonsense`;
    expect(await answer(await start(), path)).toEqual({ status: 404, body: errorBody('ResourceNotFound') });
  });

  it('is about the same tags in every search, a tag alone without a value', async () => {
    const service = await start({ projects: 8 });
    const [payments] = service.fleet.projects;
    const headers = { ProjectUid: payments?.uid ?? '' };
    const search = (path: string) =>
      read<{ items: Found[] }>(service, path, { method: 'POST', headers, body: {} });
    const found = await search(clusterSearchPath);
    const { items } = await search(clusterMetadataPath);
    expect(items.map(({ metadata }) => metadata.labels)).toEqual(
      found.items.map(({ metadata }) => metadata.labels),
    );
    for (const { metadata, specSummary } of items) {
      const tags = Object.entries(metadata.labels).map(([key, value]) =>
        value.endsWith('__tag') ? key : `${key}:${value}`,
      );
      expect(specSummary.tags).toEqual(tags);
    }
    const all = await read<{ items: Found[] }>(service, clusterMetadataPath, {
      method: 'POST',
      body: {},
    });
    const tags = all.items.flatMap(({ specSummary }) => specSummary.tags ?? []);
    expect(tags).toEqual(
      expect.arrayContaining(['compliance:pci-dss', 'env:staging', 'region:eu', 'residency:eu']),
    );
    expect(tags.some((tag) => !tag.includes(':'))).toBe(true);
  });
});

describe('the summary of users', () => {
  it('is filtered and sorted', async () => {
    const service = await start();
    const found = async (body: object) =>
      (await summaries(service, body)).map(({ metadata }) => metadata.name);
    expect(await found({ filter: { name: { contains: 'KIM' } } })).toEqual(['Grace Kim']);
    expect(await found({ filter: { emailId: { beginsWith: 'linh' } } })).toEqual(['Linh Nguyễn']);
    expect((await found({ sort: [{ field: 'name', order: 'desc' }] }))[0]).toBe('Linh Nguyễn');
    expect(
      await answer(service, '/v1/users/summary', {
        method: 'POST',
        body: { filter: { name: { near: 'x' } } },
      }),
    ).toEqual({ status: 400, body: errorBody('InvalidRequest') });
  });

  it('has an activation link for each, which only it has', async () => {
    const service = await start();
    const links = (await summaries(service)).map(({ status }) => status.activationLink);
    expect(links.every((link) => link.includes('activation-secret'))).toBe(true);
    expect(new Set(links).size).toBe(links.length);
    expect(JSON.stringify(await read(service, '/v1/users/meta'))).not.toContain('activation');
  });
});

describe('the access of users', () => {
  it('does not include a team that was removed', async () => {
    const service = await start();
    const { teams } = service.fleet.directory;
    const [platform] = teams;
    const [member] = platform?.users ?? [];
    if (platform === undefined || member === undefined) throw new Error('Platform has no members.');
    const before = await grantsOf(service, 'user', member.uid);
    const teamsBefore = teams.filter(({ users }) => users.includes(member));
    service.fleet.removeTeam(platform);
    const after = await grantsOf(service, 'user', member.uid);
    expect(after.projects.length).toBeLessThanOrEqual(before.projects.length);
    const summary = (await summaries(service)).find(({ metadata }) => metadata.uid === member.uid);
    expect(summary?.spec.teams).toHaveLength(teamsBefore.length - 1);
  });
});
