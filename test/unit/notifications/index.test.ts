import { afterEach, expect, it, vi } from 'vitest';
import { window } from 'vscode';
import { ChangeLogs } from '../../../src/items/changes/changeLogs';
import { registerNotifications } from '../../../src/notifications';
import { atEnd } from '../support/service';
import { clearSettings, writeSetting } from '../support/vscode';
import { item, list } from '../items/changes/readings';
import { FakeInventory, FakeInventories } from '../items/changes/inventories';
import { eventually } from '../support/eventually';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  clearSettings();
});

function register(sources: FakeInventories): void {
  const { disposables } = registerNotifications(sources, new ChangeLogs(sources), () => () => false);
  atEnd(() => {
    for (const disposable of disposables) disposable.dispose();
  });
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
