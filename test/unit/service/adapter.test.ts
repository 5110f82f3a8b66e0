import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createServiceClient } from '../../../src/service/client';
import { serve, unhurried } from '../support/service';

const encodings: readonly [name: string | undefined, encode: (text: string) => Buffer | string][] = [
  [undefined, (text) => text],
  ['gzip', gzipSync],
  ['X-GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
];

it.each(encodings)('an answer is read whose encoding is %s', async (name, encode) => {
  const body = encode(JSON.stringify({ items: [{ metadata: { name: 'payments' } }] }));
  const { baseUrl } = await serve((_request, response) => {
    response.writeHead(200, name === undefined ? {} : { 'content-encoding': name }).end(body);
  });
  const client = createServiceClient(
    { baseUrl, apiKey: () => Promise.resolve('key'), timeoutMs: () => 10_000 },
    unhurried(),
  );
  const { items } = await client.listProjects({ method: 'get', limit: 1 });
  expect(items.map(({ metadata }) => metadata?.name)).toEqual(['payments']);
});

it('what is sent says how long it is, in which encodings it may be answered, and who asks', async () => {
  const headers: object[] = [];
  const { baseUrl } = await serve((request, response) => {
    headers.push(request.headers);
    response.end('{"items":[]}');
  });
  const client = createServiceClient(
    { baseUrl, apiKey: () => Promise.resolve('key'), timeoutMs: () => 10_000 },
    unhurried(),
  );
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
