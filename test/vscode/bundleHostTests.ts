import { build } from 'esbuild';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fromRoot } from '../../scripts/paths';

/**
 * Bundles the suites of test/host, one file each, and their runner into dist-test/host.
 * @returns the file of the runner, for `testsUrl`
 */
export async function bundleHostTests(): Promise<string> {
  const outdir = fromRoot('dist-test/host');
  await rm(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: fromRoot(),
    entryPoints: ['test/host/run.ts', 'test/host/**/*.test.ts'],
    outbase: 'test/host',
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    // Like the extension: VS Code 1.100 gives CommonJS and ES modules different `vscode` objects.
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    external: ['vscode', 'mocha'],
    sourcemap: 'linked',
    logLevel: 'warning',
  });
  return path.join(outdir, 'run.cjs');
}

if (process.argv[1] === import.meta.filename) {
  await bundleHostTests();
}
