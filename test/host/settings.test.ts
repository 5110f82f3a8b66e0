import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'mocha';
import { commands, extensions, TabInputText, window, workspace } from 'vscode';
import { extensionId } from '../../scripts/extensionId';
import { connectionList, invalidSettings, readSetting } from '../../src/connections/settings';
import { settingParsers } from '../../src/connections/settingValues';
import { answerModals, atEnd, connected, contextKeys, setting, until } from './support/service';

const invalid = (...names: readonly string[]): string =>
  `These settings have invalid values: ${names.map((name) => `poolview.${name}`).join(', ')}.`;

describe('an invalid setting', () => {
  before(async () => {
    await extensions.getExtension(extensionId)?.activate();
  });

  beforeEach(async () => {
    // Settings of other tests may have left a message open, and the next message about the same setting would wait for it.
    await commands.executeCommand('notifications.clearAll');
  });

  it('is reported once, until it is corrected and becomes invalid again', async () => {
    const said = answerModals(undefined);
    await setting('pageSize', 500);
    await until(() => said.length === 1);
    // Other settings, other valid values and the same problem again cause no new message.
    await setting('metricsPeriodMinutes', 30);
    await setting('pageSize', 20);
    await setting('pageSize', 500);
    await until(() => said.length === 2);
    await setting('requestTimeoutSeconds', 0);
    await until(() => said.length === 3);
    assert.deepEqual(said, [
      invalid('pageSize'),
      invalid('pageSize'),
      invalid('pageSize', 'requestTimeoutSeconds'),
    ]);
  });

  it('falls back to a valid value', async () => {
    const said = answerModals(undefined);
    await setting('pageSize', -3);
    await setting('connections', 'nonsense');
    await setting('autoRefreshSeconds', { post: true });
    await until(() => said.length === 3);
    const service = await connected('Sensible');
    assert.match(service.requests.at(-1)?.path ?? '', /^\/v1\/dashboard\/projects\?.*limit=1(&|$)/);
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

  it('is opened where it can be corrected', async () => {
    atEnd(() => commands.executeCommand('workbench.action.closeAllEditors'));
    answerModals('Open Settings');
    const tab = () => window.tabGroups.activeTabGroup.activeTab;
    await setting('pageSize', 500);
    await until(() => tab()?.label === 'Settings');
    await setting('connections', [7]);
    await until(() => tab()?.input instanceof TabInputText);
    assert.equal(tab()?.label, 'settings.json');
  });

  it('is reported once while the user corrects it, unless it contains a secret', async () => {
    const said = answerModals(undefined);
    const name = 'acme';
    await setting('connections', [{ name }]);
    await until(() => said.length === 1);
    await setting('connections', [{ name, baseUrl: 'api.example.com' }]);
    await setting('connections', [{ name, baseUrl: 'http://api.example.com' }]);
    await setting('connections', [{ name, baseUrl: 'http://api.example.com', apiKey: 'hunter2' }]);
    await until(() => said.length === 2);
    assert.equal(said[0], invalid('connections'));
    assert.match(said[1] ?? '', /^A key or password was found in poolview\.connections\./);
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
    assert.deepEqual(invalidSettings(), ['connections', ...Object.keys(settingParsers)]);
  });
});
