import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createServiceClient } from '../../../src/service/client';
import type { ServiceErrorKind } from '../../../src/service/errors';
import { connected, failureOf, serve, unhurried } from '../support/service';
import type { Fault } from '../../support/demo/service';

type Row = [name: string, fault: Fault, kind: ServiceErrorKind, more?: object];

const faults: readonly Row[] = [
  ['400', { kind: 'status', status: 400 }, 'invalidRequest', { status: 400 }],
  ['401', { kind: 'status', status: 401 }, 'unauthorized'],
  ['403', { kind: 'status', status: 403 }, 'forbidden'],
  ['404', { kind: 'status', status: 404 }, 'notFound'],
  ['405', { kind: 'status', status: 405 }, 'unsupported'],
  ['409', { kind: 'status', status: 409 }, 'invalidRequest'],
  ['429', { kind: 'status', status: 429 }, 'rateLimited'],
  ['500', { kind: 'status', status: 500 }, 'serviceFault'],
  ['501', { kind: 'status', status: 501 }, 'unsupported'],
  ['503', { kind: 'status', status: 503 }, 'serviceFault'],
  [
    'the error body of the service',
    { kind: 'status', status: 500, body: { code: 'Broken', message: 'it broke', ref: 'r-1', details: [] } },
    'serviceFault',
    { code: 'Broken', serviceMessage: 'it broke', ref: 'r-1' },
  ],
  ['an error page', { kind: 'html', status: 502 }, 'serviceFault', { status: 502 }],
  ['a page with status 200', { kind: 'html', status: 200 }, 'invalidResponse', { reason: 'notJson' }],
  ['an empty answer', { kind: 'empty' }, 'invalidResponse', { reason: 'notJson' }],
  ['broken JSON', { kind: 'notJson' }, 'invalidResponse', { reason: 'notJson' }],
  ['a cut body', { kind: 'cutBody' }, 'unreachable'],
  ['a reset', { kind: 'reset' }, 'unreachable', { reason: 'ECONNRESET' }],
  ['silence', { kind: 'hang' }, 'timedOut'],
  ['silence after half an answer', { kind: 'hangBody' }, 'timedOut'],
  ['a huge answer', { kind: 'huge', bytes: 3_000_000 }, 'invalidResponse', { reason: 'tooLarge' }],
  [
    'a redirect',
    { kind: 'redirect', location: 'https://elsewhere.example/login?x=1' },
    'redirected',
    { redirectOrigin: 'https://elsewhere.example' },
  ],
  [
    'a redirect to a scheme other than http and https',
    { kind: 'redirect', location: 'javascript:alert(1)' },
    'redirected',
    { redirectOrigin: 'javascript:' },
  ],
];

describe('the failure of a request', () => {
  it.each(faults)('%s', async (_name, fault, kind, more = {}) => {
    const { service, client, records } = await connected(
      {},
      { timeoutMs: () => (kind === 'timedOut' ? 100 : 10_000), maxAnswerBytes: 1_000_000 },
      unhurried(),
    );
    service.faults.add({ ...fault, operation: 'listMachines' });
    const { cluster } = service.fleet.pool('payments-eu', 'workers');
    const pool = { cloudType: 'openstack', configUid: cluster.configUid, poolName: 'workers' };

    const error = await failureOf(client.listMachines(pool));
    expect(error.failure).toMatchObject({ kind, operation: 'listMachines', ...more });
    expect(service.requests).toHaveLength(1);
    expect(records).toHaveLength(1);
    expect(records[0]?.failure).toEqual(error.failure);

    client.refusals.forget();
    if (kind !== 'timedOut') expect((await client.listMachines(pool)).items).toHaveLength(12);
  });

  it('distinguishes an operation that is not offered from a missing resource', async () => {
    const { client } = await connected({ without: ['readCluster', 'listMachines'] });
    expect(await failureOf(client.readCluster('x', undefined))).toMatchObject({ kind: 'unsupported' });
    expect(
      await failureOf(client.listMachines({ cloudType: 'openstack', configUid: 'c', poolName: 'p' })),
    ).toMatchObject({
      kind: 'notFound',
    });
  });

  it('reports that the connection was refused', async () => {
    const { service, client } = await connected();
    await service.close();
    const error = await failureOf(client.listProjects({ method: 'get', limit: 1 }));
    expect(error.failure).toMatchObject({ kind: 'unreachable', reason: 'ECONNREFUSED' });
    expect(error.canRetry).toBe(false);
  });

  it('never follows a redirect, so that no other origin receives the key', async () => {
    const seen: unknown[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers);
      response.end('{"items":[]}');
    });
    const { service, client } = await connected();
    for (const status of [301, 302, 303, 307, 308]) {
      service.faults.add({ kind: 'redirect', location: `${other.baseUrl}/`, status });
      const error = await failureOf(client.listProjects({ method: 'get', limit: 1 }));
      expect(error.kind).toBe('redirected');
    }
    expect(seen).toEqual([]);
  });
});

describe('cancellation', () => {
  it('ends a request in flight at once', async () => {
    const { service, client } = await connected();
    service.faults.add({ kind: 'hang' });
    const controller = new AbortController();
    const failing = failureOf(
      client.listProjects({ method: 'get', limit: 1 }, { signal: controller.signal }),
    );
    await expect.poll(() => service.requests.length).toBe(1);
    controller.abort();
    expect((await failing).kind).toBe('cancelled');
  });

  it('prevents a waiting request from being sent, and frees its slot', async () => {
    const { service, client } = await connected();
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    service.faults.add({ kind: 'hold', until, times: 6 });
    const ask = (offset: number, signal?: AbortSignal) =>
      client.listProjects({ method: 'get', limit: 1, offset }, { signal });
    const underWay = [0, 1, 2, 3, 4, 5].map((offset) => ask(offset));
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
    await failureOf(client.listProjects({ method: 'get', limit: 1 }, { signal }));
    for (let times = 0; times < 3; times++)
      await client.listProjects({ method: 'get', limit: 1 }, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('sends nothing if the signal is already aborted', async () => {
    const { service, client } = await connected();
    const error = await failureOf(
      client.listProjects({ method: 'get', limit: 1 }, { signal: AbortSignal.abort() }),
    );
    expect(error.kind).toBe('cancelled');
    expect(service.requests).toHaveLength(0);
  });
});

describe('the key', () => {
  const key = 'sentinel-key-0123456789';

  it('is in no error and no record, even if the service sends it back', async () => {
    const { service, client, records } = await connected({ apiKey: key });
    const body = { code: key, message: `bad key ${key}, really`, ref: key };
    const errors = [];
    for (const [, fault] of faults) {
      service.faults.add(fault.kind === 'status' ? { ...fault, body } : fault);
    }
    const impatient = createServiceClient(
      {
        baseUrl: service.baseUrl,
        apiKey: () => Promise.resolve(key),
        timeoutMs: () => 500,
        maxAnswerBytes: 1_000_000,
      },
      unhurried(),
    );
    while (errors.length < faults.length) {
      errors.push(
        await failureOf(impatient.listMachines({ cloudType: 'openstack', configUid: 'c', poolName: 'p' })),
      );
    }
    errors.push(
      await failureOf(client.listMachines({ cloudType: 'openstack', configUid: 'none', poolName: 'p' })),
    );
    expect(inspect([errors, records], { depth: Infinity, showHidden: true })).not.toContain(key);
    expect(errors.some(({ failure }) => failure.serviceMessage === 'bad key [API key], really')).toBe(true);
    expect(service.requests.every(({ headers }) => headers['apikey'] === key)).toBe(true);
  });
});
