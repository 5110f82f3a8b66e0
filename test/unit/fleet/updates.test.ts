import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FleetHeader, ToPage } from '../../../src/fleet/messages';
import { FleetUpdates } from '../../../src/fleet/updates';
import type { Item } from '../../../src/items/item';
import { fleetItem } from './items';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const counted = { read: 0 };
const header: FleetHeader = {
  connection: { name: 'Acme', host: 'api.example.com', isDemo: false },
  coverage: { projects: counted, clusters: counted, machines: counted },
  oldAfterMs: 600_000,
  firstRead: 'succeeded',
  problems: [],
  canReadCapacity: false,
  canReadMachines: true,
  changes: 0,
};
const [one, two, three] = ['1', '2', '3'].map((id) => fleetItem('cluster', id)) as [Item, Item, Item];

/** A fleet, the updates of its page, and what the page receives. */
function shown(...items: readonly Item[]) {
  const fleet = { header, items };
  const posted: ToPage[] = [];
  const updates = new FleetUpdates(
    () => fleet,
    (message) => posted.push(message),
  );
  const show = (...next: readonly Item[]): void => {
    fleet.items = next;
    updates.update(false);
  };
  return { fleet, updates, show, take: () => posted.splice(0) };
}

const rest = (): void => {
  vi.advanceTimersByTime(1000);
};

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
  show(failed, fleetItem('cluster', '3'));
  expect(take()).toEqual([
    { type: 'fleet', header, isWhole: false, changed: [failed, three], removed: ['2'] },
  ]);
});

it('are not sent if nothing has changed, even if the items are other objects', () => {
  const { fleet, updates, show, take } = shown(one);
  updates.start();
  rest();
  take();
  show(fleetItem('cluster', '1'));
  rest();
  expect(take()).toEqual([]);
  fleet.header = { ...header, readAt: 1 };
  updates.update(false);
  expect(take()).toMatchObject([{ header: { readAt: 1 }, changed: [], removed: [] }]);
});

it('come together during a burst', () => {
  const { updates, show, take } = shown();
  updates.start();
  rest();
  take();
  show(one);
  show(one, two);
  show(one, two, three);
  expect(take()).toMatchObject([{ changed: [one] }]);
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
