import { describe, expect, it } from 'vitest';
import { sortedItems, unreadNote } from '../../../../src/agents/tools/item';
import type { Item, ItemKind } from '../../../../src/items/item';
import { startTools } from '../support';

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
const ids = ({ list }: ReturnType<typeof sortedItems>) => list.items.map(({ id }) => id);

describe('a list of items', () => {
  it('is in the order of their ranks, then of their kinds, then of their ids', () => {
    const sorted = sortedItems(all, ({ id }) => (id === 'p/c1/b' ? 0 : 1), undefined, 0);
    expect(ids(sorted)).toEqual(['p/c1/b', 'p', 'p/c1', 'p/c2', 'p/c1/a']);
    expect(sorted.count).toBe(5);
  });

  it('leaves out items without a rank, but names them where they contain others', () => {
    const sorted = sortedItems(all, ({ kind }) => (kind === 'pool' ? 0 : undefined), undefined, 0);
    expect(ids(sorted)).toEqual(['p/c1/a', 'p/c1/b']);
    expect(sorted.list.items[0]?.path).toEqual(['p', 'p/c1']);
    expect(sorted.count).toBe(2);
  });

  it('continues after an item, also if that is gone, and counts all', () => {
    const first = sortedItems(all, () => 0, undefined, 0);
    const [project, other] = first.list.items;
    const cursor = first.list.after(1);
    expect([project?.id, other?.id]).toEqual(['p', 'p/c1']);
    const rest = sortedItems(all, () => 0, cursor, 0);
    expect(ids(rest)).toEqual(['p/c2', 'p/c1/a', 'p/c1/b']);
    expect(rest.count).toBe(5);
    const without = all.filter(({ id }) => id !== 'p/c1');
    expect(ids(sortedItems(without, () => 0, cursor, 0))).toEqual(['p/c2', 'p/c1/a', 'p/c1/b']);
  });
});

describe('what has not been read', () => {
  const counts = (notes: readonly string[]) => /not the case for (.*?)\./.exec(notes.join())?.[1];

  it('is counted by clusters and pools, and nothing is said once all has been read', async () => {
    const { call, fleet, of } = await startTools({ projects: 2 });
    expect(unreadNote(fleet)).toEqual([]);
    await call('poolview_get_fleet_health', {});
    const clusters = of('cluster');
    expect(counts(unreadNote(fleet))).toBe(`${clusters.length} clusters`);
    const [first = expect.fail(), ...others] = clusters;
    const pools = await fleet.readBelow(first.id, {});
    expect(counts(unreadNote(fleet))).toBe(`${others.length} clusters and ${pools.length} pools`);
    for (const pool of pools) await fleet.readBelow(pool, {});
    expect(counts(unreadNote(fleet))).toBe(`${others.length} clusters`);
    for (const { id } of others) await fleet.readBelow(id, {});
    const left = of('pool').length - pools.length;
    expect(counts(unreadNote(fleet))).toBe(`${left} pools`);
    for (const { id } of of('pool')) await fleet.readBelow(id, {});
    expect(unreadNote(fleet)).toEqual([]);
  });
});
