import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { provideChromium } from './vscode/browser';
import { fromRoot } from '../scripts/paths';
import { npm } from '../scripts/processes';
import { Problem, runScript } from '../scripts/script';
import { vscodeVersion } from '../scripts/vscode/version';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const nothing: Counts = { passed: 0, failed: 0, skipped: 0 };
const onePassed: Counts = { ...nothing, passed: 1 };
const oneFailed: Counts = { ...nothing, failed: 1 };

/** A part of the run. Without a report, it counts as one check, and its exit code decides. */
interface Step {
  readonly name: string;
  /** An npm script and its arguments. */
  readonly script: readonly [string, ...string[]];
  readonly report?: Report;
}

/** The report of a test runner: its file, and how to read it. */
interface Report {
  readonly file: string;
  readonly counts: z.ZodType<Counts>;
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
};

const hostReport: Report = {
  file: fromRoot('test-results/host.json'),
  counts: z.object({ passed: z.int(), failed: z.int(), skipped: z.int() }),
};

const uiReport: Report = {
  file: fromRoot('test-results/ui.json'),
  counts: z
    .object({ stats: z.object({ expected: z.int(), unexpected: z.int(), skipped: z.int() }) })
    .transform(({ stats }) => ({ passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped })),
};

const packaging: Step = { name: 'package', script: ['package'] };

/** They run in parallel, because each leaves a core idle. */
const checks: Step[] = [
  { name: 'format', script: ['format:check'] },
  { name: 'lint', script: ['lint'] },
  { name: 'types', script: ['typecheck'] },
  packaging,
];

const unitTests: Step = {
  name: 'unit tests',
  script: ['test:unit', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport.file}`],
  report: unitReport,
};

/** They test what the packaging step built. */
const testsInVSCode: Step[] = [
  { name: 'host tests', script: ['test:host:built'], report: hostReport },
  ...(process.argv.includes('--without-ui')
    ? []
    : [{ name: 'UI tests', script: ['test:ui'], report: uiReport } as const]),
];

/** Runs all checks and tests. The last line is `N passed, N failed`. */
await runScript(async () => {
  const results: Record<string, Counts> = {};
  try {
    await checkMachine();
    const checked = await Promise.all(checks.map(async (step) => [step.name, await run(step)] as const));
    Object.assign(results, Object.fromEntries(checked));
    results[unitTests.name] = await run(unitTests);
    for (const step of testsInVSCode) {
      results[step.name] = results[packaging.name]?.passed ? await run(step) : notRun(step);
    }
  } catch (error) {
    if (!(error instanceof Problem)) {
      throw error;
    }
    console.error(error.message);
    results['this machine'] = oneFailed;
  }
  console.log();
  console.table(results);
  const { passed, failed, skipped } = sum(Object.values(results));
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed > 0 ? 1 : 0;
});

/** @throws {Problem} if something is missing that the tests need */
async function checkMachine(): Promise<void> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Problem(`Poolview needs Node 20.19 or newer. This is ${process.versions.node}.`);
  }
  console.log(
    `Node ${process.versions.node}\nChromium: ${await provideChromium()}\nVS Code ${vscodeVersion}`,
  );
}

async function run({ name, script: [script, ...args], report }: Step): Promise<Counts> {
  console.log(`\n── ${name} ──`);
  if (report) {
    await rm(report.file, { force: true });
  }
  const code = await npm(['run', '--silent', script, '--', ...args], { cwd: fromRoot() });
  const counts = report ? await reported(report) : onePassed;
  // A suite that crashed or ran no tests has failed.
  const broken = counts.failed === 0 && (code !== 0 || counts.passed === 0);
  return broken ? sum([report ? counts : nothing, oneFailed]) : counts;
}

async function reported({ file, counts }: Report): Promise<Counts> {
  try {
    return counts.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    console.error(`No report: ${(error as Error).message}`);
    return nothing;
  }
}

function notRun({ name }: Step): Counts {
  console.log(`\n── ${name} ──\nSkipped, because packaging failed.`);
  return oneFailed;
}

function sum(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
    skipped: all.reduce((total, { skipped }) => total + skipped, 0),
  };
}
