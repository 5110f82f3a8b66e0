import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { connected, failureOf, serve, unhurried } from '../support/service';
import type { Fault } from '../../support/demo/service';

const listing = { method: 'get', limit: 1 } as const;

describe('the failure of a request', () => {
  it('reports that the connection was refused', async () => {
    const { service, client } = await connected();
    await service.close();
    const error = await failureOf(client.listProjects(listing));
    expect(error.failure).toMatchObject({ kind: 'unreachable', reason: 'ECONNREFUSED' });
    expect(error.canRetry).toBe(false);
  });

  it('never follows a redirect, so that no other origin receives the key [guarantee: no-redirects]', async () => {
    const seen: unknown[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers);
      response.end('{"items":[]}');
    });
    const { service, client } = await connected();
    for (const status of [301, 302, 303, 307, 308]) {
      service.faults.add({ kind: 'redirect', location: `${other.baseUrl}/`, status });
      expect((await failureOf(client.listProjects(listing))).kind).toBe('redirected');
    }
    expect(seen).toEqual([]);
  });
});

describe('cancellation', () => {
  it('ends a request in flight at once', async () => {
    const { service, client } = await connected();
    service.faults.add({ kind: 'hang' });
    const controller = new AbortController();
    const failing = failureOf(client.listProjects(listing, { signal: controller.signal }));
    await expect.poll(() => service.requests.length).toBe(1);
    controller.abort();
    expect((await failing).kind).toBe('cancelled');
  });

  it('prevents a waiting request from being sent, and frees its slot', async () => {
    const { service, client } = await connected();
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    service.faults.add({ kind: 'hold', until, times: 6 });
    const ask = (page: number, signal?: AbortSignal) =>
      client.listProjects({ ...listing, limit: page + 1 }, { signal });
    const underWay = [0, 1, 2, 3, 4, 5].map((page) => ask(page));
    await expect.poll(() => service.requests.length).toBe(6);
    const controller = new AbortController();
    const waiting = failureOf(ask(6, controller.signal));
    controller.abort();
    expect((await waiting).kind).toBe('cancelled');
    release();
    await Promise.all(underWay);
    await ask(6);
    expect(service.requests).toHaveLength(7);
  });

  it('leaves no listener on a signal that is used again', async () => {
    const { service, client } = await connected();
    const { signal } = new AbortController();
    service.faults.add({ kind: 'status', status: 500 });
    await failureOf(client.listProjects(listing, { signal }));
    for (let times = 0; times < 3; times++) await client.listProjects(listing, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('sends nothing if the signal is already aborted', async () => {
    const { service, client } = await connected();
    const error = await failureOf(client.listProjects(listing, { signal: AbortSignal.abort() }));
    expect(error.kind).toBe('cancelled');
    expect(service.requests).toHaveLength(0);
  });
});

describe('the key', () => {
  const key = 'sentinel-key-0123456789';

  it('is in no error and no record, even if the service sends it back', async () => {
    const timeoutMs = () => 500;
    const { service, client, records } = await connected({ apiKey: key }, { timeoutMs }, unhurried());
    const body = { code: key, message: `bad key ${key}, really`, ref: key };
    const statuses = [200, 400, 401, 403, 404, 409, 429, 500, 503];
    const faults: readonly Fault[] = [
      ...statuses.map((status): Fault => ({ kind: 'status', status, body })),
      ...(['html', 'notJson', 'cutBody', 'reset', 'hang'] as const).map((kind): Fault => ({ kind })),
      { kind: 'redirect', location: `https://${key}.example/${key}` },
    ];
    const errors = [];
    for (const fault of faults) {
      service.faults.add(fault);
      const pool = { cloudType: 'openstack', configUid: 'none', poolName: 'p' };
      errors.push(await failureOf(client.listMachines(pool)));
    }
    expect(inspect([errors, records], { depth: Infinity, showHidden: true })).not.toContain(key);
    expect(errors.some(({ failure }) => failure.serviceMessage === 'bad key [API key], really')).toBe(true);
    expect(service.requests.every(({ headers }) => headers['apikey'] === key)).toBe(true);
  });
});
