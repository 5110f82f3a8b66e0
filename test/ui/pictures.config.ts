import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

/** Takes the pictures of the README and the user guide from the packaged extension: `npm run pictures`. */
export default defineConfig({
  ...tests,
  testMatch: 'pictures.ts',
  reporter: 'list',
  timeout: 600_000,
  // Sharp on all screens.
  use: { ...tests.use, deviceScaleFactor: 2, viewport: { width: 1200, height: 640 } },
});
