import { EventEmitter, once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { createGunzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ScriptedService, Fault } from '../../support/demo/service';
import { answer, ask, errorBody, listPage, projectsPath, sendRaw, start, type Page } from './helper';

const isWell = async (service: ScriptedService) => (await ask(service, projectsPath)).status === 200;

/** A service with a fault in its next response only. */
async function startWith(fault: Fault): Promise<ScriptedService> {
  const service = await start();
  service.faults.add(fault);
  return service;
}

const open = (service: ScriptedService, path = projectsPath, method = 'GET') =>
  get(service.baseUrl + path, { method, headers: { ApiKey: service.apiKey }, agent: false });

/** The response as received over the wire. */
async function received(service: ScriptedService): Promise<IncomingMessage> {
  const [response] = (await once(open(service), 'response')) as [IncomingMessage];
  return response.on('error', () => undefined);
}

/** The first team, and the path of its first resource role. */
function firstRole({ fleet }: ScriptedService) {
  const [team] = fleet.directory.teams;
  return {
    path: `/v1/teams/${team?.uid ?? ''}/resourceRoles/${team?.resourceRoles[0]?.uid ?? ''}`,
    count: () => team?.resourceRoles.length,
  };
}

describe('a scripted fault with a response', () => {
  it.each<[Fault, number, string, unknown]>([
    [{ kind: 'wrongJson', body: { items: 'none' } }, 200, 'application/json', '{"items":"none"}'],
    [{ kind: 'wrongJson', body: 'text' }, 200, 'application/json', '"text"'],
    [{ kind: 'notJson' }, 200, 'application/json', expect.stringMatching(/^\{[^}]*$/)],
    [{ kind: 'html' }, 502, 'text/html', expect.stringContaining('<h1>')],
    [{ kind: 'html', status: 200, body: '<p>' }, 200, 'text/html', '<p>'],
    [{ kind: 'empty' }, 200, 'application/json', ''],
    [{ kind: 'deepJson', levels: 3 }, 200, 'application/json', '{"items":[{"items":[{"items":[]}]}]}'],
    [{ kind: 'redirect', location: 'https://example.com' }, 302, 'application/json', ''],
  ])('is %j', async (fault, status, type, text) => {
    const service = await startWith(fault);
    const response = await ask(service, projectsPath);
    expect([response.status, response.headers.get('content-type')]).toEqual([status, type]);
    expect(await response.text()).toEqual(text);
    expect(await isWell(service)).toBe(true);
  });

  it('with a status has the error body of the service', async () => {
    const service = await startWith({ kind: 'status', status: 429, headers: { 'retry-after': '7' } });
    const response = await ask(service, projectsPath);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await response.json()).toEqual(errorBody('Scripted'));
  });

  it('can have keys that pollute prototypes in every object, and be correct otherwise', async () => {
    const service = await start({ projects: 3 });
    const usual = JSON.stringify((await answer(service, projectsPath)).body);
    service.faults.add({ kind: 'protoKeys' });
    const text = await (await ask(service, projectsPath)).text();
    expect(text.split('"__proto__"').length).toBeGreaterThan(20);
    const without: unknown = JSON.parse(text, function (key, value: unknown) {
      return ['__proto__', 'constructor', 'prototype'].includes(key) ? undefined : value;
    });
    expect(JSON.stringify(without)).toBe(usual);
  });
});

describe('a fault in a list', () => {
  /** The pages, up to 6. The fault applies to all. */
  async function pagesWith(kind: 'repeatToken' | 'endlessTokens' | 'shrinkingCount') {
    const service = await start();
    service.faults.add({ kind, times: Infinity });
    const pages: Page[] = [];
    let token: string | undefined = '';
    do {
      pages.push(await listPage(service, `continue=${token}`));
      token = pages.at(-1)?.listmeta.continue;
    } while (token && pages.length < 6);
    const places = new Map(service.fleet.projects.map(({ uid }, place) => [uid, place]));
    return {
      starts: pages.map(({ items }) => places.get(items[0]?.metadata.uid ?? '')),
      tokens: new Set(pages.map(({ listmeta }) => listmeta.continue)).size,
      counts: pages.map(({ listmeta }) => listmeta.count),
    };
  }

  it('repeats the token, or the first page, or has wrong counts', async () => {
    expect(await pagesWith('repeatToken')).toMatchObject({ starts: [0, 50, 50, 50, 50, 50], tokens: 1 });
    expect(await pagesWith('endlessTokens')).toMatchObject({ starts: [0, 0, 0, 0, 0, 0], tokens: 6 });
    expect(await pagesWith('shrinkingCount')).toMatchObject({ starts: [0, 50, 100], counts: [78, 28, 0] });
  });
});

describe('a scripted fault that breaks the connection', () => {
  it.each([
    ['reset', 4],
    ['resetAfterActing', 3],
    ['cutHeaders', 3],
  ] as const)('by %s leaves %i resource roles after a removal', async (kind, left) => {
    const service = await startWith({ kind, operation: 'removeTeamResourceRole' });
    const { path, count } = firstRole(service);
    const [error] = (await once(open(service, path, 'DELETE'), 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNRESET');
    expect(count()).toBe(left);
    expect(await isWell(service)).toBe(true);
  });

  it('announces the whole body, and sends half of it', async () => {
    const service = await startWith({ kind: 'cutBody' });
    const head = `GET ${projectsPath} HTTP/1.1\r\nHost: localhost\r\nApiKey: ${service.apiKey}\r\n\r\n`;
    const [headers = '', body = ''] = (await sendRaw(service, head)).split('\r\n\r\n');
    const announced = Number(/content-length: (\d+)/i.exec(headers)?.[1]);
    expect(body.length).toBeGreaterThan(0);
    expect(body.length).toBeLessThan(announced);
  });

  it('sends something else than HTTP', async () => {
    const service = await startWith({ kind: 'notHttp' });
    const head = `GET ${projectsPath} HTTP/1.1\r\nHost: localhost\r\nApiKey: ${service.apiKey}\r\n\r\n`;
    expect(await sendRaw(service, head)).toBe('SSH-2.0-OpenSSH_9.6\r\n');
  });
});

describe('a scripted fault that makes the client wait', () => {
  it('holds the response until the test releases it', async () => {
    const gate = new EventEmitter();
    const service = await startWith({ kind: 'hold', until: once(gate, 'open') });
    let isAnswered = false;
    const held = ask(service, projectsPath).then((response) => {
      isAnswered = true;
      return response.status;
    });
    // Another request overtakes it.
    await expect.poll(() => service.requests.length).toBe(1);
    expect(await isWell(service)).toBe(true);
    expect(isAnswered).toBe(false);
    gate.emit('open');
    expect(await held).toBe(200);
  });

  it('sends a few bytes at a time, then blanks', async () => {
    const service = await startWith({ kind: 'drip', milliseconds: 0 });
    const response = await received(service);
    const [first] = (await once(response, 'data')) as [Buffer];
    expect(first.toString()).toBe('{"it');
    response.destroy();
  });
});

describe('a response that is too large', () => {
  it('has at least the announced bytes, and is JSON', async () => {
    const service = await startWith({ kind: 'huge', bytes: 3_000_000 });
    const response = await ask(service, projectsPath);
    const text = await response.text();
    expect(response.headers.get('content-length')).toBe(`${text.length}`);
    expect(text.length).toBeGreaterThanOrEqual(3_000_000);
    expect(JSON.parse(text)).toMatchObject({ items: [] });
  });

  it.each<Fault>([
    { kind: 'gzipBomb', bytes: 20_000_000 },
    { kind: 'itemBomb', items: 7_000_000 },
  ])('is small on the wire, even for clients that do not accept gzip: $kind', async (fault) => {
    const response = await received(await startWith(fault));
    let [packed, unpacked] = [0, 0];
    response.on('data', (data: Buffer) => (packed += data.length));
    for await (const data of response.pipe(createGunzip()) as AsyncIterable<Buffer>) {
      unpacked += data.length;
    }
    expect(unpacked).toBeGreaterThanOrEqual(20_000_000);
    expect(packed).toBeLessThan(unpacked / 500);
  });
});

describe('a plan of faults', () => {
  const statuses = async (service: ScriptedService, count: number, path = projectsPath) => {
    const seen: number[] = [];
    while (seen.length < count) {
      seen.push((await ask(service, path)).status);
    }
    return seen;
  };

  it('applies each the specified number of times, in the order of adding', async () => {
    const service = await start();
    service.faults.add({ kind: 'status', status: 503, times: 2 }, { kind: 'status', status: 429 });
    expect(await statuses(service, 4)).toEqual([503, 503, 429, 200]);
  });

  it('applies to its operation and path only', async () => {
    const service = await start();
    service.faults.add(
      { kind: 'status', status: 500, operation: 'listProjectsPost' },
      { kind: 'status', status: 503, match: /offset=50/ },
      { kind: 'status', status: 418, match: /nothing/g },
    );
    expect(await statuses(service, 1)).toEqual([200]);
    expect(await statuses(service, 2, `${projectsPath}?offset=50`)).toEqual([503, 200]);
    expect(await statuses(service, 2, '/v1/nothing')).toEqual([418, 404]);
    expect((await ask(service, projectsPath, { method: 'POST' })).status).toBe(500);
  });
});

describe('closing', () => {
  it('drops idle connections, and can be done twice', async () => {
    const service = await start();
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    await once(socket, 'connect');
    // After a response on another connection, the service has received this request.
    expect(await isWell(service)).toBe(true);
    const dropped = once(socket, 'close');
    await Promise.all([service.close(), service.close()]);
    await dropped;
    await expect(ask(service, projectsPath)).rejects.toThrow();
  });
});

describe('the record of requests', () => {
  it('contains all requests, including faults and rejected ones', async () => {
    const service = await start();
    service.faults.add({ kind: 'status', status: 500 });
    await listPage(service, 'limit=1');
    await ask(service, projectsPath, { method: 'POST', body: { sort: [] } });
    await fetch(`${service.baseUrl}/v1/nothing`);
    expect(service.requests).toMatchObject([
      { operation: 'listProjectsGet', method: 'GET', path: `${projectsPath}?limit=1`, body: '' },
      { operation: 'listProjectsPost', method: 'POST', path: projectsPath, body: '{"sort":[]}' },
      { operation: undefined, method: 'GET', path: '/v1/nothing' },
    ]);
    expect(service.requests[0]?.headers['apikey']).toBe(service.apiKey);
    service.clearRequests();
    expect(service.requests).toEqual([]);
  });

  it('has the specified length', async () => {
    const service = await start({ keptRequests: 2 });
    for (const limit of [1, 2, 3]) await listPage(service, `limit=${limit}`);
    expect(service.requests.map(({ path }) => path)).toEqual([
      `${projectsPath}?limit=2`,
      `${projectsPath}?limit=3`,
    ]);
  });
});
