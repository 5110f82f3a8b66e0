import { describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../src/service/client';
import { nothingOf, Pages, withNextPage } from '../../../src/service/pages';
import { createTestClient, failureOf, serve } from '../support/service';

/** A client of a service that sends `bodies` one after the other, and then repeats the last one. */
async function answering(...bodies: readonly (string | { status: number; body: string })[]) {
  const asked: string[] = [];
  const { baseUrl } = await serve(({ url = '' }, response) => {
    const answer = bodies[Math.min(asked.length, bodies.length - 1)] ?? '';
    asked.push(url);
    const { status, body } = typeof answer === 'string' ? { status: 200, body: answer } : answer;
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  const { client } = createTestClient(baseUrl, { timeoutMs: () => 30_000 });
  return { client, asked };
}

const listMachines = async (client: ServiceClient) =>
  (await client.listMachines({ cloudType: 'openstack', configUid: 'config', poolName: 'pool' })).items;

/** The machines without their original JSON, and what reads it later. */
const readFrom = async (client: ServiceClient) =>
  (await listMachines(client)).map((machine) => ({ ...machine, source: undefined, cloudSpec: undefined }));

/** `value` in nested lists. */
const nested = (depth: number, value = ''): string => '['.repeat(depth) + value + ']'.repeat(depth);

/** `value` in nested objects. */
const nestedObjects = (depth: number, key: string): string =>
  `{"${key}":`.repeat(depth) + '1' + '}'.repeat(depth);

describe('a response with 100,000 levels', () => {
  const deep = 100_000;
  it.each([
    ['lists', nested(deep)],
    ['objects', nestedObjects(deep, 'items')],
    ['objects called __proto__', nestedObjects(deep, '__proto__')],
    ['brackets that never close', '['.repeat(deep)],
  ])('of only %s is rejected', async (_name, body) => {
    const { client } = await answering(body);
    expect((await failureOf(listMachines(client))).kind).toBe('invalidResponse');
  });

  it('loses only the nested field', async () => {
    const machine = `{"metadata":{"name":"m","labels":${nested(deep)}},"spec":${nestedObjects(deep, 'spec')},
      "status":{"instanceState":"Running","health":${nested(deep)}},"more":${nestedObjects(deep, 'more')}}`;
    const { client } = await answering(`{"items":[${nested(deep)},${machine}]}`);
    expect(await readFrom(client)).toEqual([
      { metadata: { name: 'm' }, spec: {}, status: { instanceState: 'Running' } },
    ]);
  });

  it('is an ordinary failure if the status is an error', async () => {
    const { client } = await answering({ status: 409, body: nestedObjects(deep, 'message') });
    expect((await failureOf(listMachines(client))).failure).toEqual({
      kind: 'invalidRequest',
      operation: 'listMachines',
      status: 409,
    });
  });
});

describe('names of inherited properties', () => {
  it('can be keys of labels and annotations', async () => {
    const labels = '{"__proto__":"a","constructor":"b","toString":"c","hasOwnProperty":"d","length":"e"}';
    const { client } = await answering(
      `{"items":[{"metadata":{"labels":${labels},"annotations":${labels}}}]}`,
    );
    const [machine] = await listMachines(client);
    const pairs = [
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['toString', 'c'],
      ['hasOwnProperty', 'd'],
      ['length', 'e'],
    ];
    expect([...(machine?.metadata?.labels ?? [])]).toEqual(pairs);
    expect([...(machine?.metadata?.annotations ?? [])]).toEqual(pairs);
  });

  it('are not read as fields, and do not change other objects', async () => {
    const evil = '{"metadata":{"name":"evil","labels":{"a":"b"}},"items":[{}],"polluted":"yes"}';
    const { client } = await answering(
      `{"items":[{"__proto__":${evil},"constructor":{"prototype":${evil}}}],"__proto__":${evil}}`,
    );
    expect(await readFrom(client)).toEqual([{}]);
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('a timestamp', () => {
  const read = async (timestamp: unknown): Promise<number | undefined> => {
    const { client } = await answering(
      JSON.stringify({ items: [{ metadata: { creationTimestamp: timestamp } }] }),
    );
    return (await listMachines(client))[0]?.metadata?.creationTimestamp;
  };

  it.each([
    ['2026-01-02T03:04:05Z', Date.UTC(2026, 0, 2, 3, 4, 5)],
    ['2026-01-02T03:04:05.678901234Z', Date.UTC(2026, 0, 2, 3, 4, 5, 678)],
    ['2026-01-02T03:04:05+02:00', Date.UTC(2026, 0, 2, 1, 4, 5)],
    ['2024-02-29T23:59:59-11:30', Date.UTC(2024, 2, 1, 11, 29, 59)],
    ['2026-01-02', Date.UTC(2026, 0, 2)],
  ])('is %s', async (text, time) => {
    expect(await read(text)).toBe(time);
  });

  it.each([
    '',
    'never',
    // `Date.parse` accepts each of these.
    '1',
    'node 7',
    'pool-a 12',
    '01/02/2026',
    '2026-01-02T03:04:05Z (about)',
    '2026-02-30T00:00:00Z',
    '2026-02-30',
    '2026-13-01T00:00:00Z',
    '2026-01-02T25:00:00Z',
    '0000-00-00T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '2026-01-02T03:04:05.000000000000000000000000000000000000000x',
    1_767_322_800_000,
    { seconds: 1_767_322_800 },
    null,
  ])('is not %j', async (value) => {
    expect(await read(value)).toBeUndefined();
  });
});

describe('more than 50,000 elements', () => {
  const many = (item: string, count = 50_001): string => `[${`${item},`.repeat(count - 1)}${item}]`;
  const tooLarge = { kind: 'invalidResponse', reason: 'tooLarge' };

  it('are truncated in a paginated list, which reports it', async () => {
    const { client } = await answering(`{"items":${many('{}')}}`, `{"items":${many('{}', 50_000)}}`);
    const list = () => client.listMachines({ cloudType: 'openstack', configUid: 'config', poolName: 'pool' });
    const { items, cut } = await list();
    expect([items.length, cut]).toEqual([50_000, 'tooManyItems']);
    const whole = await list();
    expect([whole.items.length, whole.cut]).toEqual([50_000, undefined]);
  });

  it.each<[name: string, body: string, read: (client: ServiceClient) => Promise<unknown>]>([
    [
      'resource roles',
      `{"resourceRoles":${many('{"uid":"a"}')}}`,
      (client) => client.listTeamResourceRoles('team'),
    ],
    [
      'projects of a resource role',
      `{"resourceRoles":[{"uid":"a","projectUids":${many('{"uid":"a"}')}}]}`,
      (client) => client.listTeamResourceRoles('team'),
    ],
    [
      'uids of projects',
      `{"items":${many('{"metadata":{"uid":"a"}}')}}`,
      (client) => client.listProjectUids(),
    ],
    [
      'machine pools',
      `{"spec":{"machinePoolConfig":${many('{}')}}}`,
      (client) => client.readCloudConfig({ cloudType: 'openstack', configUid: 'config' }),
    ],
    ['conditions', `{"items":[{"status":{"health":{"conditions":${many('{}')}}}}]}`, listMachines],
    ['network interfaces', `{"items":[{"spec":{"nics":${many('{}')}}}]}`, listMachines],
  ])('are rejected as %s, because a part could be taken for all', async (_name, body, read) => {
    const { client } = await answering(body);
    expect((await failureOf(read(client))).failure).toMatchObject(tooLarge);
  });
});

describe('a page', () => {
  const pagesOf = (client: ServiceClient, limit = 2) =>
    new Pages((token, signal) =>
      client.listProjects(
        { method: 'get', limit, ...(token === undefined ? {} : { continue: token }) },
        signal,
      ),
    );
  const uidOf = ({ metadata }: { metadata?: { uid?: string | undefined } | undefined }) => metadata?.uid;
  const page = (uids: readonly string[], listmeta?: unknown): string =>
    JSON.stringify({ items: uids.map((uid) => ({ metadata: { uid } })), listmeta });

  /** The UIDs of all pages, and the total after each page. */
  async function readAll(client: ServiceClient) {
    const { signal } = new AbortController();
    let loaded = nothingOf(pagesOf(client));
    const totals: (number | undefined)[] = [];
    while (!loaded.pages.done) {
      loaded = await withNextPage(loaded, uidOf, { signal });
      totals.push(loaded.total);
    }
    return { uids: loaded.items.map(uidOf), totals, cut: loaded.pages.cut };
  }

  it.each([[5], [true], [null], [{}], [['a']], [{ continue: 'a' }], ['']])(
    'with the token %j is the last one',
    async (token) => {
      const { client, asked } = await answering(page(['a'], { continue: token, count: 9 }), page(['b']));
      expect(await readAll(client)).toEqual({ uids: ['a'], totals: [9], cut: undefined });
      expect(asked).toHaveLength(1);
    },
  );

  it.each([[undefined], [null], ['b'], [7], [[{ continue: 'a' }]], [{ listmeta: { continue: 'a' } }]])(
    'with the listmeta %j is the last one',
    async (listmeta) => {
      const { client, asked } = await answering(page(['a'], listmeta), page(['b']));
      expect((await readAll(client)).uids).toEqual(['a']);
      expect(asked).toHaveLength(1);
    },
  );

  it.each([
    ['the same token every time', ['a'], 2],
    ['two tokens in turn', ['a', 'b'], 3],
    ['the first of three again', ['a', 'b', 'c'], 4],
  ])('with %s ends the list when the token is repeated', async (_name, tokens, requests) => {
    const pages = Array.from({ length: 9 }, (_, index) =>
      page([`p${index}`], { continue: tokens[index % tokens.length] }),
    );
    const { client, asked } = await answering(...pages);
    const { uids, cut } = await readAll(client);
    expect(cut).toBe('repeatedToken');
    expect(asked).toHaveLength(requests);
    expect(uids).toEqual(Array.from({ length: requests }, (_, index) => `p${index}`));
  });

  it('keeps every valid item while totals shrink and grow and items are repeated', async () => {
    const { client } = await answering(
      page(['a', 'b'], { continue: '1', count: 100 }),
      page(['b', 'c'], { continue: '2', count: 3 }),
      page([], { continue: '3', count: -4 }),
      page(['', ''], { continue: '4', count: 'many' }),
      page(['a', 'd'], { count: 1.5 }),
    );
    expect(await readAll(client)).toEqual({
      uids: ['a', 'b', 'c', '', '', 'd'],
      totals: [100, 3, undefined, undefined, undefined],
      cut: undefined,
    });
  });

  it.each(['__proto__', 'constructor', '../..?x=1&limit=9#', 'a\r\nApiKey: b', '\u{202e}\ud800', '%00'])(
    'with the token %j is followed by the next page of the same list',
    async (token) => {
      const { client, asked } = await answering(page(['a'], { continue: token }), page(['b']));
      expect((await readAll(client)).uids).toEqual(['a', 'b']);
      const { pathname, searchParams } = new URL(asked[1] ?? '', 'http://service.example');
      expect(pathname).toBe('/v1/dashboard/projects');
      expect([...searchParams]).toEqual([
        ['limit', '2'],
        ['continue', token.toWellFormed()],
      ]);
    },
  );

  it.each([
    [{}],
    [{ items: null }],
    [{ items: {} }],
    [{ items: 'none' }],
    [{ items: 3 }],
    [[]],
    ['items'],
    [null],
  ])('that is %j is rejected, and the same page is requested again', async (body) => {
    const { client, asked } = await answering(
      page(['a'], { continue: '1' }),
      JSON.stringify(body),
      page(['b']),
    );
    const pages = pagesOf(client);
    await pages.next();
    expect((await failureOf(pages.next())).failure).toMatchObject({
      kind: 'invalidResponse',
      reason: 'wrongShape',
    });
    expect(pages.done).toBe(false);
    expect((await pages.next()).value?.items.map(uidOf)).toEqual(['b']);
    expect(asked[2]).toBe(asked[1]);
  });
});
