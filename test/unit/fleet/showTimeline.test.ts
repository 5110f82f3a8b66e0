import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TabInputWebview, env, window, workspace } from 'vscode';
import { formatZoned } from '../../../src/text/format';
import { parse } from 'yaml';
import type { TimelineMessage } from '../../../src/fleet/messages';
import type { RefreshedView } from '../../../src/tree/autoRefresh';
import { changeOf, fakeChanges } from '../../support/fakeChanges';
import { FakePanel } from '../../support/fakePanel';
import { hasExplained, hasRead, header, opened } from './openedTab';
import { start } from './support';
import { eventually } from '../support/eventually';

const hour = 3_600_000;

/** The page asks for the timeline, as it does when it shows it. */
const ask = (period = 'week', since = Date.now() - 168 * hour) => ({
  type: 'timeline',
  period,
  since,
  sources: [],
});

/** The messages with the timeline that the page has received since the last call. */
function timelinesOf(panel: FakePanel): readonly TimelineMessage[] {
  return panel.take().filter((message) => message.type === 'timeline');
}

/** The messages until one of them satisfies a condition. */
async function received(
  panel: FakePanel,
  condition: (message: TimelineMessage) => boolean = ({ state }) => !state.isReading,
): Promise<readonly TimelineMessage[]> {
  return eventually(() => {
    const messages = panel.received.filter((message) => message.type === 'timeline');
    if (!messages.some(condition)) throw new Error('It has not been received.');
    return messages;
  });
}

/** The timeline of a demo service, which the page shows. */
async function shown() {
  const the = await opened({}, 'timeline');
  the.panel.send({ type: 'ready' });
  the.panel.send(ask());
  const messages = await received(the.panel, ({ state, changed }) => !state.isReading && changed.length > 0);
  const entries = messages.flatMap(({ changed }) => changed);
  return { ...the, entries, ofEvent: entries.find(({ source }) => source === 'event') };
}

describe('the timeline', () => {
  it('is read when the page asks for it, and no cluster is', async () => {
    const { panel, asked, entries } = await shown();
    expect(entries.length).toBeGreaterThan(0);
    expect(Object.keys(asked())).not.toContain('searchClusterMetadata');
    const [first] = await received(panel);
    expect(first).toMatchObject({ isWhole: true, scope: '' });
  });

  it('is not read again when the page shows it again, but for another period', async () => {
    const { panel, asked, entries } = await shown();
    asked();
    panel.send({ type: 'tabSelected', tab: 'capacity' });
    panel.send({ type: 'tabSelected', tab: 'timeline' });
    panel.take();
    panel.send(ask());
    const [again] = timelinesOf(panel);
    expect(again).toMatchObject({ isWhole: true });
    expect(again?.changed).toHaveLength(entries.length);
    expect(asked()).not.toHaveProperty('listEvents');
    panel.send(ask('since', Date.now() - hour));
    await eventually(() => {
      expect(asked()).toHaveProperty('listEvents');
    });
    panel.send(ask('since', Date.now() - 2 * hour));
    await eventually(() => {
      expect(asked()).toHaveProperty('listEvents');
    });
  });

  it('never begins before the longest period, or after now', async () => {
    const { panel } = await shown();
    for (const since of [0, Date.now() + hour]) {
      panel.take();
      panel.send(ask('since', since));
      const [message] = timelinesOf(panel);
      expect(message?.since).toBeGreaterThan(Date.now() - 193 * hour);
      expect(message?.since).toBeLessThanOrEqual(Date.now());
    }
  });

  it('gets new changes while the page shows it, and only then', async () => {
    const { panel, changes } = await shown();
    const added = async (): Promise<void> => {
      await received(panel, ({ changed }) => changed.some(({ source }) => source === 'change'));
    };
    panel.take();
    changes.add(changeOf(1, { before: Date.now() }));
    await added();
    panel.send({ type: 'tabSelected', tab: 'overview' });
    await header(panel, hasRead);
    panel.take();
    changes.add(changeOf(2, { before: Date.now() }));
    panel.send({ type: 'refresh' });
    await header(panel, hasRead);
    expect(timelinesOf(panel)).toEqual([]);
    panel.send({ type: 'tabSelected', tab: 'timeline' });
    panel.send(ask());
    await added();
    panel.show(false);
    panel.take();
    changes.add(changeOf(3, { before: Date.now() }));
    expect(panel.take()).toEqual([]);
  });

  it('is that of an item until the page asks for the fleet, or another one is opened', async () => {
    const names = ['payments', 'payments-eu', 'workers'];
    const item = { kind: 'pool', id: 'v/project:p/cluster:c/pool:q:workers', names };
    const { panel, tab, asked } = await opened({}, 'timeline');
    tab.showTimeline({ item, sources: ['audit', 'nonsense'], period: 'hour' });
    panel.send({ type: 'ready' });
    panel.send({ ...ask(), item });
    const [first] = await received(panel);
    // A machine pool has the timeline of its cluster.
    expect(first?.scope).toBe('payments-eu · Cluster');
    expect(panel.take().slice(0, 3)).toMatchObject([
      { type: 'showTab', tab: 'timeline' },
      { type: 'fleet' },
      { type: 'openTimeline', sources: ['audit'], period: 'hour' },
    ]);
    asked();
    panel.send(ask());
    expect((await received(panel)).at(-1)?.scope).toBe('');
    expect(asked()).toHaveProperty('listEvents');
    const team = { kind: 'team', id: 'team:1', names: ['Platform'] };
    tab.showTimeline({ item: team });
    expect(panel.take().at(-1)).toEqual({ type: 'openTimeline', item: team, sources: [], period: undefined });
    panel.send({ ...ask(), item: team });
    expect((await received(panel)).at(-1)?.scope).toBe('Platform · Team');
  });

  it.each([undefined, null, 7, 'x', { item: { kind: 'planet', id: 'a', names: ['b'] } }, { sources: 5 }])(
    'is that of the fleet if %j is asked for',
    async (asked) => {
      const { tab, panel } = await opened({}, 'timeline');
      panel.send({ type: 'ready' });
      tab.showTimeline(asked);
      panel.send(ask());
      expect((await received(panel)).at(-1)?.scope).toBe('');
    },
  );

  it('reads more, stops, and is refreshed with the page', async () => {
    const { panel, service, asked } = await shown();
    asked();
    service.faults.add({ kind: 'hang', operation: 'listEvents' });
    panel.take();
    panel.send({ type: 'refresh' });
    await received(panel, ({ state }) => state.isReading);
    panel.send({ type: 'stopReading' });
    panel.take();
    await received(panel);
    service.faults.clear();
    asked();
    panel.send({ type: 'refresh' });
    await eventually(() => {
      expect(asked()).toHaveProperty('listEvents');
    });
  });

  it('is never shown under the name of another connection', async () => {
    const { panel, changes, sources, fleet, reader } = await shown();
    changes.add(changeOf(1, { before: Date.now() }));
    const { fleet: other, reader: otherReader } = await start({ projects: 1 });
    const named = { ...other.session.connection, name: 'Other' };
    Object.assign(other, { session: { ...other.session, connection: named } });
    panel.take();
    sources.switchTo(otherReader);
    panel.send(ask());
    // The changes follow later.
    const before = await received(panel);
    expect(before.flatMap(({ changed }) => changed.filter(({ source }) => source === 'change'))).toEqual([]);
    changes.replace([changeOf(7, { before: Date.now() })], other.session.keyIdentity);
    await received(panel, ({ changed }) => changed.some(({ id }) => id.includes('7')));
    // The changes follow earlier.
    changes.replace([changeOf(1, { before: Date.now() })], fleet.session.keyIdentity);
    panel.take();
    sources.switchTo(reader);
    panel.send(ask());
    expect((await received(panel))[0]).toMatchObject({ isWhole: true });
  });

  it('is refreshed automatically, and a canceled refresh is no failure', async () => {
    const { fleet } = await start({ projects: 1 });
    const { ShownTimeline } = await import('../../../src/fleet/shownTimeline');
    const rows: Parameters<RefreshedView['show']>[0][] = [];
    const view: Pick<RefreshedView, 'show'> = { show: (shownRows) => rows.push(shownRows) };
    const timeline = new ShownTimeline(fleet, fakeChanges(undefined), () => undefined, view);
    onTestFinished(() => {
      timeline.dispose();
      expect(rows.at(-1)).toBeUndefined();
    });
    await timeline.show({ type: 'timeline', sources: [], period: 'day', since: Date.now() - hour });
    const refreshed = rows.at(-1);
    expect(await refreshed?.refreshInBackground(new AbortController().signal)).toBe(true);
    expect(await refreshed?.refreshInBackground(AbortSignal.abort())).toBe(true);
    expect(refreshed?.isFailing).toBe(false);
  });
});

describe('an entry', () => {
  const documents: { uri: { query: string; path: string }; options: unknown }[] = [];

  beforeEach(() => {
    documents.length = 0;
    const opening = { ...workspace };
    Object.assign(workspace, { openTextDocument: (uri: unknown) => Promise.resolve(uri) });
    Object.assign(window, {
      showTextDocument: (uri: { query: string; path: string }, options: unknown) =>
        Promise.resolve(documents.push({ uri, options })),
      tabGroups: { activeTabGroup: { activeTab: { input: new TabInputWebview('poolview.fleet') } } },
    });
    onTestFinished(() => void Object.assign(workspace, opening));
  });

  it('is opened beside, with the whole event, and stays where the focus is', async () => {
    const { panel, tab, ofEvent } = await shown();
    panel.send({ type: 'openEntry', id: 'gone' });
    panel.send({ type: 'openEntry', id: ofEvent?.id });
    await eventually(() => {
      expect(documents).toHaveLength(1);
    });
    const { uri, options } = documents[0] ?? {};
    expect(options).toEqual({ preview: true, preserveFocus: true, viewColumn: -2 });
    expect(uri?.path).toMatch(/^\/poolview-event\/[^/]+\.yaml$/);
    expect(uri?.query).toBe(`Test/${ofEvent?.id}`);
    const text = await tab.content?.timeline.textOf(uri?.query ?? '');
    expect(parse(text ?? '')).toMatchObject({ reason: ofEvent?.reason, uid: expect.any(String) as string });
    expect(await tab.content?.timeline.textOf('Other/x')).toBeUndefined();
    panel.dispose();
    expect(await tab.content?.timeline.textOf(uri?.query ?? '')).toBeUndefined();
  });

  it('of a change has its span and both values', async () => {
    const { panel, tab, changes } = await shown();
    panel.take();
    const before = Date.now();
    changes.add(changeOf(1, { after: before - hour, before }));
    const messages = await received(panel, ({ changed }) =>
      changed.some(({ source }) => source === 'change'),
    );
    const change = messages.flatMap(({ changed }) => changed).find(({ source }) => source === 'change');
    expect(parse((await tab.content?.timeline.textOf(`Test/${change?.id}`)) ?? '')).toEqual({
      message: 'Healthy → DiskPressure',
      after: formatZoned(before - hour),
      before: formatZoned(before),
      object: 'p / c / q / machine-1',
      kind: 'Machine',
    });
  });

  it('is copied by time, the newest first, and only if it is shown', async () => {
    const copied = vi.fn();
    Object.assign(env, { clipboard: { writeText: copied } });
    const { panel, entries } = await shown();
    const one = entries[0];
    const two = entries.find(({ time }) => time < (one?.time ?? 0));
    const copy = { type: 'copyEntries', form: 'csv', ids: [two?.id, 'gone', one?.id], filter: '' };
    panel.send(copy);
    await eventually(() => {
      expect(copied).toHaveBeenCalledOnce();
    });
    const lines = String(copied.mock.calls[0]?.[0]).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe('"Time","Not before","Severity","Source","Item","Who","What"');
    const times = [one, two].map((entry) => new Date(entry?.time ?? 0).toISOString());
    expect(lines.slice(1).map((line) => line.split('"')[1])).toEqual(times);
    panel.send({ ...copy, ids: ['gone'] });
    panel.send({ ...copy, form: 'ticket' });
    await eventually(() => {
      expect(copied).toHaveBeenCalledTimes(2);
    });
    expect(copied.mock.calls[1]?.[0]).toMatch(/^### Test · .* · 2 entries · /);
  });
});

it.each([
  ['open on the overview', true, true],
  ['hidden', false, false],
  ['still loading', true, false],
])('a timeline is shown in a page that is %s', async (_, isVisible, isReady) => {
  const { tab, panel } = await opened();
  if (isReady) panel.send({ type: 'ready' });
  if (!isVisible) panel.show(false);
  panel.take();
  tab.showTimeline({});
  expect(panel.reveals).toBe(1);
  if (!isVisible) panel.show(true);
  if (!isReady) panel.send({ type: 'ready' });
  const types = panel.take().map((message) => (message.type === 'showTab' ? message.tab : message.type));
  // A page without data shows the right tab at once.
  expect(types).toEqual(isReady && isVisible ? ['openTimeline'] : ['timeline', 'fleet', 'openTimeline']);
});

it('the clusters are read when the overview is selected, once', async () => {
  const { panel, asked } = await opened({}, 'timeline');
  panel.send({ type: 'ready' });
  for (const tab of ['overview', 'timeline', 'overview']) panel.send({ type: 'tabSelected', tab });
  await header(panel, hasExplained);
  expect(asked()).toMatchObject({ searchClusterMetadata: 1, listPendingRepaves: 1 });
});

it('a refresh of the Projects view reads the clusters again only if they were read', async () => {
  const { panel, model, asked } = await opened({}, 'timeline');
  panel.send({ type: 'ready' });
  await model.inventory.refresh();
  expect(Object.keys(asked())).not.toContain('searchClusterMetadata');
  panel.send({ type: 'refresh' });
  await header(panel, hasRead);
  asked();
  await model.inventory.refresh();
  await eventually(() => {
    expect(asked()).toMatchObject({ searchClusterMetadata: 1 });
  });
});

it('the tab that was shown is shown again after a reload', async () => {
  const { tab, asked } = await opened();
  asked();
  const restored = new FakePanel();
  tab.restore(restored, { tab: 'timeline' });
  restored.send({ type: 'ready' });
  expect(restored.take()[0]).toMatchObject({ type: 'showTab', tab: 'timeline' });
});

it('whether the user can see all that needs attention is known: while the page is visible', async () => {
  const { tab, panel } = await opened();
  const isSeen = (): boolean => tab.shows();
  panel.send({ type: 'ready' });
  panel.send({ type: 'keepView', view: {} });
  expect(isSeen()).toBe(true);
  panel.show(false);
  expect(isSeen()).toBe(false);
  panel.show(true);
  expect(isSeen()).toBe(true);
  panel.dispose();
  expect(isSeen()).toBe(false);
});
