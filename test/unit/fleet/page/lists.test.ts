import { describe, expect, it } from 'vitest';
import { usesOf } from '../../../../src/items/capacity';
import { fields, sortedBy } from '../../../../src/items/fields';
import { noPlace, rowAfterKey, select, selectionMode, type Place } from '../../../../src/webPage/place';
import { readPageView, pageViewOf } from '../../../../src/fleet/page/view';
import { allRows, fleetOf, item } from './support';

it('capacity: the fullest clusters first, by cores, memory or a pool, without a use that is not reported', () => {
  const rows = allRows(
    fleetOf(
      item('cluster', 'a', 'p', {
        cores: { total: 1000, used: 999 },
        memoryMiB: { total: 8192, used: 4096 },
      }),
      item('cluster', 'b', 'p', { cores: { total: 20, used: 18 } }),
      item('cluster', 'c'),
      item('cluster', 'd', 'r', { cores: { total: 16 } }),
      item('cluster', 'e', 'r', { cores: { total: 4, used: 0 } }),
      item('cluster', 'f', 'r', { cores: { total: 4, used: 1 } }),
      item('pool', 'free', 'f', { machines: 1, maxMachines: 5 }),
      item('pool', 'full', 'f', { machines: 3, maxMachines: 3 }),
      item('pool', 'fixed', 'f', { machines: 3 }),
    ),
  );
  const texts = sortedBy(rows, 'fullest', true).map((row) =>
    [row.id, ...(['fullest', 'cpu', 'memory', 'limit'] as const).map((name) => fields[name].text(row))].join(
      ' | ',
    ),
  );
  expect(texts).toEqual([
    'f | 100% pool limit | 1 of 4 cores (25%) |  | full: 3 of 3 (100%), free: 1 of 5 (20%)',
    'a | 99% CPU | 999 of 1,000 cores (99%) | 4 of 8 GiB (50%) | ',
    'b | 90% CPU | 18 of 20 cores (90%) |  | ',
    'e | 0% CPU | 0 of 4 cores (0%) |  | ',
    // What is not known comes last.
    'c |  |  |  | ',
    'd |  | 16 cores (use not reported) |  | ',
  ]);
  expect(rows.flatMap((row) => usesOf(row).limit.map(({ share }) => share))).toEqual([1, 0.2]);
});

describe('selecting rows', () => {
  const shown = ['a', 'b', 'c', 'd'];
  const ids = ({ selected }: Place): readonly string[] => selected;

  it('one replaces the others', () => {
    const one = select(noPlace, 'a', 'only', shown);
    expect(ids(select(one, 'c', 'only', shown))).toEqual(['c']);
  });

  it('adds and removes one', () => {
    const two = select(select(noPlace, 'a', 'only', shown), 'c', 'toggle', shown);
    expect(ids(two)).toEqual(['a', 'c']);
    expect(ids(select(two, 'a', 'toggle', shown))).toEqual(['c']);
  });

  it('a range begins at the same row in both directions', () => {
    const from = select(noPlace, 'b', 'only', shown);
    const down = select(from, 'd', 'range', shown);
    expect(ids(down)).toEqual(['b', 'c', 'd']);
    expect(ids(select(down, 'a', 'range', shown))).toEqual(['a', 'b']);
  });

  it.each([
    [{}, 'only'],
    [{ ctrlKey: true }, 'toggle'],
    [{ metaKey: true }, 'toggle'],
    [{ shiftKey: true, ctrlKey: true }, 'range'],
  ])('a click with %j held', (held, mode) => {
    expect(selectionMode({ shiftKey: false, ctrlKey: false, metaKey: false, ...held })).toBe(mode);
  });

  it.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 9, 9],
    ['ArrowUp', -1, 0],
    ['ArrowUp', 5, 4],
    ['PageDown', 5, 8],
    ['PageUp', 1, 0],
    ['Home', 5, 0],
    ['End', 5, 9],
    ['x', 5, undefined],
  ])('%s goes from row %i to %s', (key, from, expected) => {
    expect(rowAfterKey(key, from, 9, 3)).toBe(expected);
  });

  it('no key goes to a row of an empty list', () => {
    expect(rowAfterKey('ArrowDown', -1, -1, 3)).toBeUndefined();
  });
});

describe('the stored view', () => {
  const defaultView = readPageView(undefined);

  it.each([undefined, null, 'x', {}, { ...defaultView, tab: 'planet' }])(
    'is the default for %j',
    (stored) => {
      expect(readPageView(stored)).toEqual(defaultView);
    },
  );

  const view = { ...defaultView, connection: 'a', queries: { overview: 'x' }, group: 'cloud' as const };

  it('is kept for its connection', () => {
    expect(pageViewOf('a', readPageView(JSON.parse(JSON.stringify(view))))).toEqual(view);
  });

  it('does not filter another connection, or name its projects', () => {
    expect(pageViewOf('b', view)).toEqual({ ...view, connection: 'b', queries: {} });
  });
});
