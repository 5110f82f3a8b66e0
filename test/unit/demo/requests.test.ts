import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { answer, ask, errorBody, listPage, projectsPath, sendRaw, start } from './helper';

describe('the API key', () => {
  it.each([
    ['missing', undefined],
    ['wrong', 'wrong'],
    ['too long', 'x'.repeat(5_000)],
  ])('is required if it is %s [guarantee: demo-service]', async (_, key) => {
    const service = await start();
    const response = await fetch(
      service.baseUrl + projectsPath,
      key === undefined ? {} : { headers: { ApiKey: key } },
    );
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual(errorBody('InvalidApiKey'));
  });
});

it('the body of a request without the key is not kept [guarantee: demo-service]', async () => {
  const service = await start();
  await fetch(service.baseUrl + projectsPath, { method: 'POST', body: 'x'.repeat(60_000) });
  expect(service.requests).toMatchObject([{ operation: 'listProjectsPost', body: '' }]);
});

describe('a path', () => {
  it.each(['/', '/v1', '/v2/dashboard/projects', '/v1/dashboard/projects/'])(
    'that is unknown returns 404: %s',
    async (path) => {
      expect(await answer(await start(), path)).toEqual({ status: 404, body: errorBody('ResourceNotFound') });
    },
  );

  it.each([
    ['PUT', projectsPath, 'GET, POST'],
    ['GET', '/v1/dashboard/spectroclusters/search', 'POST'],
    ['GET', '/v1/teams/a/resourceRoles/b', 'DELETE'],
  ])('without the method %s returns 405: %s', async (method, path, allowed) => {
    const response = await ask(await start(), path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
  });
});

describe('a request that a web page could make a browser send', () => {
  it.each(['evil.example', '127.0.0.1.evil.example', 'localhost@evil.example', '', '0.0.0.0'])(
    'is rejected for its host name: %j [guarantee: demo-service]',
    async (host) => {
      const service = await start();
      const head = `GET ${projectsPath} HTTP/1.1\r\nHost: ${host}\r\nApiKey: ${service.apiKey}\r\nConnection: close\r\n`;
      expect(await sendRaw(service, `${head}\r\n`)).toMatch(/^HTTP\/1.1 421 [^]*"code":"HostNotServed"/);
    },
  );

  it.each(['127.0.0.1', 'localhost', 'LOCALHOST:1', '[::1]:8080'])(
    'is accepted for a loopback name: %s',
    async (host) => {
      const service = await start();
      const head = `GET ${projectsPath} HTTP/1.1\r\nHost: ${host}\r\nApiKey: ${service.apiKey}\r\nConnection: close\r\n`;
      expect(await sendRaw(service, `${head}\r\n`)).toMatch(/^HTTP\/1.1 200 /);
    },
  );

  it('is rejected without a host name', async () => {
    const received = await sendRaw(await start(), `GET ${projectsPath} HTTP/1.0\r\n\r\n`);
    expect(received).toMatch(/^HTTP\/1.1 421 /);
  });
});

describe('a hostile request', () => {
  const host = 'Host: 127.0.0.1\r\nConnection: close\r\n';

  it.each([
    ['an absolute target elsewhere', `GET http://evil.example${projectsPath} HTTP/1.1\r\n${host}\r\n`, 421],
    ['an absolute target here', `GET http://127.0.0.1${projectsPath} HTTP/1.1\r\n${host}\r\n`, 401],
    ['a tunnel', `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`, undefined],
    ['huge headers', `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    ['what is not HTTP', '\u0016\u0003\u0001\u0002\r\n\r\n', 400],
    ['two lengths', `POST / HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
  ])('does not end the service: %s', async (_, text, status) => {
    const service = await start();
    const received = await sendRaw(service, text);
    expect(received.slice(0, 12)).toBe(status === undefined ? '' : `HTTP/1.1 ${status}`);
    expect((await ask(service, projectsPath)).status).toBe(200);
  });

  it('is rejected if its body is large', async () => {
    const service = await start();
    const body = `{"filter":{"name":{"eq":"${'x'.repeat(1_000_000)}"}}}`;
    expect(await answer(service, projectsPath, { method: 'POST', body })).toEqual({
      status: 400,
      body: errorBody('RequestTooLarge'),
    });
  });

  it('is cut off if its body does not end', async () => {
    const service = await start();
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    const closed = once(socket, 'close');
    // A connection that is closed while the client writes is an error, too.
    socket.on('error', () => undefined);
    socket.write(`POST ${projectsPath} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000000\r\n\r\n`);
    const send = (): void => {
      socket.write(Buffer.alloc(64 * 1024), (error) => {
        if (!error) setImmediate(send);
      });
    };
    send();
    await closed;
    expect((await ask(service, projectsPath)).status).toBe(200);
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
