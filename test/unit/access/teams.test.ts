import { describe, expect, it } from 'vitest';
import type { DemoOptions, DemoService } from '../../../src/demo/server';
import { teamListing, type Team, type TeamListing } from '../../../src/access/teams';
import { Pages, uniqueByUid } from '../../../src/service/pages';
import type { Project } from '../../../src/service/resources/project';
import { projectFrom } from '../support/resources';
import { connected, failureOf, sourceOf, type SourceOptions } from '../support/service';

async function listing(options: Partial<DemoOptions> = {}, source: SourceOptions = {}) {
  const { service, client } = await connected(options);
  const teams = teamListing(sourceOf(client, source));
  const asked = (): readonly (string | undefined)[] => service.requests.map(({ operation }) => operation);
  return { service, client, teams, asked };
}

async function nextUids({ pages }: TeamListing): Promise<readonly string[]> {
  const { value: page } = await pages.next();
  return (page?.items ?? []).map(({ uid }) => uid);
}

/** All teams, each once. */
async function loadAll({ pages }: TeamListing) {
  const items: Team[] = [];
  const seen = new Set<string>();
  let total: number | undefined;
  let pageCount = 0;
  for await (const page of pages) {
    items.push(...uniqueByUid(page.items, ({ uid }) => uid, seen));
    total = page.total;
    pageCount++;
  }
  return { pages, items, total, pageCount };
}

const uidsOf = ({ fleet }: DemoService): readonly string[] => fleet.directory.teams.map(({ uid }) => uid);

/** The teams of a project in the service's form. */
const projectWith = (...uids: readonly string[]): Project =>
  projectFrom({ specSummary: { teams: uids.map((uid) => ({ uid, name: `Team ${uid}` })) } });

describe('teams that the service lists', () => {
  it('are read in pages: 120 with three requests', async () => {
    const { service, teams, asked } = await listing({ teams: 120 });
    const { items, total, pageCount } = await loadAll(teams);
    expect(items.map(({ uid }) => uid)).toEqual(uidsOf(service));
    expect({ total, pageCount }).toEqual({ total: 120, pageCount: 3 });
    expect(asked()).toEqual(['listTeams', 'listTeams', 'listTeams']);
    expect(teams.gatheredFrom).toBeUndefined();
  });

  it('are those with a UID', async () => {
    const { service, teams } = await listing();
    const items = [
      { metadata: { uid: 'a', name: 'A' } },
      { metadata: { name: 'without a uid' } },
      { metadata: { uid: '', name: 'with an empty uid' } },
      {},
      { metadata: { uid: 'b' } },
    ];
    service.faults.add({ kind: 'wrongJson', body: { items } });
    expect((await loadAll(teams)).items).toMatchObject([
      { uid: 'a', name: 'A' },
      { uid: 'b', name: undefined },
    ]);
  });
});

describe('teams of a service that does not list them', () => {
  it.each([403, 404])('come from its projects, page by page: %i', async (status) => {
    const { service, teams, asked } = await listing();
    service.faults.add({ kind: 'status', status, operation: 'listTeams', times: Infinity });
    await teams.pages.next();
    expect(asked()).toEqual(['listTeams', 'listProjectsPost']);
    expect(teams.gatheredFrom).toEqual({ loaded: 50, total: 128 });
    const { items } = await loadAll(teams);
    expect(asked().slice(2)).toEqual(['listProjectsPost', 'listProjectsPost']);
    expect(teams.gatheredFrom).toEqual({ loaded: 128, total: 128 });
    expect(items.length).toBeGreaterThan(0);
  });

  it('are listed once each', async () => {
    const { service, teams, asked } = await listing({ profile: 'classic' }, { listing: 'get', limit: 10 });
    const { items, pageCount } = await loadAll(teams);
    expect(items.map(({ uid }) => uid).sort()).toEqual([...uidsOf(service)].sort());
    expect(items.every(({ name, resource }) => name !== undefined && resource === undefined)).toBe(true);
    expect(pageCount).toBe(13);
    expect(asked()).not.toContain('listProjectsPost');
  });

  it('continue after a page of projects without teams', async () => {
    const { client } = await connected({ without: ['listTeams'] });
    const pages = [[], [projectWith('a', 'b')], [], [], [projectWith('b', 'c')], []];
    const projects = (): Pages<Project> =>
      new Pages((token = '0') => {
        const next = Number(token) + 1;
        return Promise.resolve({
          items: pages[next - 1] ?? [],
          ...(next < pages.length ? { continue: String(next) } : {}),
        });
      });
    const teams = teamListing({ ...sourceOf(client), projects: () => Promise.resolve(projects()) });
    const { items, pages: read } = await loadAll(teams);
    expect(items.map(({ uid }) => uid)).toEqual(['a', 'b', 'c']);
    expect(read.cut).toBeUndefined();
    expect(teams.gatheredFrom?.loaded).toBe(2);
  });

  it.each([
    ['repeats itself', 'repeatedToken', () => 'again'],
    ['never ends', 'tooManyPages', (page: number) => String(page)],
    ['was truncated', 'tooManyItems', () => ''],
  ] as const)('end if the list of projects %s, and report it', async (_name, cut, tokenOf) => {
    const { client } = await connected({ without: ['listTeams'] });
    let page = 0;
    const projects = new Pages(() =>
      Promise.resolve({
        items: [projectWith(`team-${page}`)],
        continue: tokenOf(page++),
        cut: cut === 'tooManyItems' ? cut : undefined,
      }),
    );
    const { pages, items } = await loadAll(
      teamListing({ ...sourceOf(client), projects: () => Promise.resolve(projects) }),
    );
    expect(pages.cut).toBe(cut);
    expect(items).toHaveLength(page);
  });
});

describe('another failure', () => {
  it.each([401, 500])('is reported without requesting the projects: %i', async (status) => {
    const { service, teams, asked } = await listing();
    service.faults.add({ kind: 'status', status, headers: { 'retry-after': '3600' } });
    expect((await failureOf(teams.pages.next())).failure.status).toBe(status);
    expect(asked()).toEqual(['listTeams']);
    expect(teams.gatheredFrom).toBeUndefined();
  });

  it('loses no page of projects', async () => {
    const { service, teams, asked } = await listing({ without: ['listTeams'] });
    service.faults.add({ kind: 'status', status: 500, operation: 'listProjectsPost' });
    expect((await failureOf(teams.pages.next())).operation).toBe('listProjects');
    expect(teams.gatheredFrom).toBeUndefined();
    await teams.pages.next();
    service.faults.add({ kind: 'status', status: 500, operation: 'listProjectsPost' });
    await failureOf(teams.pages.next());
    expect(teams.gatheredFrom).toEqual({ loaded: 50, total: 128 });
    await loadAll(teams);
    expect(teams.gatheredFrom).toEqual({ loaded: 128, total: 128 });
    expect(asked().filter((operation) => operation === 'listProjectsPost')).toHaveLength(5);
  });
});

describe('a list that has begun', () => {
  it.each([403, 404])('continues with the teams that the service lists, even after a %i', async (status) => {
    const { service, client, teams, asked } = await listing({ teams: 120 });
    await teams.pages.next();
    service.faults.add({ kind: 'status', status });
    expect((await failureOf(teams.pages.next())).failure.status).toBe(status);
    // As when the user retries.
    client.refusals.forget();
    expect(await nextUids(teams)).toHaveLength(50);
    expect(new Set(asked())).toEqual(new Set(['listTeams']));
    expect(teams.gatheredFrom).toBeUndefined();
  });

  it('continues with the projects, even if the service now lists teams', async () => {
    const { service, teams, asked } = await listing();
    service.faults.add({ kind: 'status', status: 403, operation: 'listTeams' });
    await loadAll(teams);
    expect(asked()).toEqual(['listTeams', 'listProjectsPost', 'listProjectsPost', 'listProjectsPost']);
  });
});
