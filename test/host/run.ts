import Mocha from 'mocha';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { version } from 'vscode';
import { hostTestsBanner } from '../vscode/hostTestsBanner';

/** Tells the whole run how many tests passed, failed and were skipped. The path is from dist-test/host. */
const reportFile = path.resolve(__dirname, '../../test-results/host.json');

/** Runs every suite beside it. VS Code calls it inside the extension host, and takes a rejection as failure. */
export async function run(): Promise<void> {
  console.log(`${hostTestsBanner} ${version}`);
  try {
    await runSuites();
  } catch (error) {
    console.log(error);
    throw error;
  }
}

async function runSuites(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 60_000 });
  // In the order of their names: the first one sees Poolview as it is before anything was asked of it.
  for (const name of (await readdir(__dirname, { recursive: true })).sort()) {
    if (name.endsWith('.test.cjs')) {
      mocha.addFile(path.join(__dirname, name));
    }
  }
  const report = { passed: 0, failed: 0, skipped: 0 };
  await new Promise<void>((resolve) => {
    mocha
      .run(() => {
        resolve();
      })
      .on('pass', () => (report.passed += 1))
      .on('fail', () => (report.failed += 1))
      .on('pending', () => (report.skipped += 1));
  });
  await mkdir(path.dirname(reportFile), { recursive: true });
  await writeFile(reportFile, JSON.stringify(report));
  if (report.failed > 0) {
    throw new Error(`${report.failed} host tests failed.`);
  }
}
