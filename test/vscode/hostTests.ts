import { chromium } from '@playwright/test';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { chromiumArguments, findChromium } from './browser';
import { bundleHostTests } from './bundleHostTests';
import { hostTestsBanner } from './hostTestsBanner';
import { networkOfThisRun } from './network';
import { fromRoot } from '../../scripts/paths';
import { quietSettings } from '../../scripts/vscode/profile';
import { runInHost } from './runInHost';
import { runScript } from '../../scripts/script';
import { startServer } from '../../scripts/vscode/server';
import { webBuild } from '../../scripts/vscode/webBuild';

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
    return await runInHost(await browser.newPage(), server.testsUrl(fromRoot(), runner), await output());
  } finally {
    await browser.close();
    await server.stop();
  }
});

/** Prints the output of the tests. Other output of VS Code, mostly noise, is only written to a file. */
async function output(): Promise<(type: string, line: string) => void> {
  await mkdir(fromRoot('test-results'), { recursive: true });
  const everything = createWriteStream(fromRoot('test-results/host-vscode.log'));
  let started = false;
  return (type, line) => {
    everything.write(`${type}: ${line}\n`);
    started ||= line.startsWith(hostTestsBanner);
    if (started && type === 'info') {
      console.log(line);
    }
  };
}
