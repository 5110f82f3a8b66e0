import { build } from 'esbuild';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { fromRoot } from '../paths';

/** Builds the extension that connects Poolview when VS Code starts, and returns its folder. */
export async function buildStarter(): Promise<string> {
  const folder = fromRoot('dist-test/starter');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'extension.ts')],
    outfile: path.join(folder, 'extension.cjs'),
    platform: 'node',
    format: 'cjs',
    logLevel: 'warning',
  });
  await cp(path.join(import.meta.dirname, 'package.json'), path.join(folder, 'package.json'));
  return folder;
}
