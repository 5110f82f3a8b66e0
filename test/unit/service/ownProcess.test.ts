import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { DemoService } from '../../../src/demo/server';
import { demo } from '../support/service';

const script = fileURLToPath(new URL('support/readMachines.ts', import.meta.url));

/** The outcome of listing machines in a process with these options of Node. */
async function outcomeIn({ baseUrl, apiKey }: DemoService, ...options: string[]): Promise<unknown> {
  const args = [...options, '--import', 'tsx', script, baseUrl, apiKey];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

it('no list exhausts the heap: 20 million items in 60 KB are rejected', async () => {
  const service = await demo();
  service.faults.add({ kind: 'itemBomb', items: 20_000_000 });
  expect(await outcomeIn(service, '--max-old-space-size=256')).toEqual({
    kind: 'invalidResponse',
    operation: 'listMachines',
    status: 200,
    reason: 'tooLarge',
  });
});

it('a list of a million items is truncated, which is reported', async () => {
  const service = await demo();
  service.faults.add({ kind: 'itemBomb', items: 1_000_000 });
  expect(await outcomeIn(service, '--max-old-space-size=256')).toEqual({
    items: 50_000,
    cut: 'tooManyItems',
  });
});

it('HTTP is parsed strictly, even if the options of the process allow a lenient parser', async () => {
  const service = await demo();
  service.faults.add({
    kind: 'notHttp',
    text: 'HTTP/1.1 200 OK\r\nX-Odd: \u0001\r\nContent-Length: 12\r\n\r\n{"items":[]}',
  });
  expect(await outcomeIn(service, '--insecure-http-parser')).toMatchObject({
    kind: 'invalidResponse',
    reason: 'HPE_INVALID_HEADER_TOKEN',
  });
});
