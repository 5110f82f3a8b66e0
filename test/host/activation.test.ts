import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import { commands, extensions, type Extension } from 'vscode';
import { extensionId } from '../../scripts/extensionId';
import { connected } from './support/service';

describe('activation', () => {
  let extension: Extension<unknown>;
  before(async () => {
    const found = extensions.getExtension<unknown>(extensionId);
    assert(found, 'The extension is not there.');
    extension = found;
    await extension.activate();
  });

  it('registers every contributed command', async () => {
    const { contributes } = extension.packageJSON as { contributes: { commands: { command: string }[] } };
    const registered = new Set(await commands.getCommands(true));
    const missing = contributes.commands.map(({ command }) => command).filter((id) => !registered.has(id));
    assert.deepEqual(missing, []);
  });

  it('loads axios only with the first request', async () => {
    const atStart = await loadedPackages(extension);
    assert(!atStart.has('axios'), [...atStart].join());
    await connected('Activation');
    const afterListing = await loadedPackages(extension);
    assert(afterListing.has('axios'), [...afterListing].join());
  });
});

/** The packages that are loaded, according to the source maps of Poolview's loaded files. */
async function loadedPackages({ extensionPath }: Extension<unknown>): Promise<ReadonlySet<string>> {
  const loaded = Object.keys(require.cache).filter(
    (file) => path.dirname(file) === path.join(extensionPath, 'dist'),
  );
  assert(loaded.length > 0, 'Nothing of Poolview is loaded.');
  const maps = await Promise.all(loaded.map((file) => readFile(`${file}.map`, 'utf8')));
  const sources = maps.flatMap((map) => (JSON.parse(map) as { readonly sources: readonly string[] }).sources);
  return new Set(sources.flatMap((source) => /\/node_modules\/([^/]+)\//.exec(source)?.[1] ?? []));
}
