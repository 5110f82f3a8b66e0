import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import { commands, extensions, TabInputText, window, workspace } from 'vscode';
import { extensionId } from '../../scripts/extensionId';
import { connectionList, readSetting } from '../../src/connections/settings';
import { answerModals, atEnd, connected, contextKeys, setting, until } from './support/service';

describe('an invalid setting', () => {
  before(async () => {
    await extensions.getExtension(extensionId)?.activate();
  });

  it('falls back to its default, without a message [guarantee: invalid-settings]', async () => {
    const said = answerModals(undefined);
    await setting('pageSize', -3);
    await setting('connections', 'nonsense');
    await setting('autoRefreshSeconds', { post: true });
    const service = await connected('Sensible');
    assert.match(service.requests.at(-1)?.path ?? '', /^\/v1\/dashboard\/projects\?.*limit=50(&|$)/);
    assert.deepEqual(said, []);
  });

  it('changes the welcome view if the list of connections is invalid', async () => {
    answerModals(undefined);
    await connected('Acme');
    const keys = contextKeys();
    await setting('connections', [{ name: 'acme' }]);
    await until(() => keys.get('poolview.settingsWrong') === true);
    assert.equal(keys.get('poolview.state'), 'disconnected');
    await setting('connections', undefined);
    await until(() => keys.get('poolview.settingsWrong') === false);
  });

  it('with a secret is reported once, without the secret, and opened where it can be corrected', async () => {
    atEnd(() => commands.executeCommand('workbench.action.closeAllEditors'));
    const said = answerModals('Open Settings');
    await setting('connections', [{ name: 'acme', apiKey: 'hunter2' }]);
    await until(() => said.length === 1);
    await setting('connections', [{ name: 'acme', baseUrl: 'http://api.example.com', apiKey: 'hunter2' }]);
    assert.match(said[0] ?? '', /^A key or password was found in poolview\.connections\./);
    const tab = () => window.tabGroups.activeTabGroup.activeTab;
    await until(() => tab()?.input instanceof TabInputText);
    assert.equal(tab()?.label, 'settings.json');
    assert.equal(said.length, 1);
    assert(said.every((message) => !message.includes('hunter2')));
  });

  it('falls back to its default if VS Code cannot read the settings', () => {
    const original = workspace.getConfiguration;
    atEnd(() => Object.assign(workspace, { getConfiguration: original }));
    Object.assign(workspace, {
      getConfiguration: () => {
        throw new RangeError('Maximum call stack size exceeded');
      },
    });
    assert.equal(readSetting('pageSize'), 50);
    assert.deepEqual(connectionList().connections, []);
  });
});
