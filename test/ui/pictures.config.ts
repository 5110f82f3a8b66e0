import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

/** Makes the pictures of the README anew, from the packaged extension: `npm run pictures`. */
export default defineConfig({ ...tests, testMatch: 'pictures.ts', reporter: 'list' });
