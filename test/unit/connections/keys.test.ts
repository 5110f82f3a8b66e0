import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { memory } from '../../support/memory';
import { writeSetting } from '../support/vscode';
import { connectionsOf } from './support';

const day = 24 * 60 * 60 * 1000;
const acme = { name: 'Acme', baseUrl: 'https://api.example.com/a' };
const beta = { name: 'Beta', baseUrl: 'https://api.example.com/b' };

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

/** The keys of Acme and Beta, stored by an earlier start. */
async function stored(listsSecrets: boolean) {
  const kept = memory({ listsSecrets });
  const connections = connectionsOf(kept);
  await connections.add(acme, 'key-of-acme');
  await connections.add(beta, 'key-of-beta');
  return { kept, keys: () => [...kept.kept.values()] };
}

/** Restarts Poolview and lets it run for two minutes. */
async function start(
  kept: ReturnType<typeof memory>,
  meanwhile: () => unknown = () => undefined,
): Promise<void> {
  const connections = connectionsOf(kept);
  await meanwhile();
  await vi.advanceTimersByTimeAsync(120_000);
  connections.dispose();
}

describe.each([
  ['lists its secrets', true],
  ['does not list them', false],
])('if VS Code %s, the key of a connection', (_name, listsSecrets) => {
  it('stays while the connection is in the settings', async () => {
    const { kept, keys } = await stored(listsSecrets);
    await start(kept);
    expect(keys()).toEqual(['key-of-acme', 'key-of-beta']);
  });

  it.each([
    ['was deleted from the settings', [beta]],
    ['has another base URL', [{ ...acme, baseUrl: beta.baseUrl }, beta]],
    ['has another name', [{ ...acme, name: 'New' }, beta]],
  ])(
    'is deleted after the next start if the connection %s [guarantee: deleted-connection]',
    async (_how, connections) => {
      const { kept, keys } = await stored(listsSecrets);
      writeSetting('poolview.connections', connections);
      await start(kept);
      expect(keys()).toEqual(['key-of-beta']);
    },
  );

  it.each([
    ['a list', 'nonsense'],
    ['a list of connections', [beta, { name: 'Acme', baseUrl: 'https://api.example.com/a?' }]],
    ['without repetitions', [beta, beta]],
  ])('stays if the setting is not %s [guarantee: deleted-connection]', async (_what, connections) => {
    const { kept, keys } = await stored(listsSecrets);
    writeSetting('poolview.connections', connections);
    await start(kept);
    expect(keys()).toEqual(['key-of-acme', 'key-of-beta']);
  });

  it.each([[undefined], [[]]])(
    'stays for a day if the settings are %j, because VS Code may have failed to read them [guarantee: deleted-connection]',
    async (connections) => {
      const { kept, keys } = await stored(listsSecrets);
      writeSetting('poolview.connections', connections);
      await start(kept);
      await start(kept);
      expect(keys()).toEqual(['key-of-acme', 'key-of-beta']);
      vi.advanceTimersByTime(day);
      await start(kept);
      expect(keys()).toEqual([]);
    },
  );

  it('stays for a day each time', async () => {
    const { kept, keys } = await stored(listsSecrets);
    for (const connections of [undefined, [acme, beta], undefined]) {
      writeSetting('poolview.connections', connections);
      await start(kept);
      vi.advanceTimersByTime(day);
    }
    expect(keys()).toEqual(['key-of-acme', 'key-of-beta']);
  });

  it('stays if another window adds the connection at the same time', async () => {
    const { kept, keys } = await stored(listsSecrets);
    const other = connectionsOf(kept);
    const added = { name: 'New', baseUrl: acme.baseUrl };
    await start(kept, async () => {
      await other.add(added, 'key-of-new');
      // The settings of this window do not have it yet.
      writeSetting('poolview.connections', [acme, beta]);
    });
    expect(keys()).toContain('key-of-new');
  });

  it('stays if the keyring fails, and Poolview works', async () => {
    const { kept, keys } = await stored(listsSecrets);
    writeSetting('poolview.connections', [beta]);
    const { keys: list } = kept.secrets as { keys?: () => Promise<string[]> };
    if (list !== undefined) Object.assign(kept.secrets, { keys: () => Promise.reject(new Error('locked')) });
    vi.spyOn(kept.secrets, 'delete').mockRejectedValue(new Error('locked'));
    await start(kept);
    expect(keys()).toEqual(['key-of-acme', 'key-of-beta']);
  });
});

it('keys that an earlier version stored under the name alone are deleted', async () => {
  const { kept, keys } = await stored(true);
  await kept.secrets.store('apiKey:Acme', JSON.stringify({ origin: 'https://api.example.com', key: 'old' }));
  await start(kept);
  expect(keys()).toEqual(['key-of-acme', 'key-of-beta']);
});
