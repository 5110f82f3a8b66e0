import process from 'node:process';

const folder = process.env.MUTATE ?? '{service,roles,review,tree}';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts' },
  coverageAnalysis: 'perTest',
  mutate: [
    `src/${folder}/**/*.ts`,
    // Dialogs, commands and view state: only host and UI tests cover these, and Stryker can't run those.
    '!src/{roles,review}/**/{chooseRoles,commands,confirmRemoval,index,removeFlow,restoreFlow,showTeams,report}.ts',
    '!src/tree/revealFirstNewRow.ts',
    // Whether a role is still as the user saw it.
    'src/access/resourceRoles.ts',
  ],
  // Code that runs when a module is loaded, such as a table: each mutant would need a new process for all tests.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: `reports/mutation/${process.env.MUTATE ?? 'all'}.json`,
  ignorePatterns: ['bench', 'dist', 'dist-test', 'media', 'reports', 'test-results'],
  concurrency: 1,
  // On a busy machine, a slow test must not count as a detected mutant.
  timeoutMS: 15_000,
  reporters: ['clear-text', 'html', 'progress-append-only'],
  htmlReporter: { fileName: 'reports/mutation/index.html' },
  clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
  thresholds: { high: 90, low: 85, break: 85 },
};
