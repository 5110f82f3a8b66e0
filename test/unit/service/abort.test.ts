import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sleep, unlessAborted } from '../../../src/service/abort';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

describe('unlessAborted', () => {
  it.each([
    ['without a signal', undefined],
    ['with a signal that is not aborted', new AbortController().signal],
  ])('settles as the promise does %s', async (_what, signal) => {
    expect(await unlessAborted(Promise.resolve(1), signal)).toBe(1);
    await expect(unlessAborted(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
    if (signal !== undefined) expect(listeners(signal)).toBe(0);
  });

  it('rejects when the signal is aborted, after calling onAbort', async () => {
    const controller = new AbortController();
    const onAbort = vi.fn();
    const aborted = unlessAborted(new Promise(() => undefined), controller.signal, onAbort);
    expect(onAbort).not.toHaveBeenCalled();
    controller.abort();
    expect(onAbort).toHaveBeenCalledOnce();
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    expect(listeners(controller.signal)).toBe(0);
  });
});

describe('sleep', () => {
  it('resolves after its time, or rejects when the signal is aborted and clears its timer', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const controller = new AbortController();
    let hasEnded = false;
    const waiting = sleep(100, undefined).then(() => (hasEnded = true));
    const aborted = sleep(100, controller.signal);
    await vi.advanceTimersByTimeAsync(99);
    expect(hasEnded).toBe(false);
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(hasEnded).toBe(true);
  });
});
