import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { window } from 'vscode';
import { registerFleet } from '../../../src/fleet';
import { AutoRefresh } from '../../../src/tree/autoRefresh';
import type { PageTab } from '../../../src/fleet/messages';
import { readPageView } from '../../../src/fleet/page/view';
import { ChangeLogs } from '../../../src/timeline/changeLogs';
import { Notifier } from '../../../src/notifications/notifier';
import { extensionUri, fakeInventories, type FakePanel } from '../../support/fakePanel';
import { start } from '../fleet/support';
import { createdPanels } from '../support/createdPanels';
import { eventually } from '../support/eventually';
import { atEnd } from '../support/service';
import { clearSettings, writeSetting } from '../support/vscode';

// Responses of the service are real, and need no time.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
  writeSetting('poolview.notify', 'problems');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  clearSettings();
});

/** The fleet overview of a demo service, and the messages that are shown. The Projects view is hidden. */
async function open() {
  const { reader, clusters, service } = await start({ projects: 3 });
  Object.assign(window, { registerWebviewPanelSerializer: () => ({ dispose: () => undefined }) });
  const told: string[] = [];
  const show = (text: string): Promise<never> => new Promise(() => told.push(text));
  vi.spyOn(window, 'showWarningMessage').mockImplementation(show);
  vi.spyOn(window, 'showInformationMessage').mockImplementation(show);
  const panels = createdPanels();
  const inventories = fakeInventories(reader);
  const changes = new ChangeLogs(inventories);
  const fleet = registerFleet({
    inventories,
    changes,
    autoRefresh: new AutoRefresh(() => 0),
    context: { extensionUri },
    log: {} as Parameters<typeof registerFleet>[0]['log'],
  });
  const notifier = new Notifier(inventories, changes, () => () => fleet.shows());
  atEnd(() => {
    for (const part of [notifier, changes, ...fleet.disposables]) part.dispose();
  });
  const refresh = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(60_000);
    await reader.clusters.refreshInBackground(new AbortController().signal);
    // A message waits until nothing is being read: the page reads causes, too.
    await eventually(async () => {
      expect((await reader.inventory.session.client()).isReading).toBe(false);
    });
    await vi.advanceTimersByTimeAsync(5000);
  };
  await fleet.commands?.['openFleetOverview']?.();
  const panel = panels[0] ?? expect.fail('There is no tab');
  panel.send({ type: 'ready' });
  await refresh();
  return {
    panel,
    told,
    service,
    refresh,
    /** A cluster fails, and is read again. */
    fail: async (): Promise<void> => {
      const cluster = clusters().find(({ name }) => name === 'payments-us') ?? expect.fail();
      cluster.state = 'Error';
      await refresh();
    },
  };
}

/** What the page tells when it shows another tab, or the overview with a query. */
function showInPage(panel: FakePanel, tab: PageTab, query = 'is:problem'): void {
  panel.send({ type: 'tabSelected', tab });
  panel.send({ type: 'keepView', view: { ...readPageView(undefined), tab, queries: { overview: query } } });
}

it.each(['is:problem', ' is:problem ', ''])(
  'nobody is told of what the overview shows with the query %j',
  async (query) => {
    const { panel, told, fail } = await open();
    showInPage(panel, 'overview', query);
    await fail();
    expect(told).toEqual([]);
    panel.show(false);
    await fail();
    expect(told).toEqual([]);
  },
);

it.each<[PageTab, string]>([
  ['overview', 'env:staging'],
  ['capacity', ''],
  ['timeline', ''],
])('the user is told of a problem while the tab %s is visible with the query %j', async (tab, query) => {
  const { panel, told, fail } = await open();
  showInPage(panel, 'overview');
  showInPage(panel, tab, query);
  await fail();
  expect(told).toEqual([expect.stringContaining('payments-us')]);
});
