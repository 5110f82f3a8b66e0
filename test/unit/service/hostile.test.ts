import { describe, expect, it } from 'vitest';
import { Pages } from '../../../src/service/pages';
import { createTestClient, failureOf, serve } from '../support/service';

/** A client of a service that sends `bodies` one after the other, and then repeats the last one. */
async function answering(...bodies: readonly object[]) {
  const asked: string[] = [];
  const { baseUrl } = await serve(({ url = '' }, response) => {
    response.end(JSON.stringify(bodies[Math.min(asked.length, bodies.length - 1)]));
    asked.push(url);
  });
  return { client: createTestClient(baseUrl).client, asked };
}

describe('more than 50,000 elements', () => {
  const many = (item: object, count = 50_001): readonly object[] => Array.from({ length: count }, () => item);
  const pool = { cloudType: 'openstack', configUid: 'config', poolName: 'pool' };

  it('are truncated in a paginated list, which reports it [guarantee: response-limits]', async () => {
    const { client } = await answering({ items: many({}) }, { items: many({}, 50_000) });
    const { items, cut } = await client.listMachines(pool);
    expect([items.length, cut]).toEqual([50_000, 'tooManyItems']);
    const whole = await client.listMachines(pool);
    expect([whole.items.length, whole.cut]).toEqual([50_000, undefined]);
  });

  it('are rejected in any other list, because a part could be taken for all', async () => {
    const role = { uid: 'a', projectUids: many({ uid: 'a' }) };
    const metadata = { uid: 'a' };
    const { client } = await answering(
      { resourceRoles: many(metadata) },
      { resourceRoles: [role] },
      { items: many({ metadata }) },
    );
    const read = [
      () => client.listTeamResourceRoles('team'),
      () => client.listTeamResourceRoles('team'),
      () => client.listProjectUids(),
    ];
    for (const list of read) {
      const { failure } = await failureOf(list());
      expect(failure).toMatchObject({ kind: 'invalidResponse', reason: 'tooLarge' });
    }
  });
});

describe('a page', () => {
  const page = (uid: string, listmeta?: unknown) => ({ items: [{ metadata: { uid } }], listmeta });

  /** The UIDs and totals of all pages. */
  async function readAll(...bodies: readonly object[]) {
    const { client, asked } = await answering(...bodies);
    const pages = new Pages((token) =>
      client.listProjects({ method: 'get', limit: 2, ...(token === undefined ? {} : { continue: token }) }),
    );
    const read: unknown[] = [];
    for await (const { items, total } of pages) read.push([items[0]?.metadata?.uid, total]);
    return { read, asked };
  }

  it.each([
    null,
    'b',
    [{ continue: 'a' }],
    ...[5, true, {}, ['a'], ''].map((token) => ({ continue: token })),
  ])('with the listmeta %j is the last one', async (listmeta) => {
    expect((await readAll(page('a', listmeta), page('b'))).read).toEqual([['a', undefined]]);
  });

  it.each(['__proto__', '../..?x=1&limit=9#', 'a\r\nApiKey: b', '\u{202e}\ud800', '%00'])(
    'with the token %j is followed by the next page of the same list',
    async (token) => {
      const { read, asked } = await readAll(
        page('a', { continue: token, count: 2 }),
        page('b', { count: -4 }),
      );
      expect(read).toEqual([
        ['a', 2],
        ['b', undefined],
      ]);
      const { pathname, searchParams } = new URL(asked[1] ?? '', 'http://service.example');
      expect(pathname).toBe('/v1/dashboard/projects');
      expect(Object.fromEntries(searchParams)).toEqual({ limit: '2', continue: token.toWellFormed() });
    },
  );
});
