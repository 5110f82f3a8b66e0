import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import type { ServiceClient } from '../../../src/service/client';
import { noContent } from '../../../src/service/endpoint';
import { createHttp, type RequestRecord } from '../../../src/service/http';
import { endpoints } from '../support/endpoints';
import { Schedule } from '../../../src/service/schedule';
import { connected, createTestClient, demo, failureOf, serve } from '../support/service';

const encodings: readonly [name: string | undefined, encode: (text: string) => Buffer | string][] = [
  [undefined, (text) => text],
  ['gzip', gzipSync],
  ['X-GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
];

it.each(encodings)('a response with the encoding %s is read', async (name, encode) => {
  const body = encode(JSON.stringify({ items: [{ metadata: { name: 'payments' } }] }));
  const { baseUrl } = await serve((_request, response) => {
    response.writeHead(200, name === undefined ? {} : { 'content-encoding': name }).end(body);
  });
  const { client } = createTestClient(baseUrl);
  const { items } = await client.listProjects({ method: 'get', limit: 1 });
  expect(items.map(({ metadata }) => metadata?.name)).toEqual(['payments']);
});

it('a request has its length, the accepted encodings and the user agent', async () => {
  const headers: object[] = [];
  const { baseUrl } = await serve((request, response) => {
    headers.push(request.headers);
    response.end('{"items":[]}');
  });
  const { client } = createTestClient(baseUrl);
  await client.listProjects({ method: 'post', limit: 1, name: 'ä' });
  expect(headers).toEqual([
    {
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      apikey: 'key',
      connection: 'keep-alive',
      'content-length': '55',
      'content-type': 'application/json',
      host: new URL(baseUrl).host,
      'user-agent': 'Poolview',
    },
  ]);
});

it('a request is recorded without its query and its body [guarantee: log]', async () => {
  const { client, records } = await connected();
  await client.listProjects({ method: 'post', limit: 7, name: 'payments' });
  expect(records).toMatchObject([{ method: 'POST', path: '/v1/dashboard/projects', status: 200 }]);
  expect(JSON.stringify(records)).not.toMatch(/limit|payments/);
});

it('a read-only connection sends no POST that no operation needs', async () => {
  const send = createHttp({
    baseUrl: 'http://127.0.0.1:9',
    apiKey: undefined,
    isReadOnly: () => true,
    timeoutMs: () => 200,
  });
  const path = ['v1', 'teams', 'summary'];
  const { failure } = await failureOf(
    send({ operation: 'listTeams', method: 'post', path, body: {}, read: noContent }),
  );
  expect(failure).toMatchObject({ kind: 'invalidRequest', reason: 'readOnly' });
});

it('a request ends at its timeout, also if the response has begun [guarantee: response-limits]', async () => {
  const { service, client } = await connected({}, { timeoutMs: () => 200 }, new Schedule({ retries: 0 }));
  for (const kind of ['hang', 'hangBody'] as const) {
    service.faults.add({ kind });
    const { failure } = await failureOf(client.listProjects({ method: 'get', limit: 1 }));
    expect(failure.kind).toBe('timedOut');
  }
});

describe('a protocol upgrade that was not requested (101)', () => {
  it('fails six concurrent reads and frees their connections', async () => {
    const { service, client } = await connected();
    service.faults.add({ kind: 'upgrade', times: 6 });
    const listOne = (page: number) => client.listProjects({ method: 'get', limit: page + 1 });
    const errors = await Promise.all([0, 1, 2, 3, 4, 5].map((page) => failureOf(listOne(page))));
    expect(errors.map(({ failure }) => failure)).toEqual(
      Array(6).fill({
        kind: 'invalidResponse',
        operation: 'listProjects',
        status: 101,
        reason: 'unrequestedUpgrade',
      }),
    );
    expect((await listOne(0)).items).toHaveLength(1);
  });

  it('fails a removal', async () => {
    const { service, client } = await connected();
    service.faults.add({ kind: 'upgrade' });
    const error = await failureOf(client.removeTeamResourceRole('team', 'role'));
    expect(error.failure).toMatchObject({ kind: 'invalidResponse', status: 101 });
  });
});

describe('reading the key', () => {
  const never = () => new Promise<undefined>(() => undefined);
  const list = (client: ServiceClient, signal?: AbortSignal) =>
    client.listProjects({ method: 'get', limit: 1 }, { signal });

  it('has its own time limit', async () => {
    const { service, client, records } = await connected({}, { apiKey: never, maxKeyReadMs: 20 });
    const { failure } = await failureOf(list(client));
    expect(failure).toEqual({ kind: 'unauthorized', operation: 'listProjects', reason: 'keyUnreadable' });
    expect(records.map((record) => record.failure)).toEqual([failure]);
    expect(service.requests).toHaveLength(0);
  });

  it('can be canceled', async () => {
    const asked = vi.fn(never);
    const records: RequestRecord[] = [];
    const http = createHttp({
      baseUrl: 'http://127.0.0.1:1',
      apiKey: asked,
      timeoutMs: () => 10_000,
      onRequest: (record) => {
        records.push(record);
      },
    });
    const controller = new AbortController();
    const failing = failureOf(http(endpoints.listProjectUids, controller.signal));
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    controller.abort();
    expect((await failing).kind).toBe('cancelled');
    expect(records.map(({ failure }) => failure?.kind)).toEqual(['cancelled']);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('does not shorten the time that the service has to respond', async () => {
    const service = await demo();
    const apiKey = () => sleep(1500, service.apiKey);
    const http = createHttp({ baseUrl: service.baseUrl, apiKey, timeoutMs: () => 1000 });
    expect(await http(endpoints.listProjectUids)).not.toEqual([]);
  });
});

describe('a response', () => {
  it('is rejected if its body is larger than 64 MiB, whatever its compressed size [guarantee: response-limits]', async () => {
    const { service, client } = await connected();
    service.faults.add({ kind: 'gzipBomb', bytes: 64 * 1024 * 1024 });
    const { failure } = await failureOf(client.listProjects({ method: 'get', limit: 1 }));
    expect(failure).toMatchObject({ kind: 'invalidResponse', status: 200, reason: 'tooLarge' });
  });

  it('is reported in short texts, however long those of the service are [guarantee: error-texts]', async () => {
    const { service, client, records } = await connected();
    const long = 'long '.repeat(100_000);
    service.faults.add({ kind: 'status', status: 400, body: { code: long, message: long, ref: long } });
    const { failure } = await failureOf(client.readCluster('x'.repeat(10_000), undefined));
    const { code, serviceMessage, ref } = failure;
    const texts = [code, serviceMessage, ref, records[0]?.path];
    expect(texts.map((text) => text?.length)).toEqual([501, 501, 501, 501]);
  });
});
