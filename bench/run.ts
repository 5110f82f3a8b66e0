import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bundle } from '../scripts/bundle';
import { runScript } from '../scripts/script';
import { slowness, type Measurement, type Part } from './measure';
import codeLines from './parts/codeLines';
import fleetPage from './parts/fleetPage';
import fleetWindow from './parts/fleetWindow';
import reviewPage from './parts/reviewPage';
import start from './parts/start';

const root = path.resolve(import.meta.dirname, '..');

/** In the order of the table. */
const parts = [
  'codeLines',
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

/** Those that take seconds: lines, the size of scripts, requests, first rows and blocks. Each run of the tests measures them. */
const quickParts = ['codeLines', 'size', 'firstRows', 'updates'];

const isQuick = process.argv.includes('--quick');

const named = process.argv.slice(2).filter((argument) => argument !== '--quick');

/** Parts to measure: all, unless some are named on the command line. */
const wanted = named.length > 0 ? named : isQuick ? quickParts : parts;

/** Parts that measure something other than a process with the extension: files, extension hosts and browsers. */
const measuredElsewhere: Readonly<Partial<Record<string, Part>>> = {
  codeLines,
  start,
  fleetPage,
  fleetWindow,
  reviewPage,
};

const folder = path.join(root, 'dist-test/bench');
// Minified like the extension, so that the measured code is what users run. VS Code's own work is not measured.
await bundle(root, folder, { entryPoints: ['bench/part.ts', 'bench/serviceProcess.ts'], minify: true });

await runScript(async () => {
  const measurements: Measurement[] = [];
  for (const part of wanted) {
    console.log(`Measuring ${part}…`);
    const here = measuredElsewhere[part];
    const found = await (here ? here(isQuick) : measure(part));
    measurements.push(...(await withBudgetsOfThisComputer(found)));
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
  const exceeded = measurements.filter(
    ({ median, budget, limit = 2 }) => budget !== undefined && !(median <= limit * budget),
  );
  for (const { what, unit, median, budget, limit = 2 } of exceeded) {
    console.error(`${what}: ${median} ${unit}, more than ${limit} × the budget of ${budget} ${unit}`);
  }
  return exceeded.length > 0 ? 1 : 0;
});

/** Times may take as much longer as this computer is slower. */
async function withBudgetsOfThisComputer(found: readonly Measurement[]): Promise<readonly Measurement[]> {
  const slower = await slowness();
  return found.map((one) =>
    one.budget !== undefined && (one.unit === 'ms' || one.unit === 'µs')
      ? { ...one, budget: Math.round(one.budget * slower) }
      : one,
  );
}

/** Each part runs in a separate process, so that the heap of one does not slow down another. */
async function measure(part: string): Promise<readonly Measurement[]> {
  const child = fork(path.join(folder, 'part.cjs'), [part, ...(isQuick ? ['--quick'] : [])], { cwd: root });
  const exit = once(child, 'exit');
  const [result] = (await Promise.race([once(child, 'message'), exit])) as [unknown];
  if (!Array.isArray(result)) throw new Error(`${part} could not be measured.`);
  await exit;
  return result as readonly Measurement[];
}
