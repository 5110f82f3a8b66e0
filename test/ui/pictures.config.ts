import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

/** Takes the pictures of the README and the walkthrough from the packaged extension: `npm run pictures`. */
export default defineConfig({
  ...tests,
  testMatch: 'pictures.ts',
  reporter: 'list',
  timeout: 600_000,
  // Sharp on all screens. The walkthrough shows a picture at half its size, as far as there is room.
  use: { ...tests.use, deviceScaleFactor: 2, viewport: { width: 780, height: 480 } },
});
