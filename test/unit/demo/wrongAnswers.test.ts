import { describe, expect, it } from 'vitest';
import type { ScriptedService, Fault } from '../../support/demo/service';
import { answer, ask, listPage, projectsPath, start, type Page } from './helper';

/** Lists projects, 50 per page, until there is no token or `most` pages are read. The fault applies to all pages. */
async function pagesWith(service: ScriptedService, fault: Fault, most: number): Promise<Page[]> {
  service.faults.add({ ...fault, times: Infinity });
  const pages: Page[] = [];
  let token: string | undefined = '';
  do {
    pages.push(await listPage(service, `continue=${token}`));
    token = pages.at(-1)?.listmeta.continue;
  } while (token && pages.length < most);
  return pages;
}

const uids = (pages: readonly Page[]) => pages.map(({ items }) => items.map(({ metadata }) => metadata.uid));

describe('a listing that does not end', () => {
  it('repeats its token and its second page', async () => {
    const service = await start({ projects: 128 });
    const all = service.fleet.projects.map(({ uid }) => uid);
    const pages = await pagesWith(service, { kind: 'repeatToken' }, 6);
    const second = all.slice(50, 100);
    expect(uids(pages)).toEqual([all.slice(0, 50), second, second, second, second, second]);
    expect(new Set(pages.map(({ listmeta }) => listmeta.continue)).size).toBe(1);
  });

  it('repeats its first page with new tokens', async () => {
    const service = await start({ projects: 60 });
    const first = service.fleet.projects.slice(0, 50).map(({ uid }) => uid);
    const pages = await pagesWith(service, { kind: 'endlessTokens' }, 6);
    expect(uids(pages)).toEqual(Array.from({ length: 6 }, () => first));
    expect(new Set(pages.map(({ listmeta }) => listmeta.continue)).size).toBe(6);
  });
});

describe('a listing with wrong counts', () => {
  it('has all projects, and a smaller count on every page', async () => {
    const service = await start({ projects: 128 });
    const pages = await pagesWith(service, { kind: 'shrinkingCount' }, 9);
    expect(uids(pages).flat()).toEqual(service.fleet.projects.map(({ uid }) => uid));
    expect(pages.map(({ listmeta }) => listmeta.count)).toEqual([78, 28, 0]);
  });
});

describe('a fault in lists', () => {
  it.each([{ kind: 'repeatToken' }, { kind: 'endlessTokens' }, { kind: 'shrinkingCount' }] as const)(
    'does not affect other responses: $kind',
    async (fault) => {
      const service = await start({ projects: 1 });
      const path = `/v1/spectroclusters/${service.fleet.projects[0]?.clusters[0]?.uid ?? ''}`;
      const usual = await answer(service, path);
      service.faults.add(fault, fault);
      expect(await answer(service, path)).toEqual(usual);
      const [team] = service.fleet.directory.teams;
      const role = `/v1/teams/${team?.uid ?? ''}/resourceRoles/${team?.resourceRoles[0]?.uid ?? ''}`;
      expect((await ask(service, role, { method: 'DELETE' })).status).toBe(204);
    },
  );
});

describe('a deeply nested response', () => {
  it.each([1, 7, 200_000])('has %i levels', async (levels) => {
    const service = await start();
    service.faults.add({ kind: 'deepJson', levels });
    const { body } = await answer(service, projectsPath);
    let found = 0;
    for (let inner = body; inner !== undefined; found++) {
      inner = (inner as { items: unknown[] }).items[0];
    }
    expect(found).toBe(levels);
  });
});

describe('a response with special keys', () => {
  const keys = ['__proto__', 'constructor', 'prototype'];

  /** The objects in `value` that the fault has not added. */
  function objectsIn(value: unknown): object[] {
    if (typeof value !== 'object' || value === null) {
      return [];
    }
    const inner = Object.entries(value).flatMap(([key, each]) => (keys.includes(key) ? [] : objectsIn(each)));
    return Array.isArray(value) ? inner : [value, ...inner];
  }

  const without = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), function (key, each: unknown) {
      return keys.includes(key) ? undefined : each;
    });

  it('has them in every object, and is otherwise correct', async () => {
    const service = await start({ projects: 3 });
    const usual = await answer(service, projectsPath);
    service.faults.add({ kind: 'protoKeys' });
    const polluted = await answer(service, projectsPath);
    expect(polluted.status).toBe(200);
    const objects = objectsIn(polluted.body);
    expect(objects.length).toBeGreaterThan(20);
    for (const object of objects) {
      expect(Object.keys(object)).toEqual(expect.arrayContaining(keys));
    }
    expect(without(polluted.body)).toEqual(usual.body);
  });
});
