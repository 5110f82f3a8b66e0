import { mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { provideChromium } from './vscode/browser';
import { fromRoot } from '../scripts/paths';
import { measuredNpm } from '../scripts/processes';
import { Problem, runScript } from '../scripts/script';
import { vscodeVersion } from '../scripts/vscode/version';
import { webBuild } from '../scripts/vscode/webBuild';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const nothing: Counts = { passed: 0, failed: 0, skipped: 0 };
const onePassed: Counts = { ...nothing, passed: 1 };
const oneFailed: Counts = { ...nothing, failed: 1 };

/** A test or a file of tests, and how long it took. */
interface Timed {
  readonly name: string;
  readonly seconds: number;
}

/** What became of a step. CPU time is missing where the system does not tell it. */
interface Result extends Counts {
  readonly 'wall s': number;
  readonly 'CPU s'?: number | undefined;
}

/** A part of the run. Without a report, it counts as one check, and its exit code decides. */
interface Step {
  readonly name: string;
  /** An npm script and its arguments. */
  readonly script: readonly [string, ...string[]];
  readonly report?: Report;
  /** It counts as failed, and is not run, if this step failed. */
  readonly needs?: Step;
}

/** The report of a test runner: its file, and how to read it. */
interface Report {
  readonly file: string;
  readonly counts: z.ZodType<Counts>;
  readonly slow?: z.ZodType<readonly Timed[]>;
}

const unitReport: Report = {
  file: fromRoot('test-results/unit.json'),
  counts: z
    .object({
      numPassedTests: z.int(),
      numFailedTests: z.int(),
      numPendingTests: z.int(),
      numTodoTests: z.int(),
    })
    .transform((vitest) => ({
      passed: vitest.numPassedTests,
      failed: vitest.numFailedTests,
      skipped: vitest.numPendingTests + vitest.numTodoTests,
    })),
  slow: z
    .object({
      testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
    })
    .transform(({ testResults }) =>
      testResults.map(({ name, startTime, endTime }) => ({
        name: path.relative(fromRoot(), name),
        seconds: (endTime - startTime) / 1000,
      })),
    ),
};

const hostReport: Report = {
  file: fromRoot('test-results/host.json'),
  counts: z.object({ passed: z.int(), failed: z.int(), skipped: z.int() }),
};

/** @param name that of the folder in `test`, too */
function playwrightReport(name: string): Report {
  return {
    file: fromRoot(`test-results/${name}.json`),
    counts: z
      .object({ stats: z.object({ expected: z.int(), unexpected: z.int(), skipped: z.int() }) })
      .transform(({ stats }) => ({
        passed: stats.expected,
        failed: stats.unexpected,
        skipped: stats.skipped,
      })),
    slow: z
      .object({
        suites: z.array(
          z.object({
            file: z.string(),
            specs: z.array(
              z.object({
                tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
              }),
            ),
          }),
        ),
      })
      .transform(({ suites }) =>
        suites.map(({ file, specs }) => ({
          name: `test/${name}/${file}`,
          seconds:
            specs
              .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
              .reduce((total, { duration }) => total + duration, 0) / 1000,
        })),
      ),
  };
}

const [pageReport, uiReport] = [playwrightReport('page'), playwrightReport('ui')];

const packaging: Step = { name: 'package', script: ['package'] };

const format: Step = { name: 'format', script: ['format:check'] };
const types: Step = { name: 'types', script: ['typecheck'] };
const lint: Step = { name: 'lint', script: ['lint'] };

const unitTests: Step = {
  name: 'unit tests',
  script: ['test:unit', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport.file}`],
  report: unitReport,
};

// Those in VS Code test what was packaged.
const hostTests: Step = {
  name: 'host tests',
  script: ['test:host:built'],
  report: hostReport,
  needs: packaging,
};
const pageTests: Step = {
  name: 'page tests',
  script: ['test:page:built'],
  report: pageReport,
  needs: packaging,
};
const uiTests: Step = {
  name: 'UI tests',
  script: ['test:ui'],
  report: uiReport,
  needs: packaging,
};

/** Nothing runs beside it, because it measures. */
const budgets: Step = { name: 'budgets', script: ['bench:quick'], needs: packaging };

/** Beside the unit tests, one after the other: each of these leaves a core idle. */
const otherSteps = [types, hostTests, lint, format, pageTests];

const logs = fromRoot('test-results/logs');
const results = new Map<string, Result>();

/** Runs all checks and tests. The last line is `N passed, N failed`. */
await runScript(async () => {
  try {
    await mkdir(logs, { recursive: true });
    await Promise.all([checkMachine(), runInTurn([packaging])]);
    await runInTurn([budgets]);
    await Promise.all([runInTurn([unitTests]), runInTurn(otherSteps)]);
    // Two windows at a time need both cores.
    if (!process.argv.includes('--without-ui')) await runInTurn([uiTests]);
  } catch (error) {
    if (!(error instanceof Problem)) {
      throw error;
    }
    console.error(error.message);
    results.set('this machine', { ...oneFailed, 'wall s': 0 });
  }
  const slow = await slowest();
  if (slow.length > 0) console.table(slow);
  console.table(Object.fromEntries(results));
  const { passed, failed, skipped } = sum([...results.values()]);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed > 0 ? 1 : 0;
});

/** Gets what the tests need and this machine lacks. @throws {Problem} if that is not possible */
async function checkMachine(): Promise<void> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Problem(`Poolview needs Node 20.19 or newer. This is ${process.versions.node}.`);
  }
  const chromium = await provideChromium();
  await webBuild();
  console.log(`Node ${process.versions.node}\nChromium: ${chromium}\nVS Code ${vscodeVersion}`);
}

async function runInTurn(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const needed = step.needs && results.get(step.needs.name);
    const log = path.join(logs, `${step.name}.log`);
    const started = performance.now();
    console.log(`Running ${step.name}…`);
    const measured = needed?.passed === 0 ? oneFailed : await run(step, log);
    results.set(step.name, { ...measured, 'wall s': secondsSince(started) });
    console.log(`\n── ${step.name} ──`);
    if (needed?.passed === 0) console.log(`Skipped, because ${step.needs?.name} failed.`);
    else process.stdout.write(await readFile(log, 'utf8'));
  }
}

/** @param log a file for its output */
async function run({ script: [script, ...args], report }: Step, log: string) {
  if (report) {
    await rm(report.file, { force: true });
  }
  const output = await open(log, 'w');
  const { code, cpuSeconds } = await measuredNpm(['run', '--silent', script, '--', ...args], output.fd);
  await output.close();
  const counts = report ? await reported(report) : onePassed;
  // A suite that crashed or ran no tests has failed.
  const broken = counts.failed === 0 && (code !== 0 || counts.passed === 0);
  return { ...(broken ? sum([report ? counts : nothing, oneFailed]) : counts), 'CPU s': cpuSeconds };
}

async function reported({ file, counts }: Report): Promise<Counts> {
  try {
    return counts.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    console.error(`No report: ${(error as Error).message}`);
    return nothing;
  }
}

function sum(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
    skipped: all.reduce((total, { skipped }) => total + skipped, 0),
  };
}

/** The ten tests, or files of tests, that took longest. */
async function slowest(): Promise<readonly Timed[]> {
  const timed = [unitReport, pageReport, uiReport].map(async ({ file, slow }) => {
    try {
      return slow?.parse(JSON.parse(await readFile(file, 'utf8'))) ?? [];
    } catch {
      // It was not run: the step says why.
      return [];
    }
  });
  const all = (await Promise.all(timed)).flat().sort((one, other) => other.seconds - one.seconds);
  return all.slice(0, 10).map(({ name, seconds }) => ({ name, seconds: Math.round(seconds) }));
}

function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 1000);
}
