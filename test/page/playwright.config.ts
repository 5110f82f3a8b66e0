import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from '../vscode/browser';
import { fromRoot } from '../../scripts/paths';
import { orExit } from '../../scripts/script';

export default defineConfig({
  testDir: '.',
  // The extension runs in the process of the tests, with a stand-in for VS Code.
  tsconfig: './tsconfig.vscode.json',
  outputDir: fromRoot('test-results/page'),
  reporter: [['list'], ['json', { outputFile: fromRoot('test-results/page.json') }]],
  workers: 1,
  forbidOnly: Boolean(process.env['CI']),
  // A slow machine is no defect. What passes takes no longer because of these.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
    launchOptions: { executablePath: orExit(findChromium), args: chromiumArguments },
    screenshot: 'only-on-failure',
    viewport: { width: 1200, height: 800 },
  },
});
