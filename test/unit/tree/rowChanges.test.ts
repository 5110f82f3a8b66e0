import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TreeRow } from '../../../src/tree/row';
import { RowChanges } from '../../../src/tree/rowChanges';

/** How long VS Code is given to take in rows. */
const showingMs = 50;

function row(id: string): TreeRow {
  return { kind: 'row', id, parent: undefined };
}

function changes() {
  const fired: (readonly string[] | 'everything')[] = [];
  const rows = new RowChanges((nodes) => fired.push(nodes?.map(({ id }) => id) ?? 'everything'));
  const pending: (() => void)[] = [];
  /** VS Code asks for the rows below one, or those of the view; they are answered by the next `arrive`. */
  const ask = (id?: string): void => {
    const parent = id === undefined ? undefined : row(id);
    void rows.whileWaiting(parent, new Promise<void>((resolve) => pending.push(resolve)));
  };
  const answer = (): void => pending.shift()?.();
  const arrive = async (): Promise<void> => {
    answer();
    await setImmediate();
    vi.advanceTimersByTime(showingMs);
  };
  return { rows, fired, ask, answer, arrive };
}

describe('what VS Code is told', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is one row, when it waits for nothing', () => {
    const { rows, fired } = changes();
    rows.changeRow(row('a'));
    expect(fired).toEqual([['a']]);
  });

  it('is no single row while it waits for rows: those come later, together', async () => {
    const { rows, fired, ask, arrive } = changes();
    ask();
    ask();
    const a = row('a');
    rows.changeRow(a);
    rows.changeRow(row('b'));
    rows.changeRow(a);
    await arrive();
    expect(fired).toEqual([]);
    await arrive();
    expect(fired).toEqual([['a', 'b']]);
  });

  it('is no second row while it still gathers changes', () => {
    const { rows, fired } = changes();
    rows.changeRow(row('a'));
    rows.changeRow(row('b'));
    rows.changeRow(row('c'));
    expect(fired).toEqual([['a']]);
    vi.advanceTimersByTime(250);
    expect(fired).toEqual([['a'], ['b', 'c']]);
  });

  it('is everything where many rows look different: VS Code looks for each among all the others', () => {
    const { rows, fired } = changes();
    for (let index = 0; index < 5000; index++) rows.changeRow(row(String(index)));
    vi.advanceTimersByTime(250);
    expect(fired).toEqual([['0'], 'everything']);
    vi.advanceTimersByTime(10_000);
    expect(fired).toHaveLength(2);
  });

  it('is a row as soon as nothing below it is waited for, whatever is waited for elsewhere', async () => {
    const { rows, fired, ask, arrive } = changes();
    ask('a/1');
    ask('b/1');
    for (const id of ['a', 'a/1', 'b', 'c', 'a/10']) rows.changeRow(row(id));
    expect(fired).toEqual([['c']]);
    vi.advanceTimersByTime(250);
    expect(fired).toEqual([['c'], ['a/10']]);
    vi.advanceTimersByTime(250);
    await arrive();
    expect(fired).toEqual([['c'], ['a/10'], ['a', 'a/1']]);
  });

  it('is a row whose ID is the start of the ID of one that is waited for, but not above it', () => {
    const { rows, fired, ask } = changes();
    ask('a/10');
    rows.changeRow(row('a/1'));
    expect(fired).toEqual([['a/1']]);
  });

  it('is nothing more about single rows once it was told to ask for everything', () => {
    const { rows, fired } = changes();
    rows.changeRow(row('a'));
    rows.changeRow(row('b'));
    rows.changeChildren(undefined);
    vi.runAllTimers();
    expect(fired).toEqual([['a'], 'everything']);
  });

  it('waits on where it asked for rows while the changes were gathered', async () => {
    const { rows, fired, ask, arrive } = changes();
    rows.changeRow(row('a'));
    rows.changeRow(row('b'));
    ask();
    vi.advanceTimersByTime(1000);
    expect(fired).toEqual([['a']]);
    await arrive();
    expect(fired).toEqual([['a'], ['b']]);
  });

  it('is to reload at once: the row where that is safe, else everything', () => {
    const { rows, fired, ask } = changes();
    rows.changeChildren(row('a'));
    vi.advanceTimersByTime(250);
    ask();
    rows.changeRow(row('b'));
    rows.changeChildren(row('a'));
    expect(fired).toEqual([['a'], 'everything']);
  });

  it('is nothing right after the rows that it got: its window would take both for one', async () => {
    const { rows, fired, ask, answer } = changes();
    ask('a');
    rows.changeRow(row('a'));
    answer();
    await setImmediate();
    vi.advanceTimersByTime(showingMs - 1);
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(fired).toEqual([['a']]);
  });

  it('is no row while it gathers because of something else about the view', () => {
    const { rows, fired } = changes();
    rows.startDelay();
    rows.changeRow(row('a'));
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(250);
    expect(fired).toEqual([['a']]);
  });

  it('is nothing any more at the end', () => {
    const { rows, fired } = changes();
    rows.changeRow(row('a'));
    rows.changeRow(row('b'));
    rows.dispose();
    vi.runAllTimers();
    expect(fired).toEqual([['a']]);
  });
});
