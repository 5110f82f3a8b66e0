import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RowChanges } from '../../../src/tree/rowChanges';

/** How long VS Code takes to show rows. */
const showingMs = 50;

function changes() {
  const fired: (readonly string[] | 'everything')[] = [];
  const compared: string[] = [];
  const rows = new RowChanges(
    (ids) => fired.push(ids ?? 'everything'),
    (id) => {
      compared.push(id);
      return !id.startsWith('same');
    },
  );
  const pending: (() => void)[] = [];
  /** VS Code requests the children of a row, or the top-level rows; `arrive` answers the next request. */
  const ask = (id?: string): void => {
    void rows.whileWaiting(id, new Promise<void>((resolve) => pending.push(resolve)));
  };
  const answer = (): void => pending.shift()?.();
  const arrive = async (): Promise<void> => {
    answer();
    await setImmediate();
    vi.advanceTimersByTime(showingMs);
  };
  return { rows, fired, compared, ask, answer, arrive };
}

describe('change events', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('fire at once for a row if no request is pending', () => {
    const { rows, fired } = changes();
    rows.changeRows(['a']);
    expect(fired).toEqual([['a']]);
  });

  it('are delayed while a request is pending, and then fire together', async () => {
    const { rows, fired, ask, arrive } = changes();
    ask();
    ask();
    rows.changeRows(['a']);
    rows.changeRows(['b']);
    rows.changeRows(['a']);
    await arrive();
    expect(fired).toEqual([]);
    await arrive();
    expect(fired).toEqual([['a', 'b']]);
  });

  it('are batched after the first one', () => {
    const { rows, fired } = changes();
    rows.changeRows(['a']);
    rows.changeRows(['b']);
    rows.changeRows(['c']);
    expect(fired).toEqual([['a']]);
    vi.advanceTimersByTime(250);
    expect(fired).toEqual([['a'], ['b', 'c']]);
  });

  it('fire together for rows that change at once, but not for those that look the same', () => {
    const { rows, fired } = changes();
    rows.changeRows(['a', 'same', 'b']);
    expect(fired).toEqual([['a', 'b']]);
  });

  it('compare a row once in each interval, however often it changes', () => {
    const { rows, fired, compared } = changes();
    for (let time = 0; time < 1000; time++) rows.changeRows(['same']);
    expect(compared).toEqual(['same']);
    rows.changeRows(['b']);
    vi.advanceTimersByTime(250);
    expect(compared).toEqual(['same', 'same', 'b']);
    expect(fired).toEqual([['b']]);
    vi.runAllTimers();
    expect(compared).toHaveLength(3);
  });

  it('reload the whole view if many rows changed, because single rows are slow in VS Code', () => {
    const { rows, fired } = changes();
    rows.changeRows(['0']);
    rows.changeRows(Array.from({ length: 5000 }, (_, index) => String(index)));
    vi.advanceTimersByTime(250);
    expect(fired).toEqual([['0'], 'everything']);
    vi.advanceTimersByTime(10_000);
    expect(fired).toHaveLength(2);
  });

  it('fire for a row once no request below it is pending, regardless of other requests', async () => {
    const { rows, fired, ask, arrive } = changes();
    ask('a/1');
    ask('b/1');
    for (const id of ['a', 'a/1', 'b', 'c', 'a/10']) rows.changeRows([id]);
    expect(fired).toEqual([['c']]);
    vi.advanceTimersByTime(250);
    expect(fired).toEqual([['c'], ['a/10']]);
    vi.advanceTimersByTime(250);
    await arrive();
    expect(fired).toEqual([['c'], ['a/10'], ['a', 'a/1']]);
  });

  it('for single rows are dropped after a reload of the whole view', () => {
    const { rows, fired } = changes();
    rows.changeRows(['a']);
    rows.changeRows(['b']);
    rows.changeChildren(undefined);
    vi.runAllTimers();
    expect(fired).toEqual([['a'], 'everything']);
  });

  it('wait for requests that started while they were batched', async () => {
    const { rows, fired, ask, arrive } = changes();
    rows.changeRows(['a']);
    rows.changeRows(['b']);
    ask();
    vi.advanceTimersByTime(1000);
    expect(fired).toEqual([['a']]);
    await arrive();
    expect(fired).toEqual([['a'], ['b']]);
  });

  it('for children fire at once: for the row if that is safe, else for the whole view', () => {
    const { rows, fired, ask } = changes();
    rows.changeChildren('a');
    vi.advanceTimersByTime(250);
    ask();
    rows.changeRows(['b']);
    rows.changeChildren('a');
    expect(fired).toEqual([['a'], 'everything']);
  });

  it('are delayed just after rows arrived, because VS Code would merge the two updates', async () => {
    const { rows, fired, ask, answer } = changes();
    ask('a');
    rows.changeRows(['a']);
    answer();
    await setImmediate();
    vi.advanceTimersByTime(showingMs - 1);
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(fired).toEqual([['a']]);
  });

  it('are delayed while the view is updated for another reason', () => {
    const { rows, fired } = changes();
    rows.startDelay();
    rows.changeRows(['a']);
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(250);
    expect(fired).toEqual([['a']]);
  });

  it('stop after dispose', () => {
    const { rows, fired } = changes();
    rows.changeRows(['a']);
    rows.changeRows(['b']);
    rows.dispose();
    vi.runAllTimers();
    expect(fired).toEqual([['a']]);
  });
});
