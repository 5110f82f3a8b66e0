import type { Connection } from '../../../src/connections/connection';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { window } from 'vscode';
import { disconnect } from '../../../src/connections/disconnect';
import { connectionFolder, type FileStorage } from '../../../src/connections/storage';
import { folderFiles } from '../../../src/connections/storedFiles';
import { memory } from '../../support/memory';
import { refuseSettings } from '../support/vscode';
import { temporaryFolder } from '../roles/support/journal';
import { connectionsOf, listed } from './support';

const acme = { name: 'Acme [x](command:x)', baseUrl: 'http://127.0.0.1:9' };

/** Disconnects after `fail`, and answers each modal with `answer`. */
async function disconnecting(
  answer: string | undefined,
  fail: (kept: ReturnType<typeof memory>) => void,
  storage: FileStorage = { globalStorageUri: { fsPath: '/nowhere' } },
) {
  const kept = memory();
  const connections = connectionsOf(kept);
  await connections.add(acme, 'key');
  const errors: string[] = [];
  Object.assign(window, {
    showWarningMessage: () => Promise.resolve(answer),
    showErrorMessage: (text: string) => Promise.resolve(void errors.push(text)),
  });
  onTestFinished(() => {
    for (const name of ['showWarningMessage', 'showErrorMessage']) Reflect.deleteProperty(window, name);
  });
  fail(kept);
  await disconnect(connections, storage);
  return { kept, errors };
}

describe('disconnecting', () => {
  it('removes nothing if the user cancels', async () => {
    const { kept, errors } = await disconnecting(undefined, () => undefined);
    expect([kept.kept.size, listed(), errors]).toEqual([1, [acme], []]);
  });

  it('shows no message on success', async () => {
    const { kept, errors } = await disconnecting('Disconnect', () => undefined);
    expect([kept.kept.size, listed(), errors]).toEqual([0, [], []]);
  });

  it.each([
    [undefined, 'reviews', 2],
    ['Disconnect', 'reviews', 1],
    [undefined, 'marks', 2],
    ['Disconnect', 'marks', 1],
  ] as const)(
    'deletes the files of the connection alone: %s, %s [guarantee: disconnect]',
    async (answer, content, left) => {
      const storage = { globalStorageUri: { fsPath: await temporaryFolder() } };
      const other = { ...acme, name: 'Other' };
      const filesOf = (connection: Connection) => folderFiles(connectionFolder(storage, content, connection));
      for (const connection of [acme, other]) await filesOf(connection).create('file.jsonl', '');
      await disconnecting(answer, () => undefined, storage);
      const names = await Promise.all([acme, other].map((connection) => filesOf(connection).names()));
      expect(names.flat()).toHaveLength(left);
      expect(names[1]).toEqual(['file.jsonl']);
    },
  );

  it('reports a key that cannot be deleted, and keeps the connection', async () => {
    const { kept, errors } = await disconnecting('Disconnect', ({ secrets }) => {
      vi.spyOn(secrets, 'delete').mockRejectedValue(new Error('locked'));
    });
    expect([kept.kept.size, listed()]).toEqual([1, [acme]]);
    expect(errors).toEqual([expect.stringMatching(/^Couldn't disconnect from Acme .*Unlock the keyring/)]);
    expect(errors[0]).not.toContain('[x](command:x)');
  });

  it('reports why VS Code cannot write the settings', async () => {
    const { kept, errors } = await disconnecting('Disconnect', () => {
      refuseSettings(true);
    });
    expect([kept.kept.size, listed()]).toEqual([0, [acme]]);
    expect(errors).toEqual([
      expect.stringMatching(
        /The API key for .* was deleted, but .*: Unable to write into user settings\. Correct/,
      ),
    ]);
  });
});
