import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'mocha';
import { commands, extensions, TabInputText, window, workspace } from 'vscode';
import { settings } from '../../src/connections/settings';
import { settingNames } from '../../src/connections/settingValues';
import { answerModals, atEnd, connected, contextKeys, setting, until } from './support/service';

const pageSizeIs500 = 'poolview.pageSize is 500, but must be a whole number from 1 to 50: 50 is used.';
const timeoutIs0 =
  'poolview.requestTimeoutSeconds is 0, but must be a whole number from 1 to 600: 1 is used.';

/** A message that stays open until `close` is called. */
function keepMessageOpen(): { readonly messages: readonly string[]; readonly close: () => void } {
  const messages: string[] = [];
  const closing: (() => void)[] = [];
  const original = window.showWarningMessage;
  Object.assign(window, {
    showWarningMessage: (message: string) => {
      messages.push(message);
      return new Promise<void>((resolve) => closing.push(resolve));
    },
  });
  const close = (): void => {
    for (const resolve of closing.splice(0)) resolve();
  };
  atEnd(() => {
    close();
    Object.assign(window, { showWarningMessage: original });
  });
  return { messages, close };
}

describe('nonsense in the settings', () => {
  before(async () => {
    await extensions.getExtension('poolview.poolview')?.activate();
  });

  beforeEach(async () => {
    // What other tests wrote may have left a message open, and the next one about the same setting would wait for it.
    await commands.executeCommand('notifications.clearAll');
  });

  it('is told once, until it is mended and comes again', async () => {
    const said = answerModals(undefined);
    await setting('pageSize', 500);
    await until(() => said.length === 1);
    // Other settings, other values that are fine, and the same problem again: nothing new to say.
    await setting('metricsPeriodMinutes', 30);
    await setting('pageSize', 20);
    await setting('pageSize', 500);
    await until(() => said.length === 2);
    await setting('requestTimeoutSeconds', 0);
    await until(() => said.length === 3);
    const oneMore = 'There is one more problem in the settings: see the log.';
    assert.deepEqual(said, [pageSizeIs500, pageSizeIs500, `${timeoutIs0} ${oneMore}`]);
  });

  it('leaves Poolview at work with what there is of sense', async () => {
    const said = answerModals(undefined);
    await setting('pageSize', -3);
    await setting('connections', 'nonsense');
    await setting('projectListing', { post: true });
    await until(() => said.length === 3);
    const service = await connected('Sensible');
    assert.match(service.requests.at(-1)?.path ?? '', /^\/v1\/dashboard\/projects\?.*limit=1(&|$)/);
  });

  it('is told in the empty view as long as it is about connections', async () => {
    answerModals(undefined);
    const keys = contextKeys();
    await setting('connections', [{ name: 'acme' }]);
    await until(() => keys.get('poolview.settingsWrong') === true);
    assert.equal(keys.get('poolview.state'), 'disconnected');
    await setting('connections', undefined);
    await until(() => keys.get('poolview.settingsWrong') === false);
  });

  it('is opened where it can be mended', async () => {
    atEnd(() => commands.executeCommand('workbench.action.closeAllEditors'));
    answerModals('Open Settings');
    const tab = () => window.tabGroups.activeTabGroup.activeTab;
    await setting('pageSize', 500);
    await until(() => tab()?.label === 'Settings');
    await setting('connections', [7]);
    await until(() => tab()?.input instanceof TabInputText);
    assert.equal(tab()?.label, 'settings.json');
  });

  it('waits for the message about the same setting, unless it is a secret', async () => {
    const { messages, close } = keepMessageOpen();
    const name = 'acme';
    await setting('connections', [{ name }]);
    await until(() => messages.length === 1);
    await setting('connections', [{ name, baseUrl: 'api.example.com' }]);
    await setting('connections', [{ name, baseUrl: 'http://api.example.com' }]);
    await setting('connections', [{ name, baseUrl: 'http://api.example.com', apiKey: 'hunter2' }]);
    await until(() => messages.length === 2);
    assert.match(messages[0] ?? '', /^"acme" in poolview\.connections has no baseUrl/);
    assert.match(messages[1] ?? '', /has a key or password in "apiKey"\..+ There is one more problem/);
    close();
    await until(() => messages.length === 3);
    assert.match(messages[2] ?? '', /left out because of its baseUrl http:\/\/api\.example\.com\./);
    assert(messages.every((message) => !message.includes('hunter2')));
  });

  it('is survived even where VS Code cannot read it', () => {
    const original = workspace.getConfiguration;
    atEnd(() => Object.assign(workspace, { getConfiguration: original }));
    Object.assign(workspace, {
      getConfiguration: () => {
        throw new RangeError('Maximum call stack size exceeded');
      },
    });
    assert.equal(settings.pageSize, 50);
    assert.deepEqual(settings.connections, []);
    assert.equal(settings.problems.length, settingNames.length);
    assert.equal(
      settings.problems[0]?.text,
      'poolview.connections is something that VS Code cannot read, but must be a list: nothing in it is used.',
    );
  });
});
