import { describe, expect, it } from 'vitest';
import type { Fleet } from '../../../src/demo/fleet/fleet';
import type { ScriptedService } from '../../support/demo/service';
import { answer, ask, errorBody, listPage, projectsPath, start, type Page } from './helper';

interface TeamPage extends Pick<Page, 'listmeta'> {
  items: ReturnType<Fleet['describeTeam']>[];
}

async function listTeams(service: ScriptedService, query = ''): Promise<TeamPage> {
  return (await answer(service, `/v1/teams?${query}`)).body as TeamPage;
}

const uidsOf = (things: readonly { readonly uid: string }[]) => things.map(({ uid }) => uid);

const firstOf = <T>([first]: readonly T[]): T => {
  if (first === undefined) {
    throw new Error('There is none.');
  }
  return first;
};

describe('the teams', () => {
  it("are listed with the service's fields", async () => {
    const service = await start();
    const { items, listmeta } = await listTeams(service);
    expect(listmeta).toEqual({ continue: '', count: 8, limit: 8, offset: 8 });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(
      service.fleet.directory.teams.map(({ name }) => name),
    );
    const { users, tenantRoles } = service.fleet.directory;
    for (const { metadata, spec, status } of items) {
      expect(Object.keys(metadata)).toEqual([
        'name',
        'uid',
        'creationTimestamp',
        'lastModifiedTimestamp',
        'annotations',
        'labels',
      ]);
      expect(Date.parse(metadata.creationTimestamp)).toBeLessThan(Date.now());
      expect(spec.sources).toEqual(['LOCAL']);
      expect(uidsOf(users)).toEqual(expect.arrayContaining(spec.users));
      expect(uidsOf(tenantRoles)).toEqual(expect.arrayContaining(spec.roles));
      expect(status).toEqual({});
    }
  });

  it('differ in description, labels, users and roles', async () => {
    const { items } = await listTeams(await start({ teams: 50 }));
    const has = {
      description: items.map(({ metadata }) => metadata.annotations.description !== undefined),
      labels: items.map(({ metadata }) => Object.keys(metadata.labels).length > 0),
      users: items.map(({ spec }) => spec.users.length > 0),
      roles: items.map(({ spec }) => spec.roles.length > 0),
    };
    for (const some of Object.values(has)) {
      expect(new Set(some)).toEqual(new Set([true, false]));
    }
  });

  it('are the same for the same seed only', async () => {
    const now = () => new Date('2026-01-01T00:00:00Z');
    const items = async (seed: number) => (await listTeams(await start({ seed, now }))).items;
    const first = await items(1);
    expect(await items(1)).toEqual(first);
    expect(await items(2)).not.toEqual(first);
  });

  it('have the specified number, featured ones first and unchanged', async () => {
    const usual = (await start()).fleet.directory.teams;
    const { teams } = (await start({ teams: 1_000 })).fleet.directory;
    expect(teams).toHaveLength(1_000);
    expect(teams.slice(0, 8)).toEqual(usual);
    expect(new Set(teams.map(({ name }) => name)).size).toBe(1_000);
    expect(new Set(uidsOf(teams)).size).toBe(1_000);
    expect((await start({ teams: 2 })).fleet.directory.teams).toEqual(usual.slice(0, 2));
    expect((await listTeams(await start({ teams: 0 }))).items).toEqual([]);
  });

  it.each([50, 7])('are listed once each, in order, %i at a time', async (limit) => {
    const service = await start({ teams: 120 });
    const visited: string[] = [];
    let pages = 0;
    let token = '';
    do {
      const { items, listmeta } = await listTeams(service, `limit=${limit}&continue=${token}`);
      visited.push(...uidsOf(items.map(({ metadata }) => metadata)));
      expect(listmeta.count).toBe(120);
      token = listmeta.continue;
      pages++;
    } while (token !== '');
    expect(visited).toEqual(uidsOf(service.fleet.directory.teams));
    expect(pages).toBe(Math.ceil(120 / limit));
  });

  it('start from an offset', async () => {
    const service = await start({ teams: 120 });
    const { items } = await listTeams(service, 'offset=119');
    expect(items.map(({ metadata }) => metadata.uid)).toEqual(
      uidsOf(service.fleet.directory.teams.slice(119)),
    );
  });

  it('reject the token of another listing', async () => {
    const service = await start({ teams: 120 });
    const { continue: token } = (await listPage(service)).listmeta;
    for (const query of [`continue=${token}`, 'limit=51', 'offset=-1']) {
      expect(await answer(service, `/v1/teams?${query}`)).toEqual({
        status: 400,
        body: errorBody('InvalidRequest'),
      });
    }
  });
});

describe('a removed team', () => {
  it('is gone from the list, with its resource roles', async () => {
    const service = await start();
    const { teams, roles } = service.fleet.directory;
    const team = firstOf(teams.slice(3));
    const others = teams.filter((one) => one !== team);
    service.fleet.removeTeam(team);
    service.fleet.removeTeam(team);
    expect((await listTeams(service)).items.map(({ metadata }) => metadata.uid)).toEqual(uidsOf(others));
    const path = `/v1/teams/${team.uid}/resourceRoles`;
    for (const [method, target] of [
      ['GET', path],
      ['POST', path],
      ['DELETE', `${path}/${firstOf(team.resourceRoles).uid}`],
    ] as const) {
      const body = method === 'POST' ? { body: { roles: [firstOf(roles).uid] } } : {};
      expect(await answer(service, target, { method, ...body })).toEqual({
        status: 404,
        body: errorBody('ResourceNotFound'),
      });
    }
  });

  it('is gone from its projects, which keep their other teams', async () => {
    const service = await start();
    const teamsOf = async () => (await listPage(service)).items.map(({ specSummary }) => specSummary.teams);
    const before = await teamsOf();
    const { uid: gone } = firstOf(service.fleet.directory.teams);
    service.fleet.removeTeam(firstOf(service.fleet.directory.teams));
    expect(await teamsOf()).toEqual(before.map((teams) => teams.filter(({ uid }) => uid !== gone)));
  });
});

describe('the names of the projects', () => {
  const namesPath = `${projectsPath}/metadata`;

  it('are listed all at once', async () => {
    const service = await start();
    expect(await answer(service, namesPath)).toEqual({
      status: 200,
      body: { items: service.fleet.projects.map(({ name, uid }) => ({ metadata: { name, uid } })) },
    });
    expect(service.fleet.projects).toHaveLength(128);
  });

  it('are empty if there are no projects', async () => {
    expect((await answer(await start({ projects: 0 }), namesPath)).body).toEqual({ items: [] });
  });
});

describe('a removed project', () => {
  it('cannot be in a new resource role, but stays in existing ones', async () => {
    const service = await start();
    const team = firstOf(service.fleet.directory.teams);
    const project = firstOf(service.fleet.projects);
    service.fleet.removeProject(project);
    service.fleet.removeProject(project);
    expect(service.fleet.projects).toHaveLength(127);
    const { body: names } = await answer(service, `${projectsPath}/metadata`);
    expect(JSON.stringify(names)).not.toContain(project.uid);

    const path = `/v1/teams/${team.uid}/resourceRoles`;
    const { roles, projectUids } = firstOf(team.resourceRoles);
    expect(uidsOf(projectUids)).toContain(project.uid);
    const body = { roles: uidsOf(roles), projectUids: uidsOf(projectUids), filterRefs: [] };
    expect(await answer(service, path, { method: 'POST', body })).toEqual({
      status: 400,
      body: errorBody('InvalidRequest'),
    });
    const without = { ...body, projectUids: body.projectUids.filter((uid) => uid !== project.uid) };
    expect((await ask(service, path, { method: 'POST', body: without })).status).toBe(204);
  });
});
