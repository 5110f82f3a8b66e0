import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ServiceEvent } from '../../../../src/service/resources/event';
import { eventAt, failure, scriptOf, sessionWith, type EventScript } from '../support';
import { noFilter } from '../../../../src/events/view/eventList';
import { cluster, eventsView, looksOf, machine, project } from './support';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** Longer than the debounce. */
const rest = () => vi.advanceTimersByTimeAsync(1000);

/** A service whose clusters and projects each have two events. */
const twoEach = (): EventScript =>
  scriptOf(({ clusterUid, projectUid }) => {
    const uid = clusterUid ?? projectUid ?? 'tenant';
    return [eventAt(1, `${uid}-old`), eventAt(2, `${uid}-new`)];
  });

describe('selecting items', () => {
  it.each([
    [cluster('c1'), 'c1-new c1-old', { clusterUid: 'c1', projectUid: 'p1' }],
    [project('p1'), 'p1-new p1-old', { projectUid: 'p1' }],
    // Those of its cluster.
    [
      { ...cluster('c1'), kind: 'pool' as const, uid: undefined },
      'c1-new c1-old',
      { clusterUid: 'c1', projectUid: 'p1' },
    ],
  ])('shows the events of %j, newest first', async (item, expected, request) => {
    const script = twoEach();
    const { select, words, view } = eventsView(script);
    select(item);
    await rest();
    expect([await words(), view.description]).toEqual([expected, item.name]);
    expect(script.requests).toEqual([request]);
  });

  it('sends one request for ten quick selections', async () => {
    const script = twoEach();
    const { select, words } = eventsView(script);
    for (let index = 0; index < 10; index++) {
      select(cluster(`c${index}`));
      await vi.advanceTimersByTimeAsync(50);
    }
    await rest();
    expect(script.requests).toEqual([{ clusterUid: 'c9', projectUid: 'p1' }]);
    expect(await words()).toBe('c9-new c9-old');
  });

  it('shows known events at once and without a request', async () => {
    const script = twoEach();
    const { select, words } = eventsView(script);
    for (const uid of ['c1', 'c2']) {
      select(cluster(uid));
      await rest();
    }
    select(cluster('c1'));
    expect(await words()).toBe('c1-new c1-old');
    await rest();
    expect(script.requests).toHaveLength(2);
  });

  it('keeps the last item while none is selected', async () => {
    const { select, words } = eventsView(twoEach());
    select(cluster('c1'));
    await rest();
    select(undefined);
    await rest();
    expect(await words()).toBe('c1-new c1-old');
  });

  it('does not show a late response of another item', async () => {
    const arrivals: (() => void)[] = [];
    const script = scriptOf(
      ({ clusterUid = '' }) =>
        new Promise<readonly ServiceEvent[]>((resolve) =>
          arrivals.push(() => {
            resolve([eventAt(1, clusterUid)]);
          }),
        ),
    );
    const { select, words } = eventsView(script);
    for (const uid of ['c1', 'c2']) {
      select(cluster(uid));
      await rest();
    }
    expect(arrivals).toHaveLength(2);
    arrivals[1]?.();
    arrivals[0]?.();
    expect(await words()).toBe('c2');
  });

  it('sends no request while the view is hidden, and reads the last item when it is shown', async () => {
    const script = twoEach();
    const { select, setVisible, view, words } = eventsView(script, { isVisible: false });
    for (const uid of ['c1', 'c2']) {
      select(cluster(uid));
      await rest();
    }
    expect(script.requests).toEqual([]);
    expect(view.description).toBe('c2');
    setVisible(true);
    await rest();
    expect(await words()).toBe('c2-new c2-old');
    expect(script.requests).toEqual([{ clusterUid: 'c2', projectUid: 'p1' }]);
  });

  it('forgets the list that was shown longest ago if there are too many', async () => {
    const script = twoEach();
    const { select } = eventsView(script);
    for (let index = 0; index <= 20; index++) {
      select(cluster(`c${index}`));
      await rest();
    }
    select(cluster('c1'));
    await rest();
    expect(script.requests).toHaveLength(21);
    select(cluster('c0'));
    await rest();
    expect(script.requests).toHaveLength(22);
  });
});

describe('a machine', () => {
  const about = (uid: string, name: string, kind = 'machine') => ({ involvedObject: { kind, uid, name } });
  const script = () =>
    scriptOf(() => [
      eventAt(1, 'by-uid', about('m1', 'other name')),
      eventAt(2, 'by-name', about('node-1', 'workers-1', 'Node')),
      eventAt(3, 'related', { relatedObject: { uid: 'm1' }, ...about('c1', 'c1') }),
      eventAt(4, 'other', about('m2', 'workers-2')),
      eventAt(5, 'none'),
    ]);

  it('has the events of its cluster that involve it, without a request of its own', async () => {
    const service = script();
    const { select, words, view } = eventsView(service);
    select(cluster('c1'));
    await rest();
    expect(await words()).toBe('none other related by-name by-uid');
    select(machine('m1', 'workers-1', 'c1'));
    expect(await words()).toBe('related by-name by-uid');
    expect(view.description).toBe('workers-1');
    select(cluster('c1'));
    expect(await words()).toBe('none other related by-name by-uid');
    expect(service.requests).toHaveLength(1);
  });

  it('without any shows how many were searched', async () => {
    const { select, words, shown } = eventsView(script());
    select(machine('m9', 'workers-9', 'c1'));
    await rest();
    expect(await words()).toBe('(noneInvolved 5)');
    expect(await looksOf(shown())).toEqual([
      'No events of this machine | none of the 5 loaded events of c1 involves it',
    ]);
  });
});

describe('the filter', () => {
  const script = () =>
    scriptOf(() => [
      eventAt(1, 'a', { severity: 'Warning', reason: 'DiskPressure' }),
      eventAt(2, 'b', { severity: 'Error', message: 'The DISK is full' }),
      eventAt(3, 'c', { severity: 'Warning', involvedObject: { kind: 'machine', name: 'disk-1' } }),
      eventAt(4, 'd', { severity: 'Purple' }),
    ]);

  it('applies to text and severity, and to items that are selected later', async () => {
    const { model, select, words, view } = eventsView(script());
    select(cluster('c1'));
    await rest();
    model.setFilter({ ...noFilter, text: 'disk', severities: undefined });
    expect(await words()).toBe('c b a');
    expect(view.description).toBe('c1 · "disk"');
    model.setFilter({ ...noFilter, text: 'disk', severities: new Set(['Warning']) });
    expect(await words()).toBe('c a');
    expect(view.description).toBe('c1 · "disk" · Warning');
    select(cluster('c2'));
    await rest();
    expect(await words()).toBe('c a');
    model.setFilter({ ...noFilter, text: 'nothing', severities: undefined });
    expect(await words()).toBe('(noMatch 4)');
    model.setFilter({ ...noFilter, text: '', severities: undefined });
    expect(await words()).toBe('d c b a');
  });
});

describe('another connection', () => {
  it('empties the view and forgets events, the filter and the item', async () => {
    const script = twoEach();
    const { model, select, switchTo, words, shown, view, refreshed } = eventsView(script);
    select(cluster('c1'));
    await rest();
    const before = shown();
    model.setFilter({ ...noFilter, text: 'new', severities: undefined });
    switchTo(sessionWith(twoEach(), undefined, 'Other'));
    expect([shown(), view.description, refreshed.at(-1)]).toEqual([undefined, '', undefined]);
    expect(before?.store.closed.aborted).toBe(true);
    await rest();
    expect(script.requests).toHaveLength(1);
    select(cluster('c1'));
    await rest();
    expect(await words()).toBe('c1-new c1-old');
    expect(shown()).not.toBe(before);
    switchTo(undefined);
    select(cluster('c1'));
    await rest();
    expect(shown()).toBeUndefined();
  });
});

describe('errors', () => {
  it('are rows that can be retried', async () => {
    const script = scriptOf(() => failure('forbidden', 403));
    const { select, words, shown } = eventsView(script);
    select(cluster('c1'));
    await rest();
    expect(await words()).toBe('(forbidden)');
    expect((await looksOf(shown()))[0]).toMatch(
      /^Couldn't load events \| .*lacks the cluster.get permission/,
    );
    script.answer = () => [eventAt(1, 'a')];
    await shown()?.store.refresh();
    expect(await words()).toBe('a');
  });

  it('are not shown if the service does not offer events, because the view is hidden', async () => {
    const { select, words } = eventsView(scriptOf(() => failure('unsupported', 404)));
    select(cluster('c1'));
    await rest();
    expect(await words()).toBe('(noEvents 0)');
  });
});

describe('ages', () => {
  it('stay up to date while the view is visible', async () => {
    vi.setSystemTime(Date.UTC(2026, 10, 22, 9, 10));
    const { select, shown } = eventsView(scriptOf(() => [eventAt(5, 'a')]));
    select(cluster('c1'));
    await rest();
    expect(await looksOf(shown())).toEqual(['a | 5 min ago']);
    const changed = vi.fn();
    shown()?.store.onDidChange(changed);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(changed).toHaveBeenCalled();
    expect(await looksOf(shown())).toEqual(['a | 6 min ago']);
  });
});
