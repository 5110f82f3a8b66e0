import { setMaxListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { readEach, type ReadEachOptions } from '../../../src/reads/readEach';
import { ServiceError, type ServiceErrorKind } from '../../../src/service/errors';

const errorOf = (kind: ServiceErrorKind) =>
  new ServiceError({
    kind,
    operation: 'listMachines',
    reason: kind === 'unreachable' ? 'ECONNRESET' : undefined,
  });

const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `t${index}`);

/** Reads that end when the test says so. */
function pendingReads() {
  const sent: string[] = [];
  const ends = new Map<string, { found: (...found: string[]) => void; failed: (error: unknown) => void }>();
  const read = (target: string, { signal }: { signal?: AbortSignal | undefined }) => {
    sent.push(target);
    return new Promise<readonly string[]>((resolve, reject) => {
      if (signal !== undefined) setMaxListeners(0, signal);
      signal?.addEventListener('abort', () => {
        reject(errorOf('cancelled'));
      });
      ends.set(target, {
        found: (...found) => {
          resolve(found);
        },
        failed: reject,
      });
    });
  };
  /** Ends reads, and lets what follows from that happen. */
  const end = async (how: (of: (target: string) => NonNullable<ReturnType<typeof ends.get>>) => void) => {
    how((target) => ends.get(target) ?? expect.fail(`${target} is not being read`));
    await new Promise(setImmediate);
  };
  return { sent, read, end };
}

/** Reads targets of which some fail. */
async function readWith(
  count: number,
  errors: Readonly<Record<string, ServiceErrorKind>>,
  options: ReadEachOptions<string> = {},
) {
  const sent: string[] = [];
  const failures: Record<string, ServiceErrorKind> = {};
  const end = await readEach(
    numbered(count),
    (target) => {
      sent.push(target);
      const kind = errors[target] ?? errors['all'];
      return kind === undefined ? Promise.resolve([]) : Promise.reject(errorOf(kind));
    },
    { ...options, onFailure: (target, { kind }) => void (failures[target] = kind) },
  );
  return { end, sent, failures };
}

describe('reading many things', () => {
  it('reads some at a time, and the next as soon as one has ended', async () => {
    const { sent, read, end } = pendingReads();
    const ended = readEach(numbered(10), read);
    expect(sent).toEqual(numbered(8));
    await end((of) => {
      of('t3').found();
    });
    expect(sent).toEqual(numbered(9));
    await end((of) => {
      for (const target of numbered(9)) of(target).found();
    });
    await end((of) => {
      of('t9').found();
    });
    expect(await ended).toBe('complete');
  });

  it('reads next what was found, and counts it', async () => {
    const { sent, read, end } = pendingReads();
    const progress = vi.fn();
    const ended = readEach(numbered(9), read, {
      onProgress: progress,
    });
    expect(progress.mock.lastCall).toEqual([0, 9]);
    await end((of) => {
      of('t0').found('a', 'b');
    });
    expect(progress.mock.lastCall).toEqual([1, 11]);
    expect(sent.slice(8)).toEqual(['a']);
    await end((of) => {
      of('a').found();
    });
    expect(sent.slice(9)).toEqual(['b']);
    await end((of) => {
      for (const target of numbered(8).slice(1)) of(target).found();
    });
    await end((of) => {
      for (const target of ['b', 't8']) of(target).found();
    });
    expect(await ended).toBe('complete');
    expect(progress.mock.lastCall).toEqual([11, 11]);
  });

  it('reads the first alone if that is asked for', async () => {
    const { sent, read, end } = pendingReads();
    void readEach(numbered(3), read, { isFirstAlone: true });
    expect(sent).toEqual(['t0']);
    await end((of) => {
      of('t0').failed(errorOf('forbidden'));
    });
    expect(sent).toEqual(numbered(3));
  });

  it('reads on after failures, and says which', async () => {
    const errors = { t1: 'forbidden', t5: 'unreachable' } as const;
    expect(await readWith(9, errors)).toEqual({ end: 'failed', sent: numbered(9), failures: errors });
  });

  it.each([
    ['unauthorized', 8],
    ['unreachable', 12],
  ] as const)('stops when the service fails: %s, after at most %i', async (kind, most) => {
    const { end, sent, failures } = await readWith(100, { all: kind });
    expect(end).toBe('stopped');
    expect(sent.length).toBeLessThanOrEqual(most);
    expect(Object.entries(failures)).toEqual(numbered(100).map((target) => [target, kind]));
  });

  it.each([
    [
      'does not stop while others succeed',
      {
        t0: 'unreachable',
        t1: 'unreachable',
        t2: 'unreachable',
        t3: 'unreachable',
        t5: 'unreachable',
        t6: 'unreachable',
      },
      undefined,
      'failed',
    ],
    ['does not stop for what is about the targets', { all: 'forbidden' }, undefined, 'failed'],
    ['stops for what others share, if that is said', { all: 'forbidden' }, () => true, 'stopped'],
  ] as const)('%s', async (_, errors, isShared, how) => {
    const { end } = await readWith(40, errors, isShared && { isShared });
    expect(end).toBe(how);
  });

  it('ends with its requests when nothing more is needed, and when it is canceled', async () => {
    for (const [how, until] of [
      ['found', true],
      ['cancelled', false],
    ] as const) {
      const { sent, read, end } = pendingReads();
      const controller = new AbortController();
      const failures = vi.fn();
      const ended = readEach(numbered(20), read, {
        signal: controller.signal,
        until: () => until,
        onFailure: failures,
      });
      if (!until) controller.abort();
      else
        await end((of) => {
          of('t4').found();
        });
      expect(await ended).toBe(how);
      expect(sent).toEqual(numbered(8));
      expect(failures).not.toHaveBeenCalled();
    }
  });

  it('throws what is no error of the service, once the others have ended', async () => {
    const { sent, read, end } = pendingReads();
    const ended = readEach(numbered(20), read);
    const fault = expect(ended).rejects.toThrow('A defect');
    await end((of) => {
      of('t2').failed(new Error('A defect'));
    });
    await fault;
    expect(sent).toEqual(numbered(8));
  });
});
