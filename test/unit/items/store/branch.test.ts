import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Branch } from '../../../../src/items/store/branch';
import {
  cancelled,
  heldPage,
  listOf,
  never,
  readerOf,
  serviceFault,
  wordsFor,
  type ItemRow,
  type PageScript,
} from '../../support/lists';

/** A branch of a scripted list. */
function branchOf(...pages: readonly PageScript[]) {
  const branch = new Branch<ItemRow, ItemRow>();
  const list = listOf(...pages);
  /** The changed rows of each read; the first read is marked `first`. */
  const readings: string[] = [];
  const reading = {
    read: (options: object) => readerOf(list)(options),
    onRead: (changed: ReadonlySet<ItemRow>, isFirst: boolean) =>
      readings.push(wordsFor([...changed]) + (isFirst ? 'first' : '')),
  };
  return {
    branch,
    list,
    readings,
    requests: list.requests,
    words: () => wordsFor(branch.list.rows),
    load: () => branch.load(reading),
    renew: (signal = never, maxPages?: number) => branch.renew({ ...reading, maxPages }, signal),
  };
}

/** A branch with `pageCount` pages already read. */
async function readBranch(pageCount: number, ...pages: readonly PageScript[]) {
  const the = branchOf(...pages);
  await the.load();
  while (the.branch.list.pageSizes.length < pageCount) await the.branch.readMore({ signal: never });
  the.requests.length = 0;
  the.readings.length = 0;
  return the;
}

describe('a branch', () => {
  it('is read once for all callers, and not again until it is stale', async () => {
    const { branch, load, requests, readings, words } = branchOf('a b');
    expect(branch).toMatchObject({
      hasBeenRead: false,
      isStale: true,
      isBeingRead: false,
      readAt: undefined,
    });
    const loading = [load(), load()];
    expect(branch.isBeingRead).toBe(true);
    await Promise.all(loading);
    await load();
    expect(requests.map(({ options }) => options?.priority)).toEqual(['user']);
    expect(branch).toMatchObject({ hasBeenRead: true, isStale: false, isBeingRead: false });
    expect([words(), readings]).toEqual(['a b', ['first']]);
  });

  it('is as old as its request, and keeps its rows below the error if a refresh fails', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1000 });
    onTestFinished(() => void vi.useRealTimers());
    const held = heldPage();
    const { branch, load, renew, list, words } = branchOf(held.page);
    const loading = load();
    vi.setSystemTime(2000);
    held.arrive('a b');
    await loading;
    expect(branch.readAt).toBe(1000);
    list.pages = [serviceFault];
    await renew();
    expect(branch).toMatchObject({ error: serviceFault, hasFailed: true, isStale: false });
    const outdated = () => branch.list.rows.filter((row) => branch.isOutdated(row)).length;
    expect([words(), branch.readAt, outdated()]).toEqual(['a b', 1000, 2]);
    list.pages = ['a b'];
    await renew();
    expect(branch).toMatchObject({ error: undefined, hasFailed: false, readAt: 2000 });
    expect(outdated()).toBe(0);
  });

  it('reports changed rows, and keeps the same row objects', async () => {
    const { branch, list, renew, readings, words } = await readBranch(1, 'a b c');
    const [a, b] = branch.list.rows;
    list.pages = ['b=new a n'];
    await renew();
    await renew();
    expect([words(), readings]).toEqual(['b=new a n', ['b=new', '']]);
    expect(branch.list.rows.slice(0, 2).every((row, index) => row === [b, a][index])).toBe(true);
  });

  it('shows no error row for an unexpected error, and can be read again', async () => {
    const { branch, list, load, words } = branchOf(new Error('a bug'));
    await expect(load()).rejects.toThrow('a bug');
    expect(branch).toMatchObject({ hasFailed: false, hasBeenRead: false });
    list.pages = ['a'];
    await load();
    expect(words()).toBe('a');
  });

  it('discards a response to a request from before it became stale, and reads again', async () => {
    const held = heldPage();
    const { branch, load, list, requests, readings, words } = branchOf(held.page);
    const loading = load();
    branch.markStale();
    expect([branch.isBeingRead, requests[0]?.options?.signal?.aborted]).toEqual([false, true]);
    list.pages = ['new'];
    held.arrive('old');
    await loading;
    expect([words(), readings, requests.length]).toEqual(['new', ['first'], 2]);
  });

  it.each([serviceFault, new Error('a bug')])('ignores the failure of a canceled read: %s', async (error) => {
    const held = heldPage();
    const { branch, load, requests, readings } = branchOf(held.page);
    const loading = load();
    branch.close();
    held.fail(error);
    await loading;
    await load();
    expect(branch).toMatchObject({ hasFailed: false, hasBeenRead: false });
    expect([readings, requests.length]).toEqual([[], 1]);
  });
});

describe('a background refresh of a branch', () => {
  it('keeps the rows until the new ones arrive', async () => {
    const { list, renew, requests, words } = await readBranch(1, 'a');
    const held = heldPage();
    list.pages = [held.page];
    const { signal } = new AbortController();
    const renewing = renew(signal);
    await setImmediate();
    expect([words(), requests[0]?.options?.priority]).toEqual(['a', 'timer']);
    held.arrive('b');
    await renewing;
    expect(words()).toBe('b');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it.each<[string, (the: ReturnType<typeof branchOf>) => unknown]>([
    [
      'must be read anyway',
      ({ branch }) => {
        branch.markStale();
      },
    ],
    [
      'is closed',
      ({ branch }) => {
        branch.close();
      },
    ],
    ['is being read', ({ renew }) => renew()],
  ])('is skipped if the branch %s', async (_which, prepare) => {
    const the = await readBranch(1, 'a');
    const prepared = prepare(the);
    const before = the.requests.length;
    await the.renew();
    await prepared;
    expect(the.requests).toHaveLength(before);
  });

  it('is skipped if it is already canceled', async () => {
    const { renew, requests } = await readBranch(1, 'a');
    await renew(AbortSignal.abort());
    expect(requests).toEqual([]);
  });

  it.each<[string, (branch: Branch<ItemRow, ItemRow>, controller: AbortController) => void]>([
    [
      'its signal',
      (_branch, controller) => {
        controller.abort();
      },
    ],
    [
      'the branch',
      (branch) => {
        branch.stopRenewing();
      },
    ],
  ])('can be canceled by %s, and changes nothing', async (_who, stop) => {
    const { branch, list, renew, requests, readings, words } = await readBranch(1, 'a');
    const held = heldPage();
    list.pages = [held.page];
    const controller = new AbortController();
    const renewing = renew(controller.signal);
    stop(branch, controller);
    expect([branch.isBeingRead, requests[0]?.options?.signal?.aborted]).toEqual([false, true]);
    held.arrive('b');
    await renewing;
    expect([words(), branch.isStale, readings]).toEqual(['a', false, []]);
  });

  it('does not cancel a read for the user', async () => {
    const { branch, load, requests, words } = branchOf('a');
    const loading = load();
    branch.stopRenewing();
    expect(requests[0]?.options?.signal?.aborted).toBe(false);
    await loading;
    expect(words()).toBe('a');
  });
});

describe('the next page of a branch', () => {
  it('is read one at a time, up to the last one', async () => {
    const { branch, requests, words } = await readBranch(1, 'a b', 'b c', 'd');
    expect(await branch.readMore({ signal: never })).toBe(true);
    expect([words(), requests.length, requests[0]?.options?.signal]).toEqual(['a b c', 1, never]);
    expect(await branch.readMore({ signal: never })).toBe(true);
    expect(await branch.readMore({ signal: never })).toBe(false);
    expect([words(), requests.length]).toEqual(['a b c d', 2]);
  });

  it('is followed by up to four others if it has nothing new', async () => {
    const { branch, requests, words } = await readBranch(1, '', '', 'a', 'a', '', 'a', '', '', 'b');
    expect(await branch.readMore({ signal: never })).toBe(true);
    expect(requests.map(({ page }) => page)).toEqual([3, 4, 5, 6, 7].slice(0, requests.length));
    expect([words(), requests.length]).toEqual(['a', 5]);
    await branch.readMore({ signal: never });
    expect(words()).toBe('a b');
  });

  it('is read once for two concurrent callers', async () => {
    const { branch, requests, words } = await readBranch(1, 'a', 'b', 'c');
    await Promise.all([branch.readMore({ signal: never }), branch.readMore({ signal: never })]);
    expect([words(), requests.length]).toEqual(['a b', 1]);
    expect(branch.list.cut).toBeUndefined();
    await branch.readMore({ signal: never });
    expect(words()).toBe('a b c');
  });

  it('is read again after a failure', async () => {
    const { branch, list, words } = await readBranch(1, 'a', serviceFault);
    expect(await branch.readMore({ signal: never })).toBe(true);
    expect(branch).toMatchObject({ nextPageError: serviceFault, hasFailed: true, error: undefined });
    expect(words()).toBe('a');
    list.pages = ['a', 'b'];
    expect(await branch.readMore({ signal: never })).toBe(true);
    expect(branch).toMatchObject({ nextPageError: undefined, hasFailed: false });
    expect(words()).toBe('a b');
  });

  it('shows no error if the read was canceled or failed unexpectedly', async () => {
    const { branch, list } = await readBranch(1, 'a', cancelled);
    expect(await branch.readMore({ signal: never })).toBe(false);
    list.pages = ['a', new Error('a bug')];
    await expect(branch.readMore({ signal: never })).rejects.toThrow('a bug');
    expect(branch.hasFailed).toBe(false);
  });

  it.each(['arrives', 'fails'])('is discarded if it %s after the list was read again', async (how) => {
    const held = heldPage();
    const { branch, load, words } = await readBranch(1, 'a', held.page);
    const more = branch.readMore({ signal: never });
    branch.markStale();
    await load();
    if (how === 'arrives') held.arrive('b');
    else held.fail(serviceFault);
    expect(await more).toBe(false);
    expect([words(), branch.hasFailed]).toEqual(['a', false]);
  });
});

describe('a refresh of several pages', () => {
  it('reads as many pages as before', async () => {
    const { branch, list, renew, requests, words } = await readBranch(2, 'a b', 'c', 'd');
    list.pages = ['a b', 'e', 'd'];
    await renew();
    expect([words(), requests.length]).toEqual(['a b e', 2]);
    await branch.readMore({ signal: never });
    expect(words()).toBe('a b e d');
  });

  it('keeps the later pages if only the first ones are read', async () => {
    const { branch, list, renew, requests, words } = await readBranch(3, 'a', 'b', 'c', 'd');
    list.pages = ['x', 'b', 'c', 'd'];
    await renew(never, 2);
    expect([words(), requests.length]).toEqual(['x b c', 2]);
    await branch.readMore({ signal: never });
    expect(words()).toBe('x b c d');
  });

  it('drops the later pages if the list now ends before them', async () => {
    const { branch, list, renew, words } = await readBranch(3, 'a', 'b', 'c');
    list.pages = ['a'];
    await renew(never, 2);
    expect([words(), branch.list.next]).toEqual(['a', undefined]);
  });

  it.each([
    [undefined, false],
    [1, true],
  ])(
    'clears the failure of the next page only if all pages before it are read: at most %s pages',
    async (maxPages, hasFailed) => {
      const { branch, renew } = await readBranch(2, 'a', 'b', serviceFault);
      await branch.readMore({ signal: never });
      await renew(never, maxPages);
      expect(branch.hasFailed).toBe(hasFailed);
    },
  );

  it('starts at the first page after a restart, and loads no next page before', async () => {
    const { branch, list, load, requests, words } = await readBranch(2, 'a', 'b', serviceFault);
    await branch.readMore({ signal: never });
    branch.restart();
    expect([words(), branch.hasFailed, branch.isStale]).toEqual(['a b', false, true]);
    requests.length = 0;
    expect(await branch.readMore({ signal: never })).toBe(false);
    list.pages = ['x', 'y'];
    await load();
    expect([words(), requests.length]).toEqual(['x', 1]);
  });
});

it('removing a row from a branch makes its page smaller', async () => {
  const { branch, words } = await readBranch(2, 'a b', 'c d', 'e');
  branch.remove(({ id }) => id === 'root/c');
  expect([words(), branch.list.pageSizes]).toEqual(['a b d', [2, 1]]);
  await branch.readMore({ signal: never });
  expect(words()).toBe('a b d e');
});
