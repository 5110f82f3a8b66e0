import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What was measured: the median and the range of several runs. */
export interface Measurement {
  readonly what: string;
  readonly unit: Unit;
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly runs: number;
}

/** `KB` are 1,000 bytes. */
export type Unit = 'ms' | 'µs' | 'KB' | 'MB' | 'requests' | 'events' | 'rows' | 'times' | 'rows/s';

/** What one part of the bench measured, in the order in which it shall be read. */
export type Part = () => Promise<readonly Measurement[]>;

/** The median, least and most of `values`, one for each run. */
export function measurement(what: string, unit: Unit, values: readonly number[]): Measurement {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (index: number): number => rounded(sorted[index] ?? Number.NaN);
  return {
    what,
    unit,
    median: at(Math.floor(sorted.length / 2)),
    least: at(0),
    most: at(sorted.length - 1),
    runs: values.length,
  };
}

/** How many times as long one takes as the other, by their medians. */
export function ratio(what: string, of: readonly number[], to: readonly number[]): Measurement {
  return measurement(what, 'times', [median(of) / median(to)]);
}

export function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Three digits say all that such a measurement can. */
function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

/** Milliseconds that `run` takes. */
export async function timeOf(run: () => unknown): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** Milliseconds of this process's CPU that `run` takes, on whichever thread. */
export async function cpuOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What `measure` gives each of `runs` times, after `warmUps` that do not count: V8 compiles what runs often. */
export async function repeated(
  runs: number,
  measure: () => Promise<number>,
  warmUps = Math.min(runs, 5),
): Promise<readonly number[]> {
  const values: number[] = [];
  for (let run = -warmUps; run < runs; run++) {
    collectGarbage();
    const value = await measure();
    if (run >= 0) values.push(value);
  }
  return values;
}

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** So that no run pays for what another one left behind. */
export function collectGarbage(): void {
  gc();
}

/** MB of this process's heap that are in use, garbage not counted. */
export async function heapInUse(): Promise<number> {
  // What a timer or a socket holds is let go in turns of its own.
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    collectGarbage();
  }
  return process.memoryUsage().heapUsed / 1e6;
}
