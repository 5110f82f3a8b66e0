import { build } from 'esbuild';
import path from 'node:path';

/**
 * Bundles and minifies the parts of the bench, as the extension is, so that users run what is measured. A few plain
 * classes take the place of VS Code, whose work on rows is not measured.
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
