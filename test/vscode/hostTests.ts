import { chromium, type Page } from '@playwright/test';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { format } from 'node:util';
import { chromiumArguments, findChromium } from './browser';
import { bundleHostTests } from './bundleHostTests';
import { hostTestsBanner } from './hostTestsBanner';
import { networkOfThisRun } from './network';
import { fromRoot } from './paths';
import { quietSettings } from './profile';
import { Problem, runScript } from './script';
import { startServer } from './server';
import { webBuild } from './webBuild';

/** In milliseconds, from opening the page to the end of the last suite. */
const timeout = 300_000;

/** Runs the suites of test/host inside the extension host of a VS Code that a headless Chromium shows. */
await runScript(async () => {
  const executablePath = findChromium();
  const runner = await bundleHostTests();
  const server = await startServer(await webBuild(), {
    settings: quietSettings,
    env: await networkOfThisRun(),
    testDriver: true,
  });
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  try {
    const page = await browser.newPage();
    await showOutput(page);
    return await exitCode(page, server.testsUrl(fromRoot(), runner));
  } finally {
    await browser.close();
    await server.stop();
  }
});

/** Shows what the tests print. All else that VS Code says, mostly noise, is in a file only. */
async function showOutput(page: Page): Promise<void> {
  await mkdir(fromRoot('test-results'), { recursive: true });
  const everything = createWriteStream(fromRoot('test-results/host-vscode.log'));
  let started = false;
  await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
    const line = format(...args);
    everything.write(`${type}: ${line}\n`);
    started ||= line.startsWith(hostTestsBanner);
    if (started && type === 'info') {
      console.log(line);
    }
  });
}

/** Opens VS Code at `url`, and resolves with the outcome that it reports when the tests have run. */
async function exitCode(page: Page, url: string): Promise<number> {
  const reported = new Promise<number>((resolve, reject) => {
    setTimeout(() => {
      reject(new Problem(`The host tests did not end within ${timeout / 60_000} minutes.`));
    }, timeout).unref();
    page.once('crash', () => {
      reject(new Problem('The page that shows VS Code crashed.'));
    });
    void page.exposeFunction('codeAutomationExit', resolve).then(() => page.goto(url), reject);
  });
  return reported;
}
