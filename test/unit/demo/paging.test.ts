import { describe, expect, it } from 'vitest';
import type { ScriptedService } from '../../support/demo/service';
import { answer, ask, errorBody, listPage, projectsPath, start, type Page } from './helper';

async function everyPage(service: ScriptedService, limit: number): Promise<Page[]> {
  const pages = [await listPage(service, `limit=${limit}`)];
  for (let token = pages[0]?.listmeta.continue; token; token = pages.at(-1)?.listmeta.continue) {
    pages.push(await listPage(service, `limit=${limit}&continue=${token}`));
  }
  return pages;
}

describe('listing projects in pages', () => {
  it.each([1, 7, 49, 50])('visits each project once, in order, %i at a time', async (limit) => {
    const service = await start();
    const pages = await everyPage(service, limit);
    const visited = pages.flatMap(({ items }) => items.map(({ metadata }) => metadata.uid));
    expect(visited).toEqual(service.fleet.projects.map(({ uid }) => uid));
    expect(pages).toHaveLength(Math.ceil(visited.length / limit));
  });

  it('returns the token of the next page, and an empty token at the end', async () => {
    const service = await start({ projects: 60 });
    const [first, last] = await everyPage(service, 50);
    expect(first?.listmeta).toMatchObject({ count: 60, limit: 50, offset: 50 });
    expect(last?.listmeta).toEqual({ continue: '', count: 60, limit: 10, offset: 60 });
  });

  it('starts from an offset', async () => {
    const service = await start();
    const { items } = await listPage(service, 'offset=100&limit=1');
    expect(items[0]?.metadata.uid).toBe(service.fleet.projects[100]?.uid);
  });

  it('returns an empty page past the end and in an empty service', async () => {
    const past = await listPage(await start(), 'offset=1000000');
    const empty = await listPage(await start({ projects: 0 }));
    expect([past.items, past.listmeta.continue]).toEqual([[], '']);
    expect([empty.items, empty.listmeta.continue]).toEqual([[], '']);
  });

  it('counts on every page', async () => {
    const service = await start({ projects: 60 });
    const first = await listPage(service);
    service.fleet.addProject('newcomer');
    const last = await listPage(service, `continue=${first.listmeta.continue}`);
    expect([first.listmeta.count, last.listmeta.count]).toEqual([60, 61]);
    expect(last.items.at(-1)?.metadata.name).toBe('newcomer');
  });

  it('accepts the period of the metrics', async () => {
    const service = await start();
    expect((await ask(service, `${projectsPath}?period=60`)).status).toBe(200);
  });

  it.each([
    'limit=51',
    'limit=0',
    'limit=-1',
    'limit=ten',
    'limit=1e1',
    'offset=-1',
    'offset=99999999999',
    'period=0',
  ])('rejects %s', async (query) => {
    const service = await start();
    expect(await answer(service, `${projectsPath}?${query}`)).toEqual({
      status: 400,
      body: errorBody('InvalidRequest'),
    });
  });
});

describe('a continue token', () => {
  it('is rejected if a single character has changed', async () => {
    const service = await start();
    const token = (await listPage(service)).listmeta.continue;
    for (let place = 0; place < token.length; place++) {
      const other = token[place] === 'A' ? 'B' : 'A';
      const forged = token.slice(0, place) + other + token.slice(place + 1);
      expect((await ask(service, `${projectsPath}?continue=${forged}`)).status).toBe(400);
    }
  });

  it.each(['x', '50', '!!', 'AAAAMg', '%00'])('is rejected if it is made up: %s', async (token) => {
    const service = await start();
    expect((await ask(service, `${projectsPath}?continue=${token}`)).status).toBe(400);
  });

  it('is rejected for another listing', async () => {
    const service = await start();
    const token = (await listPage(service)).listmeta.continue;
    const search = { method: 'POST', body: { filter: { name: { contains: 'a' } } } };
    expect((await ask(service, `${projectsPath}?continue=${token}`, search)).status).toBe(400);
  });

  it('is rejected by another service with the same projects', async () => {
    const token = (await listPage(await start())).listmeta.continue;
    expect((await ask(await start(), `${projectsPath}?continue=${token}`)).status).toBe(400);
  });
});
