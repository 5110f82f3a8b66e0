import { defineConfig } from 'vitest/config';
import base from './vitest.config';

/** The tests that `npm run mutation` runs: the fast and repeatable ones of the mutated folders. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    // A mutant may make a test wait forever.
    testTimeout: 8000,
    include: ['test/unit/{service,roles,review,tree}/**/*.test.ts'],
    exclude: [
      // They start processes or take long.
      'test/unit/roles/{killed,journal/journalProcesses}.test.ts',
      'test/unit/service/{faultMatrix,ownProcess,rates}.test.ts',
      'test/unit/roles/{removal/removalModel,journal/journalModel}.test.ts',
      'test/unit/service/properties.test.ts',
    ],
  },
});
