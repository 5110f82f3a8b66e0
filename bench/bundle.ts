import { build } from 'esbuild';
import path from 'node:path';

/**
 * Bundles the parts of the bench as the extension is bundled, so that what is measured is what people run. In the place of
 * VS Code there are a few plain classes: what VS Code does with rows is not Poolview's to measure.
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
