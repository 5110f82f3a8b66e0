import { describe, expect, it } from 'vitest';
import { itemRow, itemStore, listOf, never, serviceFault, type ItemRow } from '../../support/lists';

/** A store, and what its reads told: the parent, the names, and the names of those that are gone. */
function observed(lists: Parameters<typeof itemStore>[0], more: Parameters<typeof itemStore>[1] = {}) {
  const the = itemStore(lists, more);
  const told: string[] = [];
  the.store.onDidRead(({ parent, rows, gone }) => {
    const nameOf = ({ id, text }: ItemRow): string => `${id.split('/').at(-1) ?? ''}${text && `=${text}`}`;
    const names = [...rows.map(nameOf), ...gone.map((row) => `-${nameOf(row)}`)];
    told.push(`${parent?.id ?? 'root'}: ${names.join(' ')}`);
  });
  return { ...the, told: () => told.splice(0) };
}

describe('what the reads of a store told', () => {
  it('is reported for each list, even if nothing changed', async () => {
    const lists = { root: listOf('a'), 'root/a': listOf('x y') };
    const { view, item, told } = observed(lists);
    await item('x', await item('a'));
    expect(told()).toEqual(['root: a', 'root/a: x y']);
    lists['root/a'].pages = ['y=new'];
    await view.refreshInBackground(never);
    expect(told()).toEqual(['root: a', 'root/a: y=new -x']);
    await view.refresh();
    expect(told()).toEqual(['root: a', 'root/a: y=new']);
  });

  it('has only the rows of the pages that were read', async () => {
    const pages = ['a', 'b', 'c', 'd', 'e', 'f'];
    const { store, view, words, told } = observed({ root: listOf(...pages) });
    await words();
    expect(told()).toEqual(['root: a']);
    await view.loadMore();
    expect(told()).toEqual(['root: b']);
    await store.loadAll(never, () => undefined);
    expect(told()).toEqual(['root: c', 'root: d', 'root: e', 'root: f']);
    // A timer reads the first pages only.
    await view.refreshInBackground(never);
    expect(told()).toEqual(['root: a b c d']);
    await view.refresh();
    expect(told()).toEqual(['root: a b c d e f']);
  });

  it('is nothing if the read failed or was abandoned', async () => {
    const lists = { root: listOf('a') };
    const { view, words, told } = observed(lists);
    await words();
    told();
    lists.root.pages = [serviceFault];
    await view.refresh();
    expect(told()).toEqual([]);
    lists.root.pages = ['a'];
    const abandoned = new AbortController();
    const renewing = view.refreshInBackground(abandoned.signal);
    abandoned.abort();
    await renewing;
    expect(told()).toEqual([]);
  });

  it('does not include rows that the source adds', async () => {
    const extraRows = (parent?: ItemRow) => (parent === undefined ? [itemRow('pinned')] : []);
    const { words, told } = observed({ root: listOf('a') }, { extraRows });
    expect(await words()).toBe('a pinned');
    expect(told()).toEqual(['root: a']);
  });
});

describe('a refresh', () => {
  it('is reported when all its reads have ended, successfully or not', async () => {
    const lists = { root: listOf('a'), 'root/a': listOf('x') };
    const { view, refreshes, item, told } = observed(lists);
    await item('x', await item('a'));
    told();
    const ends: (readonly string[])[] = [];
    refreshes.onDidEnd(() => {
      ends.push(told());
    });
    const refreshing = view.refreshInBackground(never);
    expect(refreshes.isRunning).toBe(true);
    await refreshing;
    expect(refreshes.isRunning).toBe(false);
    lists['root/a'].pages = [serviceFault];
    await view.refresh();
    expect(ends).toEqual([['root: a', 'root/a: x'], ['root: a']]);
  });
});
