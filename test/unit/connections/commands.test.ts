import { expect, it, onTestFinished } from 'vitest';
import { Uri } from 'vscode';
import { registerConnections } from '../../../src/connections/commands';
import { switchConnection } from '../../../src/connections/connect';
import { dialogs } from '../support/dialogs';
import { nextQuickPick } from '../support/quickPick';
import { focusWindow, writeSetting } from '../support/vscode';
import { connectionsOf } from './support';
import { eventually } from '../support/eventually';

const connection = { name: 'Acme', baseUrl: 'https://api.acme.dev' };

/** Connected read-only, with a user who answers the modal. */
async function readOnly(answer: string | undefined) {
  const told = dialogs(() => answer);
  writeSetting('poolview.connections', [{ ...connection, readOnly: true }]);
  const connections = connectionsOf();
  const registered = registerConnections(connections, { globalStorageUri: Uri.file('/storage') });
  onTestFinished(() => {
    for (const one of registered.disposables) one.dispose();
    focusWindow(true);
  });
  const settled = async (): Promise<void> => {
    await import('../../../src/connections/connect');
    await new Promise(setImmediate);
  };
  await settled();
  const locks = (): readonly unknown[] =>
    told.executed.filter(([, name]) => name === 'poolview.readOnly').map(([, , value]) => value);
  return { ...told, connections, settled, locks };
}

it('asks in the window with the focus, once for an edit that removes readOnly', async () => {
  const { shown, settled, connections } = await readOnly(undefined);
  expect(shown).toEqual([]);
  focusWindow(false);
  writeSetting('poolview.connections', [connection]);
  await settled();
  expect(shown).toEqual([]);
  focusWindow(true);
  await settled();
  expect(shown).toEqual([expect.stringMatching(/^Allow changes on Acme \(api\.acme\.dev\)\?/)]);
  focusWindow(true);
  writeSetting('poolview.connections', [{ ...connection, consoleUrl: 'https://console.example.com' }]);
  await settled();
  expect([shown.length, connections.session?.connection.readOnly]).toEqual([1, true]);
});

it('allows changes when the user confirms, and locks again without asking', async () => {
  const { shown, settled, connections, locks } = await readOnly('Allow Changes');
  writeSetting('poolview.connections', [connection]);
  await settled();
  await eventually(() => {
    expect(connections.session?.connection.readOnly).toBeUndefined();
  });
  writeSetting('poolview.connections', [{ ...connection, readOnly: true }]);
  await settled();
  expect(shown).toHaveLength(1);
  expect(locks().slice(-2)).toEqual([false, true]);
});

it('says why the connection in use cannot be used any more, once for each reason, and opens the settings', async () => {
  const { shown, executed, settled, connections } = await readOnly('Open Settings');
  const switchTo = connections.switchTo({ ...connection, readOnly: true });
  await switchTo;
  writeSetting('poolview.connections', [{ ...connection, baseUrl: 'http://api.acme.dev' }]);
  writeSetting('poolview.pageSize', 20);
  await settled();
  expect(shown).toEqual([
    "Acme can't be used: Use https://, which encrypts data in transit. http:// is allowed only for this computer.",
  ]);
  expect(executed).toContainEqual([
    'workbench.action.openApplicationSettingsJson',
    { revealSetting: { key: 'poolview.connections' } },
  ]);
  expect(connections.session).toBeUndefined();
  writeSetting('poolview.connections', [{ ...connection, baseUrl: 'api' }]);
  await settled();
  expect(shown).toHaveLength(2);
});

it('Switch Connection also lists what cannot be used, and says why when it is chosen', async () => {
  const { shown, connections } = await readOnly(undefined);
  writeSetting('poolview.connections', [connection, { name: 'Beta', baseUrl: 'beta.dev' }]);
  const list = nextQuickPick();
  const switched = switchConnection(connections);
  const beta = list.items.find(({ label }) => label === 'Beta') ?? expect.fail();
  expect(beta.description).toBe('Enter a URL, such as https://api.example.com');
  list.choose(beta);
  await switched;
  expect(shown).toEqual(["Beta can't be used: Enter a URL, such as https://api.example.com."]);
  expect(connections.session?.connection.name).toBe('Acme');
});
