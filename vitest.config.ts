import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    // Outside VS Code there is no `vscode`: the few parts of it that words and numbers need are played.
    alias: { vscode: new URL('test/unit/support/vscode.ts', import.meta.url).pathname },
  },
  test: {
    // On two cores Vitest would leave one to itself, which needs little of it.
    maxWorkers: '100%',
    // Many tests ask a real service many things: on a machine that has other work, too, that takes a while.
    testTimeout: 30_000,
    include: ['test/{unit,contract}/**/*.test.ts'],
    // A refused or unexpected promise is a failure, wherever it comes from.
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
