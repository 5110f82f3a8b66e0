import { build } from 'esbuild';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fromRoot } from '../../scripts/paths';

export const folder = fromRoot('dist-test/start');

/**
 * Bundles what runs inside the extension hosts.
 * @returns the file of the runner, for `testsUrl`
 */
export async function buildRunner(): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  const outfile = path.join(folder, 'runner.cjs');
  await build({
    absWorkingDir: fromRoot(),
    entryPoints: ['bench/start/runner.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'warning',
  });
  return outfile;
}

/** Writes an extension that does nothing, and returns its folder. */
export async function writeExtension(name: string): Promise<string> {
  const extension = path.join(folder, name);
  const manifest = { name, publisher: 'bench', version: '1.0.0', engines: { vscode: '^1.100.0' } };
  await mkdir(extension);
  await Promise.all([
    writeFile(path.join(extension, 'package.json'), JSON.stringify({ ...manifest, main: './extension.cjs' })),
    writeFile(path.join(extension, 'extension.cjs'), 'exports.activate = () => {};\n'),
  ]);
  return extension;
}
