import { describe, expect, it } from 'vitest';
import { checkHost } from '../../../src/service/hostCheck';
import type { RequestRecord } from '../../../src/service/http';
import { demo, failureOf, serve } from '../support/service';

const timeoutMs = () => 10_000;

describe('the check of a host', () => {
  it('sends one request without a key, and logs no failure [guarantee: host-check]', async () => {
    const { baseUrl, requests } = await demo();
    const records: RequestRecord[] = [];
    await checkHost({ baseUrl, timeoutMs, onRequest: (record) => records.push(record) });
    expect(requests).toHaveLength(1);
    expect(Object.keys(requests[0]?.headers ?? {})).not.toContain('apikey');
    expect(records).toEqual([expect.objectContaining({ status: 401 })]);
    expect(records[0]).not.toHaveProperty('failure');
  });

  it.each([
    [200, '{}'],
    [401, '<h1>Sign in</h1>'],
    [403, ''],
    [404, '{"message":"Not found"}'],
    [405, '{"code":"MethodNotAllowed"}'],
    [429, ''],
    [503, '<h1>Bad gateway</h1>'],
  ])('accepts %i with the body %j', async (status, body) => {
    const { baseUrl } = await serve((_request, response) => response.writeHead(status).end(body));
    await expect(checkHost({ baseUrl, timeoutMs })).resolves.toBeUndefined();
  });

  it.each([
    [200, '<h1>Console</h1>', 'invalidResponse'],
    [302, '', 'redirected'],
    [404, '<h1>Not found</h1>', 'unsupported'],
    [405, '', 'unsupported'],
    [400, 'Bad Request', 'invalidRequest'],
  ])('rejects %i with the body %j', async (status, body, kind) => {
    const { baseUrl } = await serve((_request, response) => response.writeHead(status).end(body));
    const { failure } = await failureOf(checkHost({ baseUrl, timeoutMs }));
    expect(failure.kind).toBe(kind);
  });

  it('can be canceled', async () => {
    const { baseUrl } = await serve(() => undefined);
    const cancelled = new AbortController();
    const check = failureOf(checkHost({ baseUrl, timeoutMs }, cancelled.signal));
    cancelled.abort();
    expect((await check).kind).toBe('cancelled');
  });
});
