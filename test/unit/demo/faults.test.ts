import { EventEmitter, once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { ScriptedService, Fault } from '../../support/demo/service';
import { answer, ask, errorBody, listPage, projectsPath, sendRaw, start } from './helper';

const isWell = async (service: ScriptedService) => (await ask(service, projectsPath)).status === 200;

/** A service with a fault in its next response only. */
async function startWith(fault: Fault): Promise<ScriptedService> {
  const service = await start();
  service.faults.add(fault);
  return service;
}

/** The Node error code of a failed request. */
async function failure(service: ScriptedService, path: string, method = 'GET'): Promise<string | undefined> {
  const headers = { ApiKey: service.apiKey };
  const [error] = (await once(get(service.baseUrl + path, { method, headers, agent: false }), 'error')) as [
    NodeJS.ErrnoException,
  ];
  return error.code;
}

describe('a scripted fault with a response', () => {
  it('with a status has the error body of the service', async () => {
    const service = await startWith({ kind: 'status', status: 429, headers: { 'retry-after': '7' } });
    const response = await ask(service, projectsPath);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await response.json()).toEqual(errorBody('Scripted'));
    expect(await isWell(service)).toBe(true);
  });

  it.each<[string, Fault, number, string, unknown]>([
    [
      'wrongJson',
      { kind: 'wrongJson', body: { items: 'none' } },
      200,
      'application/json',
      '{"items":"none"}',
    ],
    ['wrongJson, a text', { kind: 'wrongJson', body: 'text' }, 200, 'application/json', '"text"'],
    ['notJson', { kind: 'notJson', body: '{' }, 200, 'application/json', '{'],
    ['html', { kind: 'html' }, 502, 'text/html', expect.stringContaining('<h1>')],
    ['html in disguise', { kind: 'html', status: 200, body: '<p>' }, 200, 'text/html', '<p>'],
    ['empty', { kind: 'empty' }, 200, 'application/json', ''],
  ])('with %s', async (_, fault, status, type, text) => {
    const service = await startWith(fault);
    const response = await ask(service, projectsPath);
    expect([response.status, response.headers.get('content-type')]).toEqual([status, type]);
    expect(await response.text()).toEqual(text);
    expect(await isWell(service)).toBe(true);
  });

  it('with a redirect', async () => {
    const service = await startWith({ kind: 'redirect', location: 'https://example.com/login' });
    const response = await ask(service, projectsPath);
    expect([response.status, response.headers.get('location')]).toEqual([302, 'https://example.com/login']);
  });
});

describe('a scripted fault that breaks the connection', () => {
  it('resets it', async () => {
    const service = await startWith({ kind: 'reset' });
    expect(await failure(service, projectsPath)).toBe('ECONNRESET');
    expect(await isWell(service)).toBe(true);
  });

  it.each([
    ['reset', 4],
    ['resetAfterActing', 3],
  ] as const)('that is a %s leaves %i resource roles after a removal', async (kind, left) => {
    const service = await startWith({ kind, operation: 'removeTeamResourceRole' });
    const [team] = service.fleet.directory.teams;
    const path = `/v1/teams/${team?.uid ?? ''}/resourceRoles/${team?.resourceRoles[0]?.uid ?? ''}`;
    expect(await failure(service, path, 'DELETE')).toBe('ECONNRESET');
    expect(team?.resourceRoles).toHaveLength(left);
  });

  it.each([
    [undefined, 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['HTTP/1.1 2OO Fine\r\n\r\n', 'HTTP/1.1 2OO Fine\r\n\r\n'],
    ['', ''],
  ])('sends %j instead of HTTP', async (given, received) => {
    const service = await startWith({ kind: 'notHttp', ...(given !== undefined && { text: given }) });
    const head = `GET ${projectsPath} HTTP/1.1\r\nHost: localhost\r\nApiKey: ${service.apiKey}\r\n\r\n`;
    expect(await sendRaw(service, head)).toBe(received);
    expect(await isWell(service)).toBe(true);
  });

  it('ends in the middle of the headers, after completing the operation', async () => {
    const service = await startWith({ kind: 'cutHeaders', times: 2 });
    const [team] = service.fleet.directory.teams;
    const path = () => `/v1/teams/${team?.uid ?? ''}/resourceRoles/${team?.resourceRoles[0]?.uid ?? ''}`;
    expect(await failure(service, path(), 'DELETE')).toBe('ECONNRESET');
    expect(team?.resourceRoles).toHaveLength(3);
    const head = `DELETE ${path()} HTTP/1.1\r\nHost: localhost\r\nApiKey: ${service.apiKey}\r\n\r\n`;
    expect(await sendRaw(service, head)).toMatch(/^HTTP\/1.1 204 \r\n[^]*[^\n]$/);
    expect(team?.resourceRoles).toHaveLength(2);
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

  it.each<Fault>([{ kind: 'hang' }, { kind: 'hangBody' }, { kind: 'delay', milliseconds: 2 ** 30 }])(
    'does not prevent closing the service: %j',
    async (fault) => {
      const service = await startWith(fault);
      const asked = ask(service, projectsPath)
        .then((response) => response.text())
        .catch(() => 'dropped');
      await expect.poll(() => service.requests.length).toBe(1);
      await service.close();
      expect(await asked).toBe('dropped');
    },
  );
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

  it('omits the body of a request without the key', async () => {
    const service = await start();
    await fetch(service.baseUrl + projectsPath, { method: 'POST', body: 'x'.repeat(60_000) });
    expect(service.requests).toMatchObject([{ operation: 'listProjectsPost', body: '' }]);
  });

  it('has the specified length', async () => {
    const service = await start({ keptRequests: 2 });
    for (const limit of [1, 2, 3]) await listPage(service, `limit=${limit}`);
    expect(service.requests.map(({ path }) => path)).toEqual([
      `${projectsPath}?limit=2`,
      `${projectsPath}?limit=3`,
    ]);
    const forgetful = await start({ keptRequests: 0 });
    await listPage(forgetful);
    expect(forgetful.requests).toEqual([]);
  });
});
