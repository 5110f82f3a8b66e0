import { describe, expect, it } from 'vitest';
import { capacityRows, type CapacityList } from '../../../../src/fleet/page/capacity';
import { nothingSelected, rowAfterKey, select, selectAll } from '../../../../src/fleet/page/selection';
import { readView, viewOf } from '../../../../src/fleet/page/viewState';
import { fleetOf, item } from './support';

describe('capacity', () => {
  const { clusters } = fleetOf(
    item('project', 'p', undefined, { cores: { total: 1 } }),
    item('project', 'q', undefined, { cores: { total: 50, used: 46 } }),
    item('cluster', 'a', 'p', { cores: { total: 10, used: 5 }, memoryMiB: { total: 8, used: 8 } }),
    item('cluster', 'b', 'p', { cores: { total: 20, used: 18 } }),
    item('cluster', 'c', 'q'),
    item('cluster', 'd', 'r', { cores: { total: 16 } }),
    item('cluster', 'e', 'r', { cores: { total: 4, used: 0 } }),
    item('project', 'r'),
    item('pool', 'full', 'a', { machines: 3, maxMachines: 3 }),
    item('pool', 'fixed', 'a', { machines: 3 }),
    item('pool', 'free', 'b', { machines: 1, maxMachines: 5 }),
  );

  it.each<[CapacityList, string[]]>([
    ['projects', ['p: cores normal 77%, memory full 100%', 'q: cores high 92%', 'r: cores normal unknown']],
    [
      'clusters',
      [
        'a: cores normal 50%, memory full 100%',
        'b: cores high 90%',
        'd: cores normal unknown',
        'e: cores normal 0%',
      ],
    ],
    ['pools', ['full: machines full 100%', 'free: machines normal 20%']],
  ])('of %s, the fullest first, without a use that is not reported', (list, expected) => {
    const texts = capacityRows(clusters, list).map(({ item: { id }, cores, memoryMiB, machines }) => {
      const uses = Object.entries({ cores, memory: memoryMiB, machines }).flatMap(([name, use]) =>
        use ? [`${name} ${use.level} ${use.percent === undefined ? 'unknown' : `${use.percent}%`}`] : [],
      );
      return `${id}: ${uses.join(', ')}`;
    });
    expect(texts).toEqual(expected);
  });
});

describe('selecting rows', () => {
  const shown = ['a', 'b', 'c', 'd'];
  const ids = ({ ids: selected }: { readonly ids: ReadonlySet<string> }): readonly string[] => [...selected];

  it('one replaces the others', () => {
    const one = select(nothingSelected, 'a', 'only', shown);
    expect(ids(select(one, 'c', 'only', shown))).toEqual(['c']);
  });

  it('adds and removes one', () => {
    const two = select(select(nothingSelected, 'a', 'only', shown), 'c', 'toggle', shown);
    expect(ids(two)).toEqual(['a', 'c']);
    expect(ids(select(two, 'a', 'toggle', shown))).toEqual(['c']);
  });

  it('a range begins at the same row in both directions', () => {
    const from = select(nothingSelected, 'b', 'only', shown);
    const down = select(from, 'd', 'range', shown);
    expect(ids(down)).toEqual(['b', 'c', 'd']);
    expect(ids(select(down, 'a', 'range', shown))).toEqual(['a', 'b']);
  });

  it('all of those that are shown', () => {
    expect(ids(selectAll(nothingSelected, shown))).toEqual(shown);
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
  const defaultView = readView(undefined);

  it.each([undefined, null, 'x', {}, { ...defaultView, grouping: 'planet' }])(
    'is the default for %j',
    (stored) => {
      expect(readView(stored)).toEqual(defaultView);
    },
  );

  const view = { ...defaultView, connection: 'a', text: 'x', grouping: 'cloud' as const };

  it('is kept for its connection', () => {
    expect(viewOf('a', readView(JSON.parse(JSON.stringify(view))))).toEqual(view);
  });

  it('does not filter another connection', () => {
    expect(viewOf('b', view)).toEqual({ ...view, connection: 'b', text: '' });
  });
});
