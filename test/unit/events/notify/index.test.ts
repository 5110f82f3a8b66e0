import { afterEach, expect, it, vi } from 'vitest';
import { window } from 'vscode';
import { ChangeLogs } from '../../../../src/items/changes/changeLogs';
import { registerNotifications } from '../../../../src/events/notify';
import { atEnd } from '../../support/service';
import { clearSettings, writeSetting } from '../../support/vscode';
import { item, list } from '../../items/changes/readings';
import { FakeSource, FakeSources } from '../../items/changes/sources';

afterEach(() => {
  vi.restoreAllMocks();
  clearSettings();
});

it('shows messages while the setting asks for them', async () => {
  const show = vi.spyOn(window, 'showWarningMessage');
  const source = new FakeSource();
  const sources = new FakeSources(source);
  const loaded = vi.spyOn(sources, 'onDidChangeActive');
  const changes = new ChangeLogs(sources);
  for (const disposable of registerNotifications(sources, changes, () => false)) {
    atEnd(() => {
      disposable.dispose();
    });
  }
  let readAt = 0;
  const refresh = (...failed: readonly number[]): void => {
    const items = [1, 2, 3].map((index) =>
      item(`v/p/${index}`, { health: failed.includes(index) ? 'Bad' : 'Healthy' }),
    );
    source.refresh(list(++readAt, items));
  };
  refresh();
  refresh(1);
  expect(show).not.toHaveBeenCalled();
  writeSetting('poolview.notify', 'problems');
  // The second listener is that of the messages, whose code has then been loaded.
  await vi.waitFor(() => {
    expect(loaded).toHaveBeenCalledTimes(2);
  });
  refresh(1, 2);
  expect(show.mock.calls.map(([text]) => text)).toEqual(['2 needs attention: Bad.']);
  writeSetting('poolview.notify', 'off');
  await Promise.resolve();
  refresh(1, 2, 3);
  expect(show).toHaveBeenCalledTimes(1);
});
