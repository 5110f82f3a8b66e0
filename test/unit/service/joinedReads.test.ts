import { describe, expect, it } from 'vitest';
import { JoinedReads } from '../../../src/service/joinedReads';

/** Reads that the test completes. */
function reads() {
  const joined = new JoinedReads();
  const started: ((answer: string) => void)[] = [];
  const join = (): Promise<string> =>
    joined.join('key', () => new Promise<string>((resolve) => started.push(resolve)), undefined);
  return { joined, started, join };
}

describe('reads in flight', () => {
  it('are not joined after they have ended', async () => {
    const { started, join } = reads();
    const first = join();
    started[0]?.('first');
    expect(await first).toBe('first');
    const second = join();
    started[1]?.('second');
    expect(await second).toBe('second');
  });

  it('are joined after a change, even if an older read with the same key ends', async () => {
    const { joined, started, join } = reads();
    const older = join();
    joined.invalidate();
    const newer = join();
    started[0]?.('older');
    expect(await older).toBe('older');
    const joining = join();
    expect(started).toHaveLength(2);
    started[1]?.('newer');
    expect(await Promise.all([newer, joining])).toEqual(['newer', 'newer']);
  });

  it('are not started if the signal is already aborted', async () => {
    const { joined, started } = reads();
    const start = () => new Promise<string>((resolve) => started.push(resolve));
    await expect(joined.join('key', start, AbortSignal.abort(new Error('aborted')))).rejects.toThrow(
      'aborted',
    );
    expect(started).toEqual([]);
  });
});
