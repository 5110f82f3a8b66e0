import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { commands, window } from 'vscode';
import { FakePanel } from '../../support/fakePanel';
import { hasExplained, hasRead, header, opened, tabOf } from './openedTab';
import { needsAttention } from '../../../src/items/severity';
import { readPageView } from '../../../src/fleet/page/view';
import { start } from './support';
import { eventually } from '../support/eventually';

/** Replaces a function of VS Code until the test ends. */
function replace<Name extends string>(object: Record<Name, unknown>, name: Name, by: unknown): void {
  const original = object[name];
  Object.assign(object, { [name]: by });
  onTestFinished(() => void Object.assign(object, { [name]: original }));
}

/** Records the commands that are run. */
function recordCommands(): readonly unknown[][] {
  const run: unknown[][] = [];
  replace(commands, 'executeCommand', (...given: unknown[]) => Promise.resolve(void run.push(given)));
  return run;
}

describe('the tab', () => {
  it('is the only one, and is shown if it is opened again', async () => {
    const { tab, panels, panel } = await opened();
    tab.open('overview');
    expect([panels.length, panel.reveals]).toEqual([1, 1]);
    panel.dispose();
    tab.open('overview');
    expect(panels).toHaveLength(2);
  });

  it('is replaced by the one that VS Code restores', async () => {
    const { tab, panel, panels } = await opened();
    const restored = new FakePanel();
    tab.restore(restored, { tab: 'of another version' });
    expect([panel.isDisposed, restored.isDisposed]).toEqual([true, false]);
    tab.open('overview');
    expect([panels.length, restored.reveals]).toEqual([1, 1]);
  });

  it('has the name of the connection, without what could deceive', async () => {
    const { fleet, reader } = await start({ projects: 1 });
    const connection = { ...fleet.session.connection, name: 'a\u202eb\n' };
    Object.assign(fleet, { session: { ...fleet.session, connection } });
    const { tab, panels } = tabOf(reader);
    tab.open('overview');
    expect(panels[0]?.title).toBe('Fleet: ab');
  });

  it('may load only the files of the page [guarantee: page-scripts]', async () => {
    const { webview } = (await opened()).panel;
    expect(webview.options).toEqual({
      enableScripts: true,
      localResourceRoots: [expect.objectContaining({ path: '/extension/dist/pages' })],
    });
  });

  it('leaves nothing behind when it is closed', async () => {
    const { panel, panels, sources, tab } = await opened();
    const { listeners } = sources;
    panel.send({ type: 'ready' });
    await header(panel, hasRead);
    panel.dispose();
    panel.take();
    const other = await start({ projects: 1 });
    sources.switchTo(other.reader);
    expect([panel.take(), other.asked()]).toEqual([[], {}]);
    for (let count = 0; count < 20; count++) {
      tab.open('overview');
      panels.at(-1)?.dispose();
    }
    expect(sources.listeners).toBe(listeners);
    tab.dispose();
    expect(sources.listeners).toBe(0);
  });

  it('cancels its reads when it is closed', async () => {
    const { panel, service, records } = await opened();
    service.faults.add({ kind: 'hang', operation: 'searchClusterMetadata' });
    panel.send({ type: 'ready' });
    await eventually(() => {
      expect(service.requests).toHaveLength(1);
    });
    panel.dispose();
    await eventually(() => {
      expect(records[0]?.failure?.kind).toBe('cancelled');
    });
  });
});

describe('the page', () => {
  it('gets everything once it is ready, with two requests and one for each cluster that has failed', async () => {
    const { panel, asked, of } = await opened();
    await eventually(() => {
      expect(of('cluster').length).toBeGreaterThan(0);
    });
    expect(panel.received).toEqual([]);
    panel.send({ type: 'ready' });
    const { connection, coverage } = await header(panel, hasExplained);
    expect(connection).toMatchObject({ name: 'Test', isDemo: false });
    expect(coverage.clusters.read).toBe(of('cluster').length);
    expect(panel.take().slice(0, 2)).toMatchObject([
      { type: 'showTab', tab: 'overview' },
      { isWhole: true, removed: [] },
    ]);
    const failing = of('cluster').filter(({ state }) => needsAttention(state)).length;
    expect(asked()).toEqual({
      searchClusterMetadata: 1,
      listPendingRepaves: 1,
      readClusterOverview: failing,
    });
  });

  it.each([
    ['reads versions that it needs with few requests', 3, ['searchClusters']],
    ['reads versions that it needs with many requests only if the user asks for it', 512, []],
  ])('%s', async (_, clusters, expected) => {
    const sizes = { poolsPerCluster: { exactly: 1 }, machinesPerPool: { exactly: 1 } };
    const { panel, asked, of } = await opened({
      ...sizes,
      projects: 1,
      clustersPerProject: { exactly: clusters },
    });
    panel.send({ type: 'ready' });
    await header(panel, hasRead);
    expect(of('cluster').every(({ packs }) => packs === undefined)).toBe(true);
    asked();
    panel.send({ type: 'readSearch', isNeeded: true });
    if (expected.length > 0) await header(panel, ({ canReadSearch }) => !canReadSearch);
    expect(Object.keys(asked())).toEqual(expected);
    panel.send({ type: 'readSearch' });
    await header(panel, ({ canReadSearch, reading }) => !canReadSearch && reading === undefined);
    expect(of('cluster').every(({ packs }) => packs?.some(({ layer }) => layer === 'k8s'))).toBe(true);
  });

  it('gets the clusters before it is known which of them wait for approval', async () => {
    const { panel, service, of } = await opened();
    service.faults.add({ kind: 'hang', operation: 'listPendingRepaves' });
    panel.send({ type: 'ready' });
    const { coverage } = await header(panel, ({ firstRead }) => firstRead === 'succeeded');
    expect(coverage.clusters.read).toBe(of('cluster').length);
  });

  it('is sent a saved query after the fleet, also if it was closed, and tells what it shows', async () => {
    const { tab, panel } = await opened();
    tab.showSaved({ tab: 'overview', query: 'disk' });
    panel.send({ type: 'ready' });
    expect(panel.take().map(({ type }) => type)).toEqual(['showTab', 'fleet', 'openQuery']);
    panel.send({ type: 'keepView', view: { ...readPageView(undefined), queries: { overview: 'disk' } } });
    expect(tab.shownView).toEqual({ tab: 'overview', query: 'disk' });
    tab.showSaved({ tab: 'overview', query: 'other' });
    expect(panel.take()).toContainEqual({ type: 'openQuery', query: 'other' });
    panel.dispose();
    expect(tab.shownView).toBeUndefined();
  });

  it('keeps what the user chose to see, but no API key [guarantee: page-messages]', async () => {
    const { fleet, panel } = await opened();
    panel.send({ type: 'ready' });
    panel.take();
    Object.assign(fleet.session, { containsApiKey: (text: string) => Promise.resolve(text.includes('k3y')) });
    const kept = (text: string) => ({ type: 'keepView', view: { text } });
    for (const text of ['disk', 'my k3y', 'disk full']) panel.send(kept(text));
    const received: readonly { readonly type: string }[] = panel.received;
    await eventually(() => {
      expect(received).toContainEqual(kept('disk full'));
    });
    expect(received.filter(({ type }) => type === 'keepView')).toEqual([kept('disk'), kept('disk full')]);
    // VS Code may have unloaded the page before it got that.
    panel.take();
    panel.send({ type: 'ready' });
    expect(panel.take()[0]).toEqual(kept('disk full'));
  });

  it('gets everything again after its tab was hidden, and nothing meanwhile', async () => {
    const { panel, asked, fleet } = await opened();
    panel.send({ type: 'ready' });
    await header(panel, hasRead);
    panel.take();
    panel.show(false);
    const [project] = fleet.items();
    await fleet.readBelow(project?.id ?? '', {});
    expect(panel.take()).toEqual([]);
    asked();
    panel.show(true);
    panel.send({ type: 'ready' });
    expect(panel.take()).toEqual([
      { type: 'showTab', tab: 'overview' },
      expect.objectContaining({ type: 'fleet', isWhole: true, changed: fleet.items() }),
    ]);
    expect(asked()).toEqual({});
  });

  it('gets no message while its tab is hidden, whatever is shown next', async () => {
    const { panel, tab, sources } = await opened();
    panel.send({ type: 'ready' });
    await header(panel, hasRead);
    const other = await start({ projects: 1 });
    panel.show(false);
    panel.take();
    sources.switchTo(other.reader);
    tab.open('timeline');
    expect(panel.take()).toEqual([]);
    panel.show(true);
    panel.send({ type: 'ready' });
    expect(panel.take()).toEqual([
      { type: 'showTab', tab: 'timeline' },
      expect.objectContaining({ type: 'fleet', isWhole: true }),
    ]);
  });

  it('reads again when it asks to, and when the Projects view is refreshed', async () => {
    const { panel, asked, model } = await opened();
    panel.send({ type: 'ready' });
    await header(panel, hasRead);
    asked();
    panel.send({ type: 'refresh' });
    await eventually(() => {
      expect(asked()).toMatchObject({ searchClusterMetadata: 1 });
    });
    await header(panel, hasRead);
    await model.inventory.refresh();
    await eventually(() => {
      expect(asked()).toMatchObject({ searchClusterMetadata: 1 });
    });
  });

  it('keeps the items while the Projects view is refreshed, until they are read again', async () => {
    const { panel, model, fleet, service, of } = await opened();
    panel.send({ type: 'ready' });
    await header(panel, hasRead);
    const [cluster] = of('cluster');
    for (const pool of await fleet.readBelow(cluster?.id ?? '', {})) await fleet.readBelow(pool, {});
    expect(of('machine')).not.toEqual([]);
    const ids = fleet.items().map(({ id }) => id);
    service.faults.add({ kind: 'hang', operation: 'searchClusterMetadata' });
    panel.take();
    await model.inventory.refresh();
    await header(panel, ({ reading }) => reading !== undefined);
    expect(fleet.items().map(({ id }) => id)).toEqual(ids);
    expect(panel.fleets.flatMap(({ removed }) => removed)).toEqual([]);
  });

  it('follows the active connection', async () => {
    const { panel, sources } = await opened();
    panel.send({ type: 'ready' });
    await header(panel, hasRead);
    const other = await start({ projects: 1 });
    panel.take();
    sources.switchTo(other.reader);
    expect(panel.fleets[0]).toMatchObject({ isWhole: true, changed: [] });
    const { coverage } = await header(panel, hasExplained);
    expect(coverage.clusters.read).toBe(other.of('cluster').length);
    expect(other.asked()).toMatchObject({ searchClusterMetadata: 1, listPendingRepaves: 1 });
    panel.take();
    sources.switchTo(undefined);
    expect(panel.take()).toEqual([{ type: 'disconnected' }]);
    expect(panel.title).toBe('Fleet Overview');
  });
});

describe('after the user switched to another connection', () => {
  it('the reads of the last one are canceled', async () => {
    const { panel, sources, service, records } = await opened();
    panel.send({ type: 'ready' });
    await header(panel, hasRead);
    service.clearRequests();
    service.faults.add({ kind: 'hang', operation: 'searchClusterMetadata' });
    panel.send({ type: 'refresh' });
    await eventually(() => {
      expect(service.requests).toHaveLength(1);
    });
    const other = await start({ projects: 1 });
    sources.switchTo(other.reader);
    await eventually(() => {
      expect(records.at(-1)?.failure?.kind).toBe('cancelled');
    });
  });
});

describe('a message of the page', () => {
  it('is ignored if it is invalid, and not logged [guarantee: page-messages]', async () => {
    const { panel, log } = await opened();
    const run = recordCommands();
    for (const message of [
      { type: 'deleteAll' },
      { type: 'run', command: 'disconnect', ids: [] },
      { type: 'copy', form: 'csv', ids: [1] },
      [],
    ])
      panel.send(message);
    expect(log.debug.mock.calls).toEqual(Array(4).fill(['The fleet page sent an invalid message.']));
    expect(run).toEqual([]);
  });

  it('runs the commands of the Projects view on items', async () => {
    const { panel, of } = await opened();
    const run = recordCommands();
    await eventually(() => {
      expect(of('cluster').length).toBeGreaterThan(1);
    });
    const [one = '', two = ''] = of('cluster').map(({ id }) => id);
    // As in the table, not as in the fleet.
    const ids = [two, one];
    panel.send({ type: 'run', command: 'showDetails', ids: [one] });
    panel.send({ type: 'copy', form: 'csv', ids, filter: '' });
    panel.send({ type: 'copy', form: 'ticket', ids: [one], filter: 'Failed' });
    panel.send({ type: 'copy', form: 'tabSeparated', ids, filter: '' });
    panel.send({ type: 'connect' });
    expect(run).toEqual([
      ['poolview.showDetails', { ids: [one] }],
      ['poolview.copyAsCsv', { ids, filter: '' }],
      ['poolview.copyForTicket', { ids: [one], filter: 'Failed' }],
      ['poolview.copyAsCsv', { ids, filter: '', separator: 'tab' }],
      ['poolview.connect'],
    ]);
  });

  it('reports what fails', async () => {
    const { panel } = await opened();
    const shown = vi.fn();
    replace(window, 'showErrorMessage', shown);
    replace(commands, 'executeCommand', () => Promise.reject(new Error('It is [broken](command:x)')));
    panel.send({ type: 'connect' });
    await eventually(() => {
      expect(shown).toHaveBeenCalledWith('It is [broken]\u{200b}(command:x)');
    });
  });
});
