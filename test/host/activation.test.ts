import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { commands, extensions } from 'vscode';

describe('activation', () => {
  it('registers every contributed command', async () => {
    const extension = extensions.getExtension<unknown>('poolview.poolview');
    assert(extension, 'The extension is not there.');

    await extension.activate();

    const { contributes } = extension.packageJSON as { contributes: { commands: { command: string }[] } };
    const registered = new Set(await commands.getCommands(true));
    const missing = contributes.commands.map(({ command }) => command).filter((id) => !registered.has(id));
    assert.deepEqual(missing, []);
  });
});
