import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A measurement: the median and the range of several runs. */
export interface Measurement {
  readonly what: string;
  readonly unit: Unit;
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly runs: number;
  /** The median that it should not exceed, of a time on the computer of {@link slowness}. */
  readonly budget?: number | undefined;
  /** How many times the budget the median may be before the bench fails: 2, unless it does not depend on the machine. */
  readonly limit?: number;
}

/** `KB` are 1,000 bytes. */
export type Unit = 'ms' | 'µs' | 'KB' | 'MB' | 'requests' | 'events' | 'rows' | 'times' | 'rows/s' | 'lines';

/**
 * The measurements of one part of the bench, in the order of the table.
 * @param isQuick whether it measures only what takes seconds
 */
export type Part = (isQuick: boolean) => Promise<readonly Measurement[]>;

/** The median, minimum and maximum of `values`, one for each run. */
export function measurement(
  what: string,
  unit: Unit,
  values: readonly number[],
  budget?: number,
): Measurement {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (index: number): number => rounded(sorted[index] ?? Number.NaN);
  return {
    what,
    unit,
    median: at(Math.floor(sorted.length / 2)),
    least: at(0),
    most: at(sorted.length - 1),
    runs: values.length,
    budget,
  };
}

/** The ratio of two medians. */
export function ratio(
  what: string,
  of: readonly number[],
  to: readonly number[],
  budget?: number,
): Measurement {
  return measurement(what, 'times', [median(of) / median(to)], budget);
}

export function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Three significant digits, as more would be noise. */
function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

/** Milliseconds that `run` takes. */
export async function timeOf(run: () => unknown): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** Milliseconds of CPU time that `run` takes in all threads of this process. */
export async function cpuOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What {@link slowness} parses: 1 MB of JSON, like the responses of a service. */
const baseline = JSON.stringify(
  Array.from({ length: 10_000 }, (_, index) => {
    return {
      uid: `machine-uid-${index}`,
      name: `machine-${index}`,
      state: 'Running',
      cores: index / 2,
      isOn: true,
    };
  }),
);

/** Milliseconds of CPU time that this takes on the computer for which the budgets are. */
const baselineMs = 8;

/**
 * How many times slower this computer is now than that for which the budgets are, by a baseline of the same run. It is never
 * faster: no budget is less than what it says.
 */
export async function slowness(): Promise<number> {
  const times = await repeated(15, () => cpuOf(() => JSON.parse(baseline) as unknown));
  return Math.max(1, median(times) / baselineMs);
}

/** The longest that the updates after a read wait. */
const afterReadMs = 700;

/** Milliseconds of CPU time of the longest turn of the event loop during `run` and the updates that follow it. */
export async function longestBlock(run: () => Promise<unknown>): Promise<number> {
  collectGarbage();
  let longest = 0;
  let isDone = false;
  let before = process.cpuUsage();
  const probe = (): void => {
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.cpuUsage();
    if (!isDone) setImmediate(probe);
  };
  setImmediate(probe);
  await run();
  await new Promise((resolve) => setTimeout(resolve, afterReadMs));
  isDone = true;
  return longest;
}

/** The results of `runs` calls of `measure`, after `warmUps` that do not count, because V8 compiles hot code. */
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

/** Collects garbage, so that a run does not pay for that of another one. */
export function collectGarbage(): void {
  gc();
}

/** MB that this process has in use, without garbage: of the heap of V8, and of buffers, which are outside of it. */
export async function heapInUse(): Promise<number> {
  // What was read is compressed a second later. Timers and sockets release memory in later turns of the event loop.
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    collectGarbage();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}
