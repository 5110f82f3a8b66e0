import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runScript } from '../scripts/script';
import { bundle } from './bundle';
import type { Measurement, Part } from './measure';
import fleetPage from './parts/fleetPage';
import fleetWindow from './parts/fleetWindow';
import reviewPage from './parts/reviewPage';
import start from './parts/start';

const root = path.resolve(import.meta.dirname, '..');

/** In the order of the table. */
const parts = [
  'size',
  'start',
  'firstRows',
  'expansion',
  'scale',
  'find',
  'hover',
  'refresh',
  'fleet',
  'updates',
  'details',
  'query',
  'fleetPage',
  'reviewPage',
  'fleetWindow',
];

/** Parts to measure: all, unless some are named on the command line. */
const wanted = process.argv.length > 2 ? process.argv.slice(2) : parts;

/** Parts that measure processes of their own: extension hosts and browsers. */
const measuredElsewhere: Readonly<Partial<Record<string, Part>>> = {
  start,
  fleetPage,
  fleetWindow,
  reviewPage,
};

const folder = await bundle(root);

await runScript(async () => {
  const measurements: Measurement[] = [];
  for (const part of wanted) {
    console.log(`Measuring ${part}…`);
    const here = measuredElsewhere[part];
    measurements.push(...(here ? await here() : await measure(part)));
  }

  const [cpu] = os.cpus();
  const machine = `Node ${process.versions.node}, ${os.cpus().length} × ${cpu?.model ?? 'CPU'}, ${os.platform()}`;
  console.log(machine);
  console.table(measurements.map(({ what, ...rest }) => ({ what, ...rest })));
  await mkdir(path.join(root, 'test-results'), { recursive: true });
  await writeFile(
    path.join(root, 'test-results/bench.json'),
    JSON.stringify({ machine, date: new Date().toISOString(), measurements }, undefined, 2),
  );
  return 0;
});

/** Each part runs in a separate process, so that the heap of one does not slow down another. */
async function measure(part: string): Promise<readonly Measurement[]> {
  const child = fork(path.join(folder, 'part.cjs'), [part], { cwd: root });
  const exit = once(child, 'exit');
  const [result] = (await Promise.race([once(child, 'message'), exit])) as [unknown];
  if (!Array.isArray(result)) throw new Error(`${part} could not be measured.`);
  await exit;
  return result as readonly Measurement[];
}
