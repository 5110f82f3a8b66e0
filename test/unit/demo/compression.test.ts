import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { constants, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ScriptedService, Fault } from '../../support/demo/service';
import { projectsPath, start } from './helper';

interface Received {
  readonly headers: IncomingMessage['headers'];
  /** As received over the wire. */
  readonly body: Buffer;
  /** Whether the announced body is complete. */
  readonly isWhole: boolean;
}

/** Sends a request with this Accept-Encoding and reads the response until it ends or is cut off. */
async function receive(service: ScriptedService, accepted: string | undefined, path = projectsPath) {
  const headers = { ApiKey: service.apiKey, ...(accepted !== undefined && { 'Accept-Encoding': accepted }) };
  const [response] = (await once(get(service.baseUrl + path, { headers, agent: false }), 'response')) as [
    IncomingMessage,
  ];
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
  await new Promise((resolve) => response.once('close', resolve));
  const received: Received = {
    headers: response.headers,
    body: Buffer.concat(chunks),
    isWhole: response.complete,
  };
  return received;
}

const announced = ({ headers }: Received) => Number(headers['content-length']);

describe('a response', () => {
  it('is compressed for clients that accept gzip, with the same content', async () => {
    const service = await start();
    const plain = await receive(service, undefined);
    const packed = await receive(service, 'gzip, compress, deflate, br');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/json',
      vary: 'Accept-Encoding',
    });
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    expect(packed.body.length).toBeLessThan(plain.body.length / 4);
    expect([announced(plain), announced(packed)]).toEqual([plain.body.length, packed.body.length]);
  });

  it.each([
    ['gzip', true],
    ['GZIP', true],
    ['br;q=1.0, gzip;q=0.8', true],
    ['identity, gzip ; q=0.001', true],
    ['*', true],
    ['br, *;q=0.1', true],
    ['', false],
    ['br', false],
    ['identity', false],
    ['gzip;q=0', false],
    ['gzip; q=0.0, br', false],
    ['*;q=0', false],
    ['*, gzip;q=0', false],
    ['gzip-not', false],
  ])('follows the Accept-Encoding %j', async (accepted, isCompressed) => {
    const { headers } = await receive(await start(), accepted);
    expect(headers['content-encoding'] === 'gzip').toBe(isCompressed);
  });

  it('is not compressed if it is small', async () => {
    const service = await start();
    const error = await receive(service, 'gzip', '/v1/nothing');
    expect(error.headers['content-encoding']).toBeUndefined();
    expect(announced(error)).toBe(error.body.length);
  });
});

describe('a fault that sends half of a compressed response', () => {
  /** The decompressed beginning of the body, as far as it arrived. */
  const begun = (body: Buffer) =>
    gunzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH }).toString().slice(0, 10);

  it('announces the full length before it closes the connection', async () => {
    const service = await start();
    const whole = await receive(service, 'gzip');
    service.faults.add({ kind: 'cutBody' });
    const cut = await receive(service, 'gzip');
    expect(cut.headers['content-encoding']).toBe('gzip');
    expect(announced(cut)).toBe(announced(whole));
    expect(cut.body.length).toBe(Math.floor(announced(whole) / 2));
    expect([cut.isWhole, begun(cut.body)]).toEqual([false, '{"items":[']);
  });

  it('announces the full length before it stops sending', async () => {
    const service = await start();
    const whole = await receive(service, 'gzip');
    service.faults.add({ kind: 'hangBody' });
    const received = receive(service, 'gzip');
    await expect.poll(() => service.requests.length).toBe(2);
    await service.close();
    const half = await received;
    expect(half.body.equals(whole.body.subarray(0, announced(whole) / 2))).toBe(true);
    expect(half.isWhole).toBe(false);
  });
});

describe('a fault with a response', () => {
  it.each<Fault>([
    { kind: 'delay', milliseconds: 1 },
    { kind: 'wrongJson', body: { items: ['x'.repeat(2_000)] } },
    { kind: 'notJson', body: '['.repeat(2_000) },
    { kind: 'html', body: '<p>'.repeat(1_000) },
  ])('is compressed like any other response: $kind', async (fault) => {
    const service = await start();
    service.faults.add(fault, fault);
    const plain = await receive(service, undefined);
    const packed = await receive(service, 'gzip');
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
    expect(packed.isWhole).toBe(true);
  });
});
