import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { demo } from '../support/service';

const script = fileURLToPath(new URL('support/readMachines.ts', import.meta.url));

/** Options of the process under which a large list exhausts the heap, and the default parser accepts odd responses. */
const options = ['--max-old-space-size=256', '--insecure-http-parser'];

it('a process survives any list, and parses HTTP strictly whatever its options are [guarantee: response-limits]', async () => {
  const { baseUrl, apiKey, faults } = await demo();
  const odd = 'HTTP/1.1 200 OK\r\nX-Odd: \u0001\r\nContent-Length: 12\r\n\r\n{"items":[]}';
  faults.add(
    // In 60 KB.
    { kind: 'itemBomb', items: 20_000_000 },
    { kind: 'itemBomb', items: 1_000_000 },
    { kind: 'notHttp', text: odd },
  );
  const args = [...options, '--import', 'tsx', script, baseUrl, apiKey, '3'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const failed = { kind: 'invalidResponse', operation: 'listMachines' };
  expect(JSON.parse(stdout)).toEqual([
    { ...failed, status: 200, reason: 'tooLarge' },
    { items: 50_000, cut: 'tooManyItems' },
    { ...failed, reason: 'HPE_INVALID_HEADER_TOKEN' },
  ]);
});
