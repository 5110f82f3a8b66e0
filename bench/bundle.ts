import { build } from 'esbuild';
import path from 'node:path';

/**
 * Bundles and minifies the parts of the bench like the extension, so that the measured code is what users run. A few plain
 * classes replace VS Code, whose own work is not measured.
 * @returns the folder of the bundles
 */
export async function bundle(root: string): Promise<string> {
  const outdir = path.join(root, 'dist-test/bench');
  await build({
    absWorkingDir: root,
    entryPoints: ['bench/part.ts', 'bench/serviceProcess.ts'],
    outdir,
    bundle: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    target: 'node20',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    minify: true,
    sourcemap: 'linked',
    alias: { vscode: './test/unit/support/vscode.ts' },
    logLevel: 'warning',
  });
  return outdir;
}
