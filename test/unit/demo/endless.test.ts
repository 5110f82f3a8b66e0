import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { DemoService } from '../../../src/demo/server';
import { answer, ask, projectsPath, start } from './helper';

/** The response as received over the wire. */
async function open(service: DemoService, path = projectsPath, method = 'GET'): Promise<IncomingMessage> {
  const headers = { ApiKey: service.apiKey };
  const request = get(service.baseUrl + path, { method, headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response.on('error', () => undefined);
}

/** What was received when `isEnough` returned true and the client closed the connection. */
async function read(response: IncomingMessage, isEnough: (received: string) => boolean): Promise<string> {
  let received = '';
  for await (const data of response.setEncoding('utf8') as AsyncIterable<string>) {
    received += data;
    if (isEnough(received)) {
      return received;
    }
  }
  throw new Error('The answer has ended.');
}

describe('a response that is too large', () => {
  it.each([0, 1, 3_000_000])('has at least the announced %i bytes, and is JSON', async (bytes) => {
    const service = await start();
    service.faults.add({ kind: 'huge', bytes });
    const response = await ask(service, projectsPath);
    const text = await response.text();
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('content-length')).toBe(`${text.length}`);
    expect(text.length).toBeGreaterThanOrEqual(bytes);
    expect(JSON.parse(text)).toMatchObject({ items: [] });
  });

  it('is small on the wire if it is a decompression bomb, even for clients that do not accept gzip', async () => {
    const service = await start();
    service.faults.add({ kind: 'gzipBomb', bytes: 20_000_000 });
    const response = await open(service);
    let [packed, unpacked] = [0, 0];
    response.on('data', (data: Buffer) => (packed += data.length));
    for await (const data of response.pipe(createGunzip()) as AsyncIterable<Buffer>) {
      unpacked += data.length;
    }
    expect(unpacked).toBeGreaterThanOrEqual(20_000_000);
    expect(packed).toBeLessThan(unpacked / 500);
  });

  it.each(['huge', 'gzipBomb'] as const)('is created only as far as it is read: %s', async (kind) => {
    const service = await start();
    // More than the available memory.
    service.faults.add({ kind, bytes: 2 ** 50 });
    const response = await open(service);
    await once(response, 'data');
    response.destroy();
    expect((await ask(service, projectsPath)).status).toBe(200);
  });
});

describe('a response that drips', () => {
  it('arrives a few bytes at a time', async () => {
    const service = await start();
    service.faults.add({ kind: 'drip' });
    const response = await open(service);
    const [first] = (await once(response, 'data')) as [Buffer];
    expect(first.toString()).toBe('{"it');
    response.destroy();
  });

  it('keeps a completed removal from ending', async () => {
    const service = await start();
    const [team] = service.fleet.directory.teams;
    const path = `/v1/teams/${team?.uid ?? ''}/resourceRoles/${team?.resourceRoles[0]?.uid ?? ''}`;
    service.faults.add({ kind: 'drip', milliseconds: 0 });
    const response = await open(service, path, 'DELETE');
    expect(await read(response, (received) => received.length > 3)).toMatch(/^ +$/);
    expect(team?.resourceRoles).toHaveLength(3);
  });
});
