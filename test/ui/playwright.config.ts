import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from '../vscode/browser';
import { fromRoot } from '../../scripts/paths';
import { orExit } from '../../scripts/script';

export default defineConfig({
  testDir: '.',
  globalSetup: './support/globalSetup',
  // What is recorded is beside its test.
  snapshotPathTemplate: '{testDir}/{arg}{ext}',
  // The folder is emptied first, and test-results holds more than this.
  outputDir: fromRoot('test-results/ui'),
  reporter: [['list'], ['json', { outputFile: fromRoot('test-results/ui.json') }]],
  // Each has a VS Code of its own, and waits for it much of the time.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // A slow machine is no defect. What passes takes no longer because of these.
  timeout: 600_000,
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  use: {
    actionTimeout: 60_000,
    launchOptions: { executablePath: orExit(findChromium), args: chromiumArguments },
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 800 },
  },
});
