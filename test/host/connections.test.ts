import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { commands, workspace } from 'vscode';
import { Connections } from '../../src/connections/connections';
import { memory } from '../support/memory';
import {
  answerModals,
  assertKeysSent,
  atEnd,
  connected,
  demo,
  disconnect,
  refreshUntil,
  setting,
} from './support/service';

function kept(): unknown[] {
  return workspace.getConfiguration('poolview').get<unknown[]>('connections', []);
}

/** Connections that are not those of Poolview, until the test is over. */
function separate(storage = memory()): Connections {
  const connections = new Connections(storage, () => undefined);
  atEnd(() => {
    connections.dispose();
  });
  atEnd(() => setting('connections', undefined));
  return connections;
}

function nameOf({ session }: Connections): string | undefined {
  return session?.connection.name;
}

async function listOnce(connections: Connections): Promise<readonly unknown[]> {
  const pages = await connections.session?.projects();
  return (await pages?.next())?.value?.items ?? [];
}

describe('connections', () => {
  it('store the base URL in the settings and the key in SecretStorage [guarantee: key-storage]', async () => {
    const service = await connected('Round trip');
    assert.deepEqual(kept(), [{ name: 'Round trip', baseUrl: service.baseUrl }]);
    await refreshUntil(3, service);
    // The second request used the key that was entered, and the others the stored one.
    assertKeysSent(service);
  });

  it('are removed only after the user confirms', async () => {
    await connected('Short-lived');
    const asked = answerModals(undefined);
    await commands.executeCommand('poolview.disconnect');
    assert.deepEqual(asked, ['Disconnect from Short-lived?']);
    assert.equal(kept().length, 1);
    await disconnect();
    assert.deepEqual(kept(), []);
  });

  it('do not share keys', async () => {
    const one = await connected('One');
    const other = await connected('Other');
    await refreshUntil(3, other);
    assertKeysSent(one);
    assertKeysSent(other);
    await disconnect();
  });

  it('do not send the key to a base URL that was changed in the settings', async () => {
    const service = await demo();
    const elsewhere = await demo();
    const connections = separate();
    await connections.add({ name: 'Moved', baseUrl: service.baseUrl }, service.apiKey);
    assert.equal((await listOnce(connections)).length, 50);

    await setting('connections', [{ name: 'Moved', baseUrl: elsewhere.baseUrl }]);
    await assert.rejects(listOnce(connections), { name: 'ServiceError', kind: 'unauthorized' });
    assert.deepEqual(elsewhere.requests, []);

    await setting('connections', [{ name: 'Moved', baseUrl: service.baseUrl }]);
    assert.equal((await listOnce(connections)).length, 50);
  });

  it('use a key that was replaced in another window', async () => {
    const service = await demo();
    const other = memory();
    const connections = separate(other);
    await connections.add({ name: 'Shared', baseUrl: service.baseUrl }, 'expired');
    await assert.rejects(listOnce(connections), { kind: 'unauthorized' });
    let changes = 0;
    connections.onDidChange(() => changes++);
    const [name = ''] = other.kept.keys();
    await other.secrets.store(name, service.apiKey);
    assert.equal(changes, 1);
    assert.equal((await listOnce(connections)).length, 50);
  });

  it('stay active in this window when another window switches', async () => {
    const service = await demo();
    const shared = memory();
    const here = separate(shared);
    const there = separate(shared);
    await here.add({ name: 'Beta', baseUrl: service.baseUrl }, service.apiKey);
    let lists = 0;
    here.onDidChangeList(() => lists++);
    await there.add({ name: 'Acme', baseUrl: service.baseUrl }, service.apiKey);
    assert.equal(nameOf(there), 'Acme');
    assert.equal(nameOf(here), 'Beta');
    assert(lists > 0);
    await here.remove({ name: 'Beta', baseUrl: service.baseUrl });
    assert.equal(nameOf(here), 'Acme');
  });

  it('create one session for each change', async () => {
    const service = await demo();
    const connections = separate();
    let changes = 0;
    connections.onDidChange(() => changes++);
    const acme = { name: 'Acme', baseUrl: service.baseUrl };
    await connections.add(acme, 'first');
    assert.equal(changes, 1);
    await connections.add(acme, service.apiKey);
    assert.equal(changes, 2);
    await connections.replaceKey(acme, service.apiKey);
    assert.equal(changes, 3);
    await connections.remove(acme);
    assert.equal(changes, 4);
    assert.equal(connections.session, undefined);
  });

  it('use a changed console URL without a new session', async () => {
    const { baseUrl, apiKey } = await demo();
    const connections = separate();
    const consoleUrl = 'https://console.example.com/';
    await setting('connections', [{ name: 'Acme', baseUrl, consoleUrl }]);
    assert.equal(connections.consoleUrl, 'https://console.example.com');
    await connections.add({ name: 'Acme', baseUrl, consoleUrl }, apiKey);
    assert.deepEqual(kept(), [{ name: 'Acme', baseUrl, consoleUrl }]);

    const { session } = connections;
    await setting('connections', [{ name: 'Acme', baseUrl, consoleUrl: 'https://other.example' }]);
    assert.equal(connections.consoleUrl, 'https://other.example');
    await setting('connections', [{ name: 'Acme', baseUrl }]);
    assert.equal(connections.consoleUrl, undefined);
    assert.equal(connections.session, session);
  });

  it('ignore invalid entries in the setting, and keep them', async () => {
    const service = await connected('Sensible');
    const nonsense = [null, 7, {}, { name: 'x' }, { name: 'y', baseUrl: 'http://example.com' }, 'z'];
    await workspace
      .getConfiguration('poolview')
      .update('connections', [...nonsense, { name: 'Sensible', baseUrl: service.baseUrl }], true);
    service.clearRequests();
    await refreshUntil(1, service);
    await disconnect();
    // An invalid entry may be a connection with a typo, so changing another connection must not delete it.
    assert.deepEqual(kept(), nonsense);
    await setting('connections', undefined);
  });
});
