import { build, type BuildOptions } from 'esbuild';

/**
 * Bundles scripts of the repository as CommonJS. A few plain classes replace VS Code.
 * @param outdir the folder of the bundles
 */
export async function bundle(
  root: string,
  outdir: string,
  options: Pick<BuildOptions, 'entryPoints' | 'minify' | 'packages'>,
): Promise<void> {
  await build({
    absWorkingDir: root,
    outdir,
    bundle: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    target: 'node20',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    sourcemap: 'linked',
    alias: { vscode: './test/unit/support/vscode.ts' },
    logLevel: 'warning',
    ...options,
  });
}
