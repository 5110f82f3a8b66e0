import fc from 'fast-check';
import path from 'node:path';
import { expect } from 'vitest';
import { fromRoot } from '../../../scripts/paths';
import { commandFor, seed } from './randomRuns';

// Random inputs are the same in each run, so that no change fails by those of another.
fc.configureGlobal({
  seed,
  reporter: (run) => {
    const message = fc.defaultReportMessage(run);
    if (message === undefined) return;
    const file = path.relative(fromRoot(), expect.getState().testPath ?? '').replaceAll(path.sep, '/');
    throw new Error(`${message}\n\nRun it again: ${commandFor(file)}`, { cause: run.errorInstance });
  },
});
