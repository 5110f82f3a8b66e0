import { afterEach, expect, it, vi } from 'vitest';
import { Uri, window, workspace } from 'vscode';
import { ChangeLogs } from '../../../../src/items/changes/changeLogs';
import type { Commands } from '../../../../src/ui/commands';
import { registerChanges } from '../../../../src/events/changes';
import { atEnd } from '../../support/service';
import { clearSettings, EventEmitter, writeSetting } from '../../support/vscode';
import { item, list } from '../../items/changes/readings';
import { FakeInventory, FakeInventories } from '../../items/changes/inventories';
import { eventually } from '../../support/eventually';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  clearSettings();
});

function register(sources: FakeInventories): Commands | undefined {
  const { disposables, commands } = registerChanges(sources, new ChangeLogs(sources), () => () => false);
  atEnd(() => {
    for (const disposable of disposables) disposable.dispose();
  });
  return commands;
}

it('shows messages while the setting asks for them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const show = vi.spyOn(window, 'showWarningMessage');
  const source = new FakeInventory();
  const sources = new FakeInventories(source);
  const loaded = vi.spyOn(sources, 'onDidChangeActive');
  register(sources);
  let readAt = 0;
  const refresh = async (...failed: readonly number[]): Promise<void> => {
    const items = [1, 2, 3].map((index) =>
      item(`v/p/${index}`, { health: failed.includes(index) ? 'Bad' : 'Healthy' }),
    );
    source.readLists(list(++readAt, items));
    await vi.advanceTimersByTimeAsync(1000);
  };
  await refresh();
  await refresh(1);
  expect(show).not.toHaveBeenCalled();
  writeSetting('poolview.notify', 'problems');
  // The second listener is that of the messages, whose code has then been loaded.
  await eventually(() => {
    expect(loaded).toHaveBeenCalledTimes(2);
  });
  await refresh(1, 2);
  expect(show.mock.calls.map(([text]) => text)).toEqual(['2: Healthy → Bad.']);
  writeSetting('poolview.notify', 'off');
  await Promise.resolve();
  await refresh(1, 2, 3);
  expect(show).toHaveBeenCalledTimes(1);
});

it('opens changes as a document, whose text stays that of its connection', async () => {
  const provider = vi.spyOn(workspace, 'registerTextDocumentContentProvider');
  const open = vi.spyOn(workspace, 'openTextDocument').mockRejectedValue(new Error('not needed'));
  const acme = new FakeInventory();
  const sources = new FakeInventories(acme);
  const openChangesAsText = register(sources)?.['openChangesAsText'];
  acme.read.fire(list(1, [item('v/p/c', { size: '1' })]));
  await expect(openChangesAsText?.()).rejects.toThrow('not needed');
  const uri: unknown = open.mock.lastCall?.[0];
  if (!(uri instanceof Uri)) throw new Error('Nothing was opened');
  expect(uri.path).toBe('/Changes in Acme.log');
  acme.read.fire(list(2, [item('v/p/c', { size: '2' })]));
  sources.activate(new FakeInventory({ name: 'Other' }));
  const never = {
    isCancellationRequested: false,
    onCancellationRequested: new EventEmitter<unknown>().event,
  };
  const text = await provider.mock.lastCall?.[1].provideTextDocumentContent(uri, never);
  expect(text).toContain('p / c: 1 → 2');
});
