import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FleetHeader, ToPage } from '../../../src/fleet/messages';
import type { Item } from '../../../src/items/item';
import type { TimelineEntry } from '../../../src/timeline/entry';
import { Updates } from '../../../src/tabs/updates';
import { entryOf, stateOf } from '../../support/fakeTimeline';
import { fleetItem } from './items';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What was posted until the end of this turn of the event loop. */
const takeFrom = (posted: ToPage[]): readonly ToPage[] => {
  vi.advanceTimersByTime(0);
  return posted.splice(0);
};

const rest = (): void => {
  vi.advanceTimersByTime(1000);
};

describe('messages about the fleet', () => {
  const counted = { read: 0 };
  const header: FleetHeader = {
    connection: { name: 'Acme', host: 'api.example.com', isDemo: false },
    coverage: { projects: counted, clusters: counted, machines: counted },
    newChanges: 0,
    areApprovalsKnown: true,
    oldAfterMs: 600_000,
    firstRead: 'succeeded',
    problems: [],
    canReadSearch: false,
    canReadMachines: true,
    causeRequests: 0,
    favorites: [],
  };
  const [one, two, three] = ['1', '2', '3'].map((id) => fleetItem('cluster', id)) as [Item, Item, Item];

  /** A fleet, the updates of its page, and what the page receives. */
  function shown(...items: readonly Item[]) {
    const fleet = { header, items };
    const posted: ToPage[] = [];
    const updates = new Updates({
      current: () => ({ rest: { type: 'fleet', header: fleet.header } as const, list: fleet.items }),
      post: (message) => posted.push(message),
    });
    const show = (...next: readonly Item[]): void => {
      fleet.items = next;
      updates.update();
    };
    return { fleet, updates, show, take: () => takeFrom(posted) };
  }

  it('are sent as a whole to a page without data', () => {
    const { updates, take } = shown(one, two);
    updates.start();
    expect(take()).toEqual([{ type: 'fleet', header, isWhole: true, changed: [one, two], removed: [] }]);
  });

  it('contain what has changed since the last one', () => {
    const { updates, show, take } = shown(one, two);
    updates.start();
    rest();
    take();
    const failed = { ...fleetItem('cluster', '1'), state: 'failed' } as const;
    show(failed, three);
    expect(take()).toEqual([
      { type: 'fleet', header, isWhole: false, changed: [failed, three], removed: ['2'] },
    ]);
  });

  it('are not sent if nothing has changed', () => {
    const { fleet, updates, show, take } = shown(one);
    updates.start();
    rest();
    take();
    fleet.header = { ...header };
    show(one);
    rest();
    expect(take()).toEqual([]);
    fleet.header = { ...header, readAt: 1 };
    updates.update();
    expect(take()).toMatchObject([{ header: { readAt: 1 }, changed: [], removed: [] }]);
  });

  it('come together during a burst', () => {
    const { updates, show, take } = shown();
    updates.start();
    rest();
    take();
    show(one);
    expect(take()).toMatchObject([{ changed: [one] }]);
    show(one, two);
    show(one, two, three);
    expect(take()).toEqual([]);
    rest();
    expect(take()).toMatchObject([{ changed: [two, three] }]);
    rest();
    expect(take()).toEqual([]);
  });

  it('come at once when a read starts or ends', () => {
    const { fleet, updates, show, take } = shown();
    updates.start();
    show(one);
    expect(take()).toHaveLength(1);
    fleet.items = [one, two];
    updates.update(true);
    expect(take()).toMatchObject([{ changed: [one, two] }]);
  });

  it('are not sent before the page is ready and after it is gone', () => {
    const { updates, show, take } = shown();
    show(one);
    expect(take()).toEqual([]);
    updates.start();
    take();
    show(two);
    updates.stop();
    show(three);
    rest();
    expect(take()).toEqual([]);
    updates.start();
    expect(take()).toMatchObject([{ isWhole: true, changed: [three] }]);
  });
});

describe('messages about the timeline', () => {
  const connection = { name: 'Acme', host: 'api.example.com' };
  const [one, two, three] = [1, 2, 3].map((time) => entryOf(String(time), time)) as [
    TimelineEntry,
    TimelineEntry,
    TimelineEntry,
  ];

  /** Entries, newest first, the updates of the page, and what the page receives. */
  function shown(...entries: readonly TimelineEntry[]) {
    const rest = { connection, scope: 'eu · Cluster', since: 0, readAt: 5, state: stateOf() };
    const posted: ToPage[] = [];
    let current = entries;
    const updates = new Updates({
      current: () => ({ rest: { type: 'timeline', ...rest } as const, list: current }),
      post: (message) => posted.push(message),
    });
    const show = (...next: readonly TimelineEntry[]): void => {
      current = next;
      updates.update();
    };
    return { rest, updates, show, take: () => takeFrom(posted) };
  }

  it('are sent as a whole to a page without entries', () => {
    const { rest, updates, take } = shown(two, one);
    updates.start();
    expect(take()).toEqual([{ type: 'timeline', ...rest, isWhole: true, changed: [two, one], removed: [] }]);
  });

  it('contain the new entries, and which are gone', () => {
    const { updates, show, take } = shown(two, one);
    updates.start();
    rest();
    take();
    show(three, two);
    expect(take()).toMatchObject([{ isWhole: false, changed: [three], removed: ['1'] }]);
  });
});
