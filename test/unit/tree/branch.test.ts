import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ServiceError } from '../../../src/service/errors';
import type { CallOptions } from '../../../src/service/schedule';
import { Branch, type Outcome, type Reading } from '../../../src/tree/branch';

const rows: readonly string[] = ['a'];
const error = new ServiceError({ kind: 'serviceFault', operation: 'listTeams' });

function reading(read: Reading<string>['read']): Reading<string> {
  return { read, keepSame: (_before, fresh) => fresh, onRead: () => undefined };
}

/** A branch whose readings end when the test says so. */
function held() {
  const branch = new Branch<string>();
  const reads: {
    readonly options: CallOptions;
    readonly end: (rows: readonly string[]) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const outcomes: Outcome[] = [];
  const source: Reading<string> = {
    read: (options) =>
      new Promise((end, fail) => {
        reads.push({ options, end, fail });
      }),
    keepSame: (before, fresh) => (before.join() === fresh.join() ? before : fresh),
    onRead: (outcome) => outcomes.push(outcome),
  };
  const renew = (signal = new AbortController().signal): Promise<void> => branch.renew(source, signal);
  /** Loads `first` into the branch. */
  const loaded = async (first: readonly string[]): Promise<void> => {
    const loading = branch.load(source);
    reads.at(-1)?.end(first);
    await loading;
  };
  return { branch, reads, outcomes, source, renew, loaded };
}

describe('a branch', () => {
  it('does not stay broken after a failure that nobody foresaw', async () => {
    const branch = new Branch<string>();
    await expect(branch.load(reading(() => Promise.reject(new Error('a bug'))))).rejects.toThrow('a bug');
    await branch.load(reading(() => Promise.resolve(rows)));
    expect(branch.nodes).toBe(rows);
  });

  it('reads nothing once it is closed', async () => {
    const branch = new Branch<string>();
    branch.close();
    await branch.load(reading(() => Promise.reject(new Error('read'))));
    expect(branch.nodes).toEqual([]);
  });

  it('is read once for all who wait for it, and not again while it is current', async () => {
    const { branch, reads, outcomes, source } = held();
    expect(branch).toMatchObject({
      hasBeenRead: false,
      isStale: true,
      isBeingRead: false,
      updatedAt: undefined,
    });
    const loading = [branch.load(source), branch.load(source)];
    expect(branch.isBeingRead).toBe(true);
    expect(reads.map(({ options }) => options.priority)).toEqual(['person']);
    reads[0]?.end(rows);
    await Promise.all(loading);
    await branch.load(source);
    expect(reads).toHaveLength(1);
    expect(branch).toMatchObject({ nodes: rows, hasBeenRead: true, isStale: false, isBeingRead: false });
    expect(outcomes).toEqual([{ isFirst: true, isOther: true }]);
  });

  it('is as old as the request for its rows, and keeps them if they cannot be read again', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1000 });
    onTestFinished(() => void vi.useRealTimers());
    const { branch, reads, outcomes, source, renew } = held();
    const loading = branch.load(source);
    vi.setSystemTime(2000);
    reads[0]?.end(rows);
    await loading;
    expect(branch.updatedAt).toBe(1000);
    const failAgain = (): Promise<void> => {
      const again = renew();
      reads.at(-1)?.fail(error);
      return again;
    };
    await failAgain();
    await failAgain();
    expect(branch).toMatchObject({ nodes: rows, error, updatedAt: 1000, isStale: false });
    const again = renew();
    reads.at(-1)?.end(['a']);
    await again;
    expect(branch).toMatchObject({ error: undefined, updatedAt: 2000 });
    expect(branch.nodes).toBe(rows);
    expect(outcomes.map(({ isFirst, isOther }) => [isFirst, isOther])).toEqual([
      [true, true],
      [false, true],
      // The same failure again, and then none.
      [false, false],
      [false, true],
    ]);
  });

  it('tells when it was read again and nothing is other', async () => {
    const { reads, outcomes, renew, loaded } = held();
    await loaded(rows);
    const again = renew();
    reads[1]?.end(['a']);
    await again;
    expect(outcomes.at(-1)).toEqual({ isFirst: false, isOther: false });
  });

  it('drops a response that was requested before it became stale, and reads once more', async () => {
    const { branch, reads, source } = held();
    const loading = branch.load(source);
    branch.markStale();
    expect(reads[0]?.options.signal?.aborted).toBe(true);
    expect(branch.isBeingRead).toBe(false);
    reads[0]?.end(['old']);
    await expect.poll(() => reads.length).toBe(2);
    reads[1]?.end(rows);
    await loading;
    expect(branch.nodes).toBe(rows);
    branch.replace(['b']);
    expect(branch.nodes).toEqual(['b']);
  });

  it('drops the failure of a reading that was given up', async () => {
    const { branch, reads, source } = held();
    const loading = branch.load(source);
    branch.close();
    reads[0]?.fail(error);
    await loading;
    expect(branch).toMatchObject({ error: undefined, hasBeenRead: false });
    expect(reads).toHaveLength(1);
  });
});

describe('a branch that is read for a timer', () => {
  it('keeps its rows until the new ones arrive', async () => {
    const { branch, reads, renew, loaded } = held();
    await loaded(rows);
    const { signal } = new AbortController();
    const again = renew(signal);
    expect(reads[1]?.options.priority).toBe('timer');
    expect(branch.nodes).toBe(rows);
    reads[1]?.end(['b']);
    await again;
    expect(branch.nodes).toEqual(['b']);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it.each<[string, (the: ReturnType<typeof held>) => unknown]>([
    [
      'that must be read anyway',
      ({ branch }) => {
        branch.markStale();
      },
    ],
    [
      'that is closed',
      ({ branch }) => {
        branch.close();
      },
    ],
    ['that is being read', ({ renew }) => void renew()],
  ])('is not one %s', async (_which, prepare) => {
    const the = held();
    await the.loaded(rows);
    prepare(the);
    const before = the.reads.length;
    await the.renew();
    expect(the.reads).toHaveLength(before);
  });

  it('is not read if that is given up before', async () => {
    const { reads, renew, loaded } = held();
    await loaded(rows);
    await renew(AbortSignal.abort());
    expect(reads).toHaveLength(1);
  });

  it.each<[string, (branch: Branch<string>, controller: AbortController) => void]>([
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
  ])('is given up by %s, and stays as it was', async (_who, stop) => {
    const { branch, reads, outcomes, renew, loaded } = held();
    await loaded(rows);
    const controller = new AbortController();
    const again = renew(controller.signal);
    stop(branch, controller);
    expect(reads[1]?.options.signal?.aborted).toBe(true);
    expect(branch.isBeingRead).toBe(false);
    reads[1]?.end(['b']);
    await again;
    expect(branch).toMatchObject({ nodes: rows, isStale: false });
    expect(outcomes).toHaveLength(1);
  });

  it('does not end a reading for a user', async () => {
    const { branch, reads, source } = held();
    const loading = branch.load(source);
    branch.stopRenewing();
    expect(reads[0]?.options.signal?.aborted).toBe(false);
    reads[0]?.end(rows);
    await loading;
    expect(branch.nodes).toBe(rows);
  });
});
