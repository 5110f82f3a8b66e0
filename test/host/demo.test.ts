import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { tmpdir } from 'node:os';
import { describe, it } from 'mocha';
import { commands, extensions, TabInputText, Uri, window, workspace } from 'vscode';
import { extensionId } from '../../scripts/extensionId';
import type { Connection } from '../../src/connections/connection';
import { Connections } from '../../src/connections/connections';
import type { SessionState } from '../../src/connections/storage';
import { registerDemo } from '../../src/demo/explore';
import { Journals } from '../../src/roles/journal/journal';
import { memory, type Memory } from '../support/memory';
import { answerModals, atEnd, contextKeys, demo, setting, until } from './support/service';

/** Replaces `object[name]` until the test ends. */
function replace(object: object, name: string, replacement: unknown): void {
  const original = (object as Record<string, unknown>)[name];
  Object.assign(object, { [name]: replacement });
  atEnd(() => Object.assign(object, { [name]: original }));
}

/** A separate set of connections, and the command that explores the demo service with them. */
function exploring(kept: Memory): {
  readonly connections: Connections;
  readonly explore: () => Promise<Connection>;
} {
  const connections = new Connections(kept, () => undefined);
  const registered = registerDemo(connections);
  atEnd(() => {
    for (const each of [...registered.disposables, connections]) each.dispose();
  });
  return {
    connections,
    explore: async () => {
      await registered.commands?.['exploreDemo']?.();
      const connection = connections.session?.connection;
      assert(connection?.isDemo);
      return connection;
    },
  };
}

function stateOf({ session }: Connections): SessionState | undefined {
  return session?.state;
}

/** Whether a server is listening on the port. */
async function answers({ baseUrl }: Connection): Promise<boolean> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describe('the demo service', () => {
  it('leaves nothing behind when it is disconnected [guarantee: demo-leaves-nothing]', async () => {
    const kept = memory();
    const marks: string[] = [];
    const create = window.createStatusBarItem;
    replace(window, 'createStatusBarItem', (...values: Parameters<typeof create>) => {
      const mark = create(...values);
      marks.push(mark.id);
      const dispose = mark.dispose.bind(mark);
      return Object.assign(mark, {
        dispose: () => {
          marks.splice(marks.indexOf(mark.id), 1);
          dispose();
        },
      });
    });
    const { connections, explore } = exploring(kept);
    const folder = path.join(tmpdir(), `poolview-no-journal-${process.pid}`);
    const journals = new Journals(folder, () => undefined);

    const connection = await explore();
    assert.equal(await answers(connection), true);
    assert.deepEqual(marks, ['poolview.demo']);
    await stateOf(connections)?.write('pinnedPools', [{ poolName: 'workers' }]);
    await (await connections.session?.projects())?.next();
    const journal = journals.of(connection);
    await journal.begin({ connection, team: { uid: 'team' }, roleUid: 'role', content: undefined });
    assert.equal((await journal.entries()).length, 1);

    await connections.remove(connection);
    assert.equal(connections.session, undefined);
    assert.deepEqual(connections.all, []);
    assert.deepEqual(marks, []);
    assert.deepEqual([...kept.state], []);
    assert.deepEqual([...kept.kept], []);
    assert.deepEqual(workspace.getConfiguration('poolview').get('connections'), []);
    assert.equal(existsSync(folder), false);
    assert.equal(await answers(connection), false);

    // Another service may get the same port.
    assert.deepEqual(await journals.of({ ...connection }).entries(), []);
    await explore();
    assert.equal(stateOf(connections)?.read('pinnedPools'), undefined);
  });

  it('is disconnected without confirmation, and resets the context keys', async () => {
    await extensions.getExtension(extensionId)?.activate();
    const asked = answerModals(undefined);
    const keys = contextKeys();
    await commands.executeCommand('poolview.exploreDemo');
    await until(() => keys.get('poolview.state') === 'connected');
    await commands.executeCommand('poolview.disconnect');
    await until(() => keys.get('poolview.state') === 'disconnected');
    const { 'poolview.state': state, ...others } = Object.fromEntries(keys);
    assert.equal(state, 'disconnected');
    assert(Object.values(others).every((value) => value === false));
    assert.deepEqual(asked, []);
  });

  it('closes only its own editors when it is disconnected', async () => {
    const { connections, explore } = exploring(memory());
    const connection = await explore();
    atEnd(() => commands.executeCommand('workbench.action.closeAllEditors'));
    const uriIn = (name: string, scheme = 'poolview'): Uri =>
      Uri.from({
        scheme,
        path: '/payments.yaml',
        query: `${encodeURIComponent(name)}/project:1`,
      });
    for (const name of ['Acme', connection.name]) {
      await commands.executeCommand('vscode.open', uriIn(name), { preview: false });
    }
    for (const scheme of ['poolview-roles', 'poolview-timeline']) {
      await commands.executeCommand('vscode.open', uriIn(connection.name, scheme), { preview: false });
    }
    await commands.executeCommand('vscode.diff', uriIn('Acme'), uriIn(connection.name));
    const tabs = () => window.tabGroups.all.flatMap((group) => group.tabs);
    assert.equal(tabs().length, 5);
    await connections.remove(connection);
    await until(() => tabs().length === 1);
    const input = tabs()[0]?.input;
    assert(input instanceof TabInputText);
    assert.equal(input.uri.toString(), uriIn('Acme').toString());
  });

  it('stays active if a connection in the settings has the same name', async () => {
    const { connections, explore } = exploring(memory());
    const connection = await explore();
    const { baseUrl } = await demo();
    await setting('connections', [{ name: connection.name, baseUrl }]);
    assert.deepEqual(connections.all, [connection]);
    assert.equal(connections.session?.connection, connection);
  });
});
