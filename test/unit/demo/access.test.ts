import { describe, expect, it } from 'vitest';
import { matches } from '../../../src/demo/fleet/filters';
import type { Fleet } from '../../../src/demo/fleet/fleet';
import type { Holder, ResourceRole } from '../../../src/demo/fleet/grants';
import type { Named } from '../../../src/demo/fleet/metadata';
import type { Team } from '../../../src/demo/fleet/teams';
import { answer, start } from './helper';

const namesOf = (list: readonly Named[]) => list.map(({ name }) => name);

/** The clusters that a resource role reaches, and all of its projects, which are those without its filters. */
function reach(fleet: Fleet, { projectUids, filterRefs }: ResourceRole) {
  const all = projectUids.flatMap(({ uid }) => fleet.findProject(uid)?.clusters ?? []);
  const filters = fleet.directory.filters.filter(({ uid }) =>
    filterRefs.some((filter) => filter.uid === uid),
  );
  return { all, matched: all.filter(({ labels }) => filters.every((filter) => matches(filter, labels))) };
}

/** The roles in projects and workspaces. */
function placesOf({ directory, projects }: Fleet, holder: Holder, teams: readonly Team[] = []) {
  const inWorkspaces = directory.workspaceRoles(projects, holder, teams);
  return [
    ...directory.projectRoles(projects, holder, teams),
    ...inWorkspaces.flatMap(({ workspaces }) => workspaces),
  ];
}

it('the access of the first team is what pictures show', async () => {
  const { fleet } = await start();
  const [platform] = fleet.directory.teams;
  if (platform === undefined) throw new Error('There is no team.');
  const { tenantRoles, resourceRoles } = platform;
  expect(resourceRoles.slice(0, 2)).toMatchObject([
    { roles: [{ name: 'Resource Cluster Admin' }], filterRefs: [{ name: 'pci-dss' }] },
    { roles: [{ name: 'Resource Cluster Viewer' }], projectUids: [{ name: 'atlas' }], filterRefs: [] },
  ]);
  expect(namesOf(tenantRoles)).toEqual(['Tenant Viewer']);
  expect(placesOf(fleet, platform)).toMatchObject([
    { name: 'checkout', roles: [{ name: 'Project Editor' }] },
  ]);
  const [first] = resourceRoles;
  if (first === undefined) throw new Error('It has no role.');
  const { all, matched } = reach(fleet, first);
  expect([matched.length, all.length]).toEqual([7, 9]);
});

describe.each(['full', 'large'] as const)('the access in the profile %s', (profile) => {
  it('has what makes a review worth it', async () => {
    const { fleet } = await start({ profile });
    const { teams, users, allRoles } = fleet.directory;
    expect([teams.length, users.length]).toEqual(profile === 'large' ? [40, 300] : [8, 12]);
    const roles = teams.flatMap(({ name: team, resourceRoles }) =>
      resourceRoles.map((role) => ({ team, role, ...reach(fleet, role) })),
    );
    const teamsOf = (some: typeof roles) => some.map(({ team }) => team);
    expect(teamsOf(roles.filter(({ matched }) => matched.length === 0))).toEqual(['Mobile']);
    expect(teamsOf(roles.filter(({ role }) => role.filterRefs.length === 0))).toEqual(['Platform']);
    const disabled = namesOf(allRoles.filter(({ isEnabled }) => !isEnabled));
    const withDisabled = roles.filter(({ role }) => role.roles.some(({ name }) => disabled.includes(name)));
    expect(teamsOf(withDisabled)).toEqual(['Observability']);
    const contents = roles.map(({ team, role }) => JSON.stringify([team, { ...role, uid: '' }]));
    expect(contents.length - new Set(contents).size).toBe(1);

    const neverSignedIn = users
      .map((user) => ({ user, ...fleet.describeUser(user).status }))
      .filter((status) => !('lastSignIn' in status) || !(Date.parse(status.lastSignIn) > 0));
    expect(neverSignedIn.map(({ user }) => user.name)).toContain('Linh Nguyễn');
    expect(neverSignedIn.length).toBeLessThan(users.length / 10);
    expect(users.filter(({ isActive }) => !isActive).length).toBeGreaterThan(0);
  });

  it('is consistent: roles, members and what they inherit', async () => {
    const { fleet } = await start({ profile });
    const { teams, users, allRoles, filters } = fleet.directory;
    const known = allRoles.map(({ uid, name }) => `${uid} ${name}`);
    for (const team of teams) {
      const places = placesOf(fleet, team);
      const granted = [team.tenantRoles, ...[...places, ...team.resourceRoles].map(({ roles }) => roles)];
      expect(known).toEqual(expect.arrayContaining(granted.flat().map(({ uid, name }) => `${uid} ${name}`)));
      expect(places.every(({ inheritedRoles }) => inheritedRoles.length === 0)).toBe(true);
      const used = team.resourceRoles.flatMap(({ filterRefs }) => filterRefs);
      expect(namesOf(filters)).toEqual(expect.arrayContaining(namesOf(used)));
    }
    type Places = ReturnType<typeof placesOf>;
    const pairs = (places: Places, of: 'roles' | 'inheritedRoles') =>
      new Set(places.flatMap((place) => place[of].map(({ name }) => `${place.uid} ${name}`)));
    for (const user of users.slice(0, 20)) {
      const theirs = fleet.directory.teamsOf(user);
      expect(namesOf(fleet.describeUser(user).spec.teams)).toEqual(namesOf(theirs));
      expect(theirs.every((team) => team.users.includes(user))).toBe(true);
      const inherited = theirs.flatMap((team) => placesOf(fleet, team));
      expect(pairs(placesOf(fleet, user, theirs), 'inheritedRoles')).toEqual(pairs(inherited, 'roles'));
    }
    expect(new Set(users.map(({ emailId }) => emailId)).size).toBe(users.length);
  });
});

describe('the access of users', () => {
  it('is answered with what their teams have, until a team is removed', async () => {
    const service = await start();
    const [platform] = service.fleet.directory.teams;
    const [member] = platform?.users ?? [];
    if (platform === undefined || member === undefined) throw new Error('Platform has no members.');
    const answered = async () => ({
      tenant: (await answer(service, `/v1/users/${member.uid}/roles`)).body as {
        readonly inheritedRoles: readonly Named[];
      },
      projects: (await answer(service, `/v1/users/${member.uid}/projects`)).body as {
        readonly projects: readonly (Named & { readonly inheritedRoles: readonly Named[] })[];
      },
    });
    const before = await answered();
    expect(namesOf(before.tenant.inheritedRoles)).toContain('Tenant Viewer');
    expect(before.projects.projects.find(({ name }) => name === 'checkout')).toMatchObject({
      inheritedRoles: expect.arrayContaining([
        expect.objectContaining({ name: 'Project Editor' }),
      ]) as unknown[],
    });
    service.fleet.removeTeam(platform);
    const after = await answered();
    const left = service.fleet.directory.teamsOf(member).flatMap(({ tenantRoles }) => tenantRoles);
    expect(new Set(namesOf(after.tenant.inheritedRoles))).toEqual(new Set(namesOf(left)));
    expect(service.fleet.describeUser(member).spec.teams).not.toContainEqual(
      expect.objectContaining({ name: 'Platform' }),
    );
  });
});
