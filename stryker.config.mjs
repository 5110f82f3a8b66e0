import process from 'node:process';

const folder = process.env.MUTATE ?? '{service,roles,tree}';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts' },
  coverageAnalysis: 'perTest',
  mutate: [
    `src/${folder}/**/*.ts`,
    // Dialogs, commands and the state of a view in VS Code: the host and UI tests run these, which Stryker cannot.
    '!src/roles/**/{batchProgress,chooseRoles,commands,confirmRemoval,index,removeFlow,restoreFlow,roleActions,showTeams,resultMessage}.ts',
    '!src/tree/revealFirstNewRow.ts',
  ],
  // What runs while a module is loaded, such as a table: each such mutant needs all tests in a new process.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: `reports/mutation/${process.env.MUTATE ?? 'all'}.json`,
  ignorePatterns: ['bench', 'dist', 'dist-test', 'media', 'reports', 'test-results'],
  concurrency: 1,
  // A loaded computer must not make a slow test pass for a detected mutant.
  timeoutMS: 15_000,
  reporters: ['clear-text', 'html', 'progress-append-only'],
  htmlReporter: { fileName: 'reports/mutation/index.html' },
  clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
  thresholds: { high: 90, low: 85, break: 85 },
};
