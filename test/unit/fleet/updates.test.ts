import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FleetHeader, ToPage } from '../../../src/fleet/messages';
import { sendChanges, sendFleet } from '../../../src/fleet/shownFleet';
import type { Change, ChangeCoverage } from '../../../src/items/changes/change';
import type { Item } from '../../../src/items/item';
import { Updates } from '../../../src/ui/updates';
import { changeOf, noCoverage } from '../../support/fakeChanges';
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
    oldAfterMs: 600_000,
    firstRead: 'succeeded',
    problems: [],
    canReadCapacity: false,
    canReadMachines: true,
    favorites: [],
    changes: 0,
  };
  const [one, two, three] = ['1', '2', '3'].map((id) => fleetItem('cluster', id)) as [Item, Item, Item];

  /** A fleet, the updates of its page, and what the page receives. */
  function shown(...items: readonly Item[]) {
    const fleet = { header, items };
    const posted: ToPage[] = [];
    const updates = new Updates<ReturnType<typeof sendFleet>>((sent) =>
      sendFleet(sent, { ...fleet }, (message) => posted.push(message)),
    );
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

describe('messages about changes', () => {
  const connection = { name: 'Acme', host: 'api.example.com' };
  const [one, two, three] = [1, 2, 3].map((number) => changeOf(number)) as [Change, Change, Change];

  /** Changes, newest first, the updates of the page, and what the page receives. */
  function shown(...changes: readonly Change[]) {
    const current = { connection, changes, coverage: noCoverage };
    const posted: ToPage[] = [];
    let isKnown = true;
    const updates = new Updates<NonNullable<ReturnType<typeof sendChanges>>>((sent) =>
      sendChanges(sent, isKnown ? current : undefined, (message) => posted.push(message)),
    );
    const show = (next: readonly Change[], coverage: ChangeCoverage = noCoverage): void => {
      Object.assign(current, { changes: next, coverage });
      updates.update();
    };
    const setKnown = (known: boolean): void => {
      isKnown = known;
    };
    return { updates, show, setKnown, take: () => takeFrom(posted) };
  }

  it('are sent as a whole to a page without changes', () => {
    const { updates, take } = shown(two, one);
    updates.start();
    expect(take()).toEqual([
      { type: 'changes', connection, isWhole: true, added: [two, one], oldest: 1, coverage: noCoverage },
    ]);
  });

  it('contain the new changes, and which old ones are kept', () => {
    const { updates, show, take } = shown(two, one);
    updates.start();
    rest();
    take();
    show([three, two]);
    expect(take()).toMatchObject([{ isWhole: false, added: [three], oldest: 2 }]);
  });

  it('are not sent if nothing has changed, but with another coverage', () => {
    const { updates, show, take } = shown(one);
    updates.start();
    rest();
    take();
    show([one], structuredClone(noCoverage));
    rest();
    expect(take()).toEqual([]);
    show([one], { ...noCoverage, comparedAt: 5 });
    expect(take()).toMatchObject([{ isWhole: false, added: [], coverage: { comparedAt: 5 } }]);
  });

  it('replace all changes if their numbers start again', () => {
    const { updates, show, take } = shown(three);
    updates.start();
    rest();
    take();
    show([one]);
    expect(take()).toMatchObject([{ isWhole: true, added: [one] }]);
  });

  it('are not sent while it is not known whose they are', () => {
    const { updates, show, setKnown, take } = shown(one);
    setKnown(false);
    updates.start();
    expect(take()).toEqual([]);
    rest();
    setKnown(true);
    show([two]);
    expect(take()).toMatchObject([{ isWhole: true, added: [two] }]);
  });
});
