import { mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
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
  /** It counts as failed, and is not run, if this step failed. */
  readonly needs?: Step;
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
  };
}

const packaging: Step = { name: 'package', script: ['package'] };

const checks: readonly Step[] = [
  packaging,
  { name: 'format', script: ['format:check'] },
  { name: 'types', script: ['typecheck'] },
];
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
  report: playwrightReport('page'),
  needs: packaging,
};
const uiTests: Step = {
  name: 'UI tests',
  script: ['test:ui'],
  report: playwrightReport('ui'),
  needs: packaging,
};

/** Nothing runs beside it, because it measures. */
const budgets: Step = { name: 'budgets', script: ['bench:quick'], needs: packaging };

/** Steps of a group run in parallel, because each leaves a core idle. Host tests mostly wait, and ESLint has one thread. */
const groups: readonly (readonly Step[])[] = [
  checks,
  [budgets],
  [unitTests, hostTests, lint],
  [pageTests],
  ...(process.argv.includes('--without-ui') ? [] : [[uiTests]]),
];

/** Runs all checks and tests. The last line is `N passed, N failed`. */
await runScript(async () => {
  const results = new Map<string, Counts>();
  try {
    await checkMachine();
    for (const group of groups) {
      await runGroup(group, results);
    }
  } catch (error) {
    if (!(error instanceof Problem)) {
      throw error;
    }
    console.error(error.message);
    results.set('this machine', oneFailed);
  }
  console.log();
  console.table(Object.fromEntries(results));
  const { passed, failed, skipped } = sum([...results.values()]);
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

/** Shows the output of the first step while it runs, and then that of the others, one after the other. */
async function runGroup(group: readonly Step[], results: Map<string, Counts>): Promise<void> {
  const logs = fromRoot('test-results/logs');
  await mkdir(logs, { recursive: true });
  const running = group.map((step, index) => {
    const log = index === 0 ? undefined : path.join(logs, `${step.name}.log`);
    const needed = step.needs && results.get(step.needs.name);
    return { step, log, counts: needed?.passed === 0 ? undefined : run(step, log) };
  });
  for (const { step, log, counts } of running) {
    console.log(`\n── ${step.name} ──`);
    results.set(step.name, (await counts) ?? oneFailed);
    if (counts === undefined) {
      console.log(`Skipped, because ${step.needs?.name} failed.`);
    } else if (log !== undefined) {
      process.stdout.write(await readFile(log, 'utf8'));
    }
  }
}

/** @param log a file for its output, which is shown by default */
async function run({ script: [script, ...args], report }: Step, log?: string): Promise<Counts> {
  if (report) {
    await rm(report.file, { force: true });
  }
  const output = log === undefined ? undefined : await open(log, 'w');
  const code = await npm(['run', '--silent', script, '--', ...args], {
    cwd: fromRoot(),
    stdio: output ? ['ignore', output.fd, output.fd] : 'inherit',
  });
  await output?.close();
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

function sum(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
    skipped: all.reduce((total, { skipped }) => total + skipped, 0),
  };
}
