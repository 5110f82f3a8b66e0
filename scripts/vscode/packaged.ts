import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fromRoot } from '../paths';
import { npmQuietly } from '../processes';
import { Problem } from '../script';

/** The sources of the package. */
const sources = [
  ...['src', 'media', 'l10n', 'skills'],
  ...['package.json', 'package.nls.json', 'package.nls.zh-cn.json', 'package-lock.json'],
  ...['README.md', 'CHANGELOG.md'],
  ...['package', 'readme', 'licenses', 'billOfMaterials'].map((name) => `scripts/${name}.ts`),
  ...['vite.config.ts', 'vite.page.config.ts', '.vscodeignore'],
];

/**
 * Returns the packaged extension, and packages it first if there is no package or its sources are newer.
 * POOLVIEW_VSIX is a package to use instead.
 */
export async function packagedExtension(): Promise<string> {
  const named = process.env['POOLVIEW_VSIX'];
  if (named !== undefined) {
    if (!existsSync(named)) {
      throw new Problem(`POOLVIEW_VSIX is set to ${named}, which does not exist.`);
    }
    return path.resolve(named);
  }
  const file = fromRoot('poolview.vsix');
  if (!existsSync(file) || (await changed(file)) < (await lastChange())) {
    console.log('Building and packaging Poolview, in about 20 seconds…');
    try {
      await npmQuietly(['run', 'package'], fromRoot());
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Problem(`Packaging Poolview failed:\n${stdout}${stderr}`);
    }
  }
  return file;
}

async function lastChange(): Promise<number> {
  const files = sources.map((name) => fromRoot(name)).filter((file) => existsSync(file));
  const nested = files.map(async (file) =>
    (await stat(file)).isDirectory()
      ? (await readdir(file, { recursive: true })).map((name) => path.join(file, name))
      : [file],
  );
  return Math.max(...(await Promise.all((await Promise.all(nested)).flat().map(changed))));
}

async function changed(file: string): Promise<number> {
  return (await stat(file)).mtimeMs;
}
