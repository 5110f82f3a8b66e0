import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { window } from 'vscode';
import { disconnect } from '../../../src/connections/disconnect';
import { connectionFolder, type FileStorage } from '../../../src/connections/connectionFolder';
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
    [undefined, 2],
    ['Disconnect', 1],
  ])('deletes the access reviews of the connection alone: %s', async (answer, left) => {
    const storage = { globalStorageUri: { fsPath: await temporaryFolder() } };
    const other = { ...acme, name: 'Other' };
    for (const connection of [acme, other])
      await folderFiles(connectionFolder(storage, 'reviews', connection)).create('decisions.jsonl', '');
    await disconnecting(answer, () => undefined, storage);
    const files = await Promise.all(
      [acme, other].map((connection) =>
        folderFiles(connectionFolder(storage, 'reviews', connection)).names(),
      ),
    );
    expect(files.flat()).toHaveLength(left);
    expect(files[1]).toEqual(['decisions.jsonl']);
  });

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
