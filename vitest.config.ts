import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { times } from './test/unit/support/randomRuns';

export default defineConfig({
  resolve: {
    // A stand-in for the parts of `vscode` that the tested code uses.
    alias: { vscode: fileURLToPath(new URL('test/unit/support/vscode.ts', import.meta.url)) },
  },
  test: {
    // By default, Vitest reserves one core for its main process, which needs little.
    maxWorkers: '100%',
    // A new worker for each test file would load all packages again, which took a third of the time.
    isolate: false,
    setupFiles: ['test/unit/support/freshModules.ts', 'test/unit/support/seedRandomRuns.ts'],
    // Many tests send many requests to a demo service, which takes long on a busy machine.
    testTimeout: 120_000 * times,
    expect: { poll: { timeout: 60_000 } },
    include: ['test/{unit,contract}/**/*.test.ts'],
    // An unhandled rejection fails the run.
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
