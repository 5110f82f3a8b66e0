import { defineConfig } from 'vitest/config';
import base from './vitest.config';

/** The tests that `npm run mutation` runs: those of the mutated folders, as far as they are fast and repeatable. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    // A mutant may make a test wait forever.
    testTimeout: 8000,
    include: ['test/unit/{service,roles,tree}/**/*.test.ts'],
    exclude: [
      // They start processes or run long.
      'test/unit/roles/{killed,journalProcesses}.test.ts',
      'test/unit/service/{faultMatrix,ownProcess,rates}.test.ts',
      // With random input the score would differ from run to run.
      'test/unit/roles/{removalModel,journalModel}.test.ts',
      'test/unit/service/properties.test.ts',
    ],
  },
});
