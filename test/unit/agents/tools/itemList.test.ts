import { describe, expect, it } from 'vitest';
import { sortedItems } from '../../../../src/agents/tools/item';
import type { Item, ItemKind } from '../../../../src/items/item';

function itemOf(kind: ItemKind, id: string): Item {
  const parent = id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : undefined;
  return { kind, id, parent, name: id, state: 'healthy', cause: '', addresses: [], isStale: false };
}

const cluster = itemOf('cluster', 'p/c2');
const all = [
  itemOf('project', 'p'),
  cluster,
  itemOf('cluster', 'p/c1'),
  itemOf('pool', 'p/c1/b'),
  itemOf('pool', 'p/c1/a'),
];
const ids = ({ list }: ReturnType<typeof sortedItems>) => list.items.map((create) => create().id);

describe('a list of items', () => {
  it('is in the order of their ranks or states, then of their kinds, then of their ids', () => {
    const sorted = sortedItems(all, all, undefined, 0, ({ id }) => (id === 'p/c1/b' ? 0 : 1));
    expect(ids(sorted)).toEqual(['p/c1/b', 'p', 'p/c1', 'p/c2', 'p/c1/a']);
    expect(sorted.count).toBe(5);
    const states = all.map((item) => (item.id === 'p/c1/b' ? { ...item, state: 'failed' as const } : item));
    expect(ids(sortedItems(states, states, undefined, 0))).toEqual(ids(sorted));
  });

  it('names the items that contain others', () => {
    const sorted = sortedItems(
      all.filter(({ kind }) => kind === 'pool'),
      all,
      undefined,
      0,
    );
    expect(ids(sorted)).toEqual(['p/c1/a', 'p/c1/b']);
    expect(sorted.list.items[0]?.().path).toEqual(['p', 'p/c1']);
    expect(sorted.count).toBe(2);
  });

  it('has on its pages each of several items whose ids differ only in a secret', () => {
    const pools = ['a', 'b', 'c'].map((secret) => itemOf('pool', `p/c1/pool:password%3A${secret}`));
    const { list } = sortedItems(pools, all, undefined, 0);
    expect(sortedItems(pools, all, list.after(0), 0).list.items).toHaveLength(2);
    expect(sortedItems(pools, all, list.after(1), 0).list.items).toHaveLength(1);
  });

  it('continues after an item, also if that is gone, and counts all', () => {
    const first = sortedItems(all, all, undefined, 0);
    const [project, other] = ids(first);
    const cursor = first.list.after(1);
    expect([project, other]).toEqual(['p', 'p/c1']);
    const rest = sortedItems(all, all, cursor, 0);
    expect(ids(rest)).toEqual(['p/c2', 'p/c1/a', 'p/c1/b']);
    expect(rest.count).toBe(5);
    const without = all.filter(({ id }) => id !== 'p/c1');
    expect(ids(sortedItems(without, without, cursor, 0))).toEqual(['p/c2', 'p/c1/a', 'p/c1/b']);
  });
});
