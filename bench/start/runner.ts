import { readFile, writeFile } from 'node:fs/promises';
import Module, { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { extensions, type ExtensionContext } from 'vscode';
import { extensionId } from '../../scripts/extensionId';
import { timeOf } from '../measure';
import type { Run, Start } from './run';

/** The results of all runs so far; each run adds its own. */
const file = path.join(__dirname, 'runs.json');

/** Starts Poolview and an extension that does nothing. VS Code calls it inside the extension host. */
export async function run(): Promise<void> {
  const runs = JSON.parse(await readFile(file, 'utf8')) as Run[];
  // The first extension pays for everything that an extension host does once.
  await start('bench.warm-up');
  // In alternating order, because the second one may benefit from the first.
  const nothingFirst = runs.length % 2 === 0 ? await start('bench.nothing') : undefined;
  const poolview = await start(extensionId);
  const nothing = nothingFirst ?? (await start('bench.nothing'));
  await writeFile(file, JSON.stringify([...runs, { poolview, nothing }]));
}

interface Extension {
  readonly activate: (context: ExtensionContext) => unknown;
}

/** Loads an extension and has VS Code activate it. */
async function start(id: string): Promise<Start> {
  const extension = extensions.getExtension(id);
  if (extension === undefined) throw new Error(`There is no ${id}.`);
  if (extension.isActive) throw new Error(`VS Code has activated ${id} already.`);
  const folder = extension.extensionPath;
  const main = path.join(folder, (extension.packageJSON as { readonly main: string }).main);
  const load = createRequire(main);
  const builtIns = builtInsOf(folder);

  const loading = await timeOf(() => load(main) as unknown);
  const module = load.cache[load.resolve(main)];
  if (module === undefined) throw new Error(`${main} is not loaded.`);
  const exported = module.exports as Extension;
  let activation = Number.NaN;
  module.exports = {
    ...exported,
    activate: async (context: ExtensionContext) => {
      activation = await timeOf(() => exported.activate(context));
    },
  };
  await extension.activate();
  // No event tells when it has loaded everything.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const files = Object.keys(load.cache).filter((name) => name.startsWith(folder + path.sep));
  return {
    loading,
    activation,
    files: files.map((name) => path.relative(folder, name)),
    builtIns: [...builtIns],
  };
}

/** The Node modules that code in `folder` loads from now on. */
function builtInsOf(folder: string): ReadonlySet<string> {
  const builtIns = new Set<string>();
  const { prototype } = Module;
  const original = Reflect.get(prototype, 'require') as (this: NodeJS.Module, name: string) => unknown;
  Object.assign(prototype, {
    require(this: NodeJS.Module, name: string): unknown {
      if (isBuiltin(name) && this.filename.startsWith(folder + path.sep)) builtIns.add(name);
      return original.call(this, name);
    },
  });
  return builtIns;
}
