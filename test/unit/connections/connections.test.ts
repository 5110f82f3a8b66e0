import { describe, expect, it, vi } from 'vitest';
import type { Connections } from '../../../src/connections/connections';
import { memory } from '../../support/memory';
import { demo, serve } from '../support/service';
import { refuseSettings, writeSetting } from '../support/vscode';
import { connectionsOf, countProjects, listed } from './support';

const unauthorized = (reason: string) => ({ failure: { kind: 'unauthorized', reason } });

/** Connected to a demo service, with something stored for the connection. */
async function connected() {
  const service = await demo();
  const kept = memory();
  const connections = connectionsOf(kept);
  const connection = { name: 'Acme', baseUrl: service.baseUrl };
  await connections.add(connection, service.apiKey);
  await connections.session?.state.write('pinnedPools', ['pool']);
  return { service, kept, connections, connection };
}

function stateNames(kept: ReturnType<typeof memory>): readonly string[] {
  return [...kept.state.keys()].filter((name) => name.startsWith('connection:'));
}

function changesOf(connections: Connections): () => number {
  let changes = 0;
  connections.onDidChange(() => changes++);
  return () => changes;
}

describe('removing a connection', () => {
  it('deletes its key, its state and its entry in the settings [guarantee: disconnect]', async () => {
    const { kept, connections, connection } = await connected();
    expect([kept.kept.size, stateNames(kept).length > 0]).toEqual([1, true]);
    const changes = changesOf(connections);
    await connections.remove(connection);
    expect([...kept.kept.keys(), ...stateNames(kept)]).toEqual([]);
    expect(listed()).toEqual([]);
    expect(connections.session).toBeUndefined();
    expect(changes()).toBe(1);
  });

  it('keeps the state of a connection whose name starts with the same text', async () => {
    const { kept, connections, connection } = await connected();
    await connections.add({ ...connection, name: 'Acme 2' }, 'key');
    await connections.session?.state.write('pinnedPools', ['pool']);
    await connections.remove(connection);
    expect(stateNames(kept).some((name) => name.includes('Acme%202'))).toBe(true);
  });

  it('deletes the state of every base URL that it had', async () => {
    const { kept, connections, connection } = await connected();
    const edited = { ...connection, baseUrl: `${connection.baseUrl}/other` };
    writeSetting('poolview.connections', [edited]);
    await connections.session?.state.write('pinnedPools', ['other pool']);
    await connections.remove(edited);
    expect(stateNames(kept)).toEqual([]);
  });

  it('removes nothing if the key cannot be deleted [guarantee: disconnect]', async () => {
    const { kept, connections, connection } = await connected();
    const before = [[...kept.kept], stateNames(kept), listed()];
    const { session } = connections;
    const changes = changesOf(connections);
    vi.spyOn(kept.secrets, 'delete').mockRejectedValueOnce(new Error('locked'));
    await expect(connections.remove(connection)).rejects.toMatchObject({ part: 'key' });
    expect([[...kept.kept], stateNames(kept), listed()]).toEqual(before);
    expect(connections.session).toBe(session);
    expect(changes()).toBe(0);
    expect(await countProjects(connections)).toBe(50);

    await connections.remove(connection);
    expect([kept.kept.size, listed(), connections.session]).toEqual([0, [], undefined]);
  });

  it.each(['state', 'settings'] as const)(
    'shows the connection without a key until it can remove its %s',
    async (part) => {
      const { service, kept, connections, connection } = await connected();
      const changes = changesOf(connections);
      if (part === 'state') {
        const update = kept.globalState.update.bind(kept.globalState);
        let failures = 1;
        vi.spyOn(kept.globalState, 'update').mockImplementation((name, value) =>
          name.startsWith('connection:') && failures-- > 0
            ? Promise.reject(new Error('full'))
            : update(name, value),
        );
      } else {
        refuseSettings(true);
      }
      await expect(connections.remove(connection)).rejects.toMatchObject({ part });
      refuseSettings(false);
      expect(kept.kept.size).toBe(0);
      expect(listed()).toEqual([connection]);
      expect(changes()).toBe(1);
      service.clearRequests();
      await expect(countProjects(connections)).rejects.toMatchObject(unauthorized('noKey'));
      expect(service.requests).toEqual([]);

      await connections.remove(connection);
      expect([stateNames(kept), listed(), connections.session]).toEqual([[], [], undefined]);
    },
  );
});

describe('adding a connection', () => {
  it('stores nothing if the key cannot be stored', async () => {
    const kept = memory();
    const connections = connectionsOf(kept);
    const changes = changesOf(connections);
    vi.spyOn(kept.secrets, 'store').mockRejectedValueOnce(new Error('locked'));
    await expect(connections.add({ name: 'Acme', baseUrl: 'http://localhost' }, 'key')).rejects.toThrow(
      'locked',
    );
    expect([kept.kept.size, listed(), connections.session, changes()]).toEqual([0, undefined, undefined, 0]);
  });

  it('deletes the key again if the settings cannot be written', async () => {
    const kept = memory();
    const connections = connectionsOf(kept);
    refuseSettings(true);
    await expect(connections.add({ name: 'Acme', baseUrl: 'http://localhost' }, 'key')).rejects.toThrow();
    expect([kept.kept.size, connections.session]).toEqual([0, undefined]);
  });

  it('uses the new key of a connection whose entry cannot be written again', async () => {
    const { service, connections, connection } = await connected();
    await connections.replaceKey(connection, 'expired');
    refuseSettings(true);
    await expect(connections.add(connection, service.apiKey)).rejects.toThrow();
    refuseSettings(false);
    expect(await countProjects(connections)).toBe(50);
  });
});

describe('a key', () => {
  it.each([
    ['path', (baseUrl: string) => `${baseUrl}/tenant-b`],
    ['host', (baseUrl: string) => baseUrl.replace('127.0.0.1', 'localhost')],
    ['port', () => 'http://127.0.0.1:9'],
  ])(
    'is not sent after the %s of the base URL was changed in the settings [guarantee: key-destination]',
    async (_part, changed) => {
      const received: unknown[] = [];
      const { baseUrl } = await serve((request, response) => {
        received.push(request.headers['apikey']);
        response.setHeader('content-type', 'application/json').end('{"items":[]}');
      });
      const connections = connectionsOf();
      const connection = { name: 'Acme', baseUrl: `${baseUrl}/tenant-a` };
      await connections.add(connection, 'key-of-tenant-a');
      writeSetting('poolview.connections', [{ name: 'Acme', baseUrl: changed(baseUrl) }]);
      await expect(countProjects(connections)).rejects.toMatchObject(unauthorized('noKey'));
      expect(received).toEqual([]);

      writeSetting('poolview.connections', [connection]);
      expect(await countProjects(connections)).toBe(0);
      expect(received).toEqual(['key-of-tenant-a']);
    },
  );

  it('is not sent after the name of the connection was changed in the settings [guarantee: key-destination]', async () => {
    const { connections, connection } = await connected();
    writeSetting('poolview.connections', [{ ...connection, name: 'Other' }]);
    await expect(countProjects(connections)).rejects.toMatchObject(unauthorized('noKey'));
  });

  it('that could not be read is read again with the next request', async () => {
    const { service, kept, connections, connection } = await connected();
    await connections.replaceKey(connection, service.apiKey);
    vi.spyOn(kept.secrets, 'get').mockRejectedValueOnce(new Error('locked'));
    await expect(countProjects(connections)).rejects.toMatchObject(unauthorized('keyUnreadable'));
    expect(await countProjects(connections)).toBe(50);
  });
});

describe('the identity of a key', () => {
  const identityOf = ({ session }: Connections) => session?.keyIdentity ?? expect.fail('no session');

  it('stays the same when the user switches to another connection and back', async () => {
    const { connections, connection } = await connected();
    const identity = identityOf(connections);
    await connections.add({ ...connection, name: 'Other' }, 'key');
    expect(identityOf(connections)).not.toBe(identity);
    await connections.switchTo(connection);
    expect(identityOf(connections)).toBe(identity);
    expect(identity.ended.aborted).toBe(false);
  });

  it.each<[string, (given: Awaited<ReturnType<typeof connected>>) => Promise<void>]>([
    [
      'the key was replaced',
      ({ connections, connection, service }) => connections.replaceKey(connection, service.apiKey),
    ],
    [
      'the key was replaced in another window, while another connection was in use',
      async ({ kept, connections, connection }) => {
        await connections.add({ ...connection, name: 'Other' }, 'key');
        await connectionsOf(kept).replaceKey(connection, 'new key');
        await connections.switchTo(connection);
      },
    ],
    [
      'the user disconnected and connected again',
      async ({ connections, connection, service }) => {
        await connections.remove(connection);
        await connections.add(connection, service.apiKey);
      },
    ],
  ])('is another one after %s [guarantee: key-ended]', async (_what, change) => {
    const given = await connected();
    const identity = identityOf(given.connections);
    await change(given);
    expect(identity.ended.aborted).toBe(true);
    expect(identityOf(given.connections)).not.toBe(identity);
    expect(identityOf(given.connections).ended.aborted).toBe(false);
  });

  it('is another one after the base URL was changed in the settings, but not after the web console was', async () => {
    const { connections, connection } = await connected();
    const identity = identityOf(connections);
    writeSetting('poolview.connections', [{ ...connection, consoleUrl: 'https://console.example.com' }]);
    expect(identityOf(connections)).toBe(identity);
    writeSetting('poolview.connections', [{ ...connection, baseUrl: `${connection.baseUrl}/other` }]);
    expect(identityOf(connections)).not.toBe(identity);
  });

  it('of the demo service ends with it', async () => {
    const { service, connections } = await connected();
    const connection = { name: 'Demo', baseUrl: service.baseUrl, isDemo: true } as const;
    await connections.add(connection, service.apiKey);
    const identity = identityOf(connections);
    await connections.add(connection, service.apiKey);
    expect(identityOf(connections)).toBe(identity);
    await connections.remove(connection);
    expect(identity.ended.aborted).toBe(true);
  });
});

it('another key of a connection keeps what the user chose for it', async () => {
  const { connections, connection } = await connected();
  await connections.replaceKey(connection, 'new key');
  expect(connections.session?.state.read('pinnedPools')).toEqual(['pool']);
});

describe('a read-only connection', () => {
  const role = { roles: [], projectUids: [], filterRefs: [] };

  /** Connected to a demo service, read-only in the settings. */
  async function readOnly() {
    const { connection, ...others } = await connected();
    const write = (...entries: readonly object[]): void => {
      writeSetting('poolview.connections', entries);
    };
    const isReadOnly = (): boolean => others.connections.session?.connection.readOnly === true;
    const addRole = async (): Promise<void> => {
      const client = await others.connections.session?.client();
      await client?.addTeamResourceRole('team', role);
    };
    write({ ...connection, readOnly: true });
    others.service.clearRequests();
    return { ...others, connection, write, isReadOnly, addRole };
  }
  const refused = { failure: { kind: 'invalidRequest', reason: 'readOnly' } };

  it('takes effect at once, also for a session that is still used', async () => {
    const { connections, service, connection, write, isReadOnly, addRole } = await readOnly();
    write(connection);
    await connections.allowChanges(connection);
    const client = (await connections.session?.client()) ?? expect.fail();
    const changes = changesOf(connections);
    expect(isReadOnly()).toBe(false);
    write({ ...connection, readOnly: true });
    expect([isReadOnly(), changes()]).toEqual([true, 1]);
    await expect(client.addTeamResourceRole('team', role)).rejects.toMatchObject(refused);
    await expect(addRole()).rejects.toMatchObject(refused);
    expect(service.requests).toEqual([]);
    expect(await countProjects(connections)).toBe(50);
  });

  it('stays read-only after the settings say otherwise, also after a restart, and asks once for each edit [guarantee: read-only-confirmed]', async () => {
    const { connections, kept, connection, write, isReadOnly, addRole } = await readOnly();
    expect(connections.takeQuestion()).toBe(false);
    const changes = changesOf(connections);
    write({ ...connection, readOnly: false });
    expect([isReadOnly(), changes()]).toEqual([true, 0]);
    await expect(addRole()).rejects.toMatchObject(refused);
    expect([connections.takeQuestion(), connections.takeQuestion()]).toEqual([true, false]);
    const restarted = connectionsOf(kept);
    expect(restarted.session?.connection.readOnly).toBe(true);
    expect(restarted.takeQuestion()).toBe(false);

    write({ ...connection, readOnly: true });
    expect(connections.takeQuestion()).toBe(false);
    write(connection);
    expect(connections.takeQuestion()).toBe(true);
    expect(isReadOnly()).toBe(true);
  });

  it('stays read-only after its entry was deleted and added again, and while another one is in use', async () => {
    const { connections, connection, write, isReadOnly } = await readOnly();
    const other = { name: 'Other', baseUrl: 'http://127.0.0.1:9' };
    write(other);
    expect([isReadOnly(), connections.takeQuestion()]).toEqual([false, false]);
    write(other, connection);
    expect(connections.all).toMatchObject([other, { name: 'Acme', readOnly: true }]);
    await connections.switchTo(connection);
    expect([isReadOnly(), connections.takeQuestion()]).toEqual([true, true]);
  });

  it('can be changed when the user has allowed it, and is written to the settings', async () => {
    const { connections, connection, isReadOnly, kept } = await readOnly();
    const changes = changesOf(connections);
    await connections.allowChanges(connection);
    expect([isReadOnly(), changes(), listed()]).toEqual([false, 1, [connection]]);
    expect(connectionsOf(kept).session?.connection.readOnly).toBeUndefined();
  });

  it('can be changed in another window, too, when the user has allowed it in one and comes there', async () => {
    const { connections, connection, write, isReadOnly, kept } = await readOnly();
    write(connection);
    const other = connectionsOf(kept);
    await other.allowChanges(connection);
    expect([connections.takeQuestion(), isReadOnly()]).toEqual([false, false]);
  });

  it('stays read-only if the settings cannot be written', async () => {
    const { connections, connection, isReadOnly, addRole } = await readOnly();
    refuseSettings(true);
    await expect(connections.allowChanges(connection)).rejects.toThrow();
    refuseSettings(false);
    expect(isReadOnly()).toBe(true);
    await expect(addRole()).rejects.toMatchObject(refused);
  });

  it('is forgotten when the user disconnects', async () => {
    const { service, connections, connection, isReadOnly } = await readOnly();
    await connections.remove(connection);
    await connections.add(connection, service.apiKey);
    expect(isReadOnly()).toBe(false);
  });
});

describe('rate limits', () => {
  it('are shared by all sessions with one service, so that switching does not exceed them [guarantee: rate-limits]', async () => {
    const service = await demo({ limits: 'published' });
    const connections = connectionsOf();
    const one = { name: 'One', baseUrl: service.baseUrl };
    const other = { name: 'Other', baseUrl: service.baseUrl };
    await connections.add(other, service.apiKey);
    await connections.add(one, service.apiKey);
    const ask = async (count: number): Promise<void> => {
      const client = (await connections.session?.client()) ?? expect.fail();
      const query = (_: unknown, index: number) => ({
        method: 'get' as const,
        limit: index + 1,
      });
      await Promise.all(Array.from({ length: count }, query).map((one) => client.listProjects(one)));
    };
    await ask(50);
    await connections.switchTo(other);
    await ask(15);
    // Nothing was refused, or it would have been repeated.
    expect(service.requests).toHaveLength(65);
  });
});

describe('the state of a connection', () => {
  it('belongs to its base URL', async () => {
    const { connections, connection } = await connected();
    writeSetting('poolview.connections', [{ ...connection, baseUrl: `${connection.baseUrl}/other` }]);
    expect(connections.session?.state.read('pinnedPools')).toBeUndefined();
    writeSetting('poolview.connections', [connection]);
    expect(connections.session?.state.read('pinnedPools')).toEqual(['pool']);
  });
});
