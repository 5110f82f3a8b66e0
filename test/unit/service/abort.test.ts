import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sleep, unlessAborted } from '../../../src/service/abort';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

describe('a promise that can be given up', () => {
  it.each([
    ['without a signal', undefined],
    ['with a signal that is not aborted', new AbortController().signal],
  ])('ends as it does %s', async (_what, signal) => {
    expect(await unlessAborted(Promise.resolve(1), signal)).toBe(1);
    await expect(unlessAborted(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
    if (signal !== undefined) expect(listeners(signal)).toBe(0);
  });

  it('is rejected while the signal is aborted, and the caller is told before', async () => {
    const controller = new AbortController();
    const told = vi.fn();
    const given = unlessAborted(new Promise(() => undefined), controller.signal, told);
    expect(told).not.toHaveBeenCalled();
    controller.abort();
    expect(told).toHaveBeenCalledOnce();
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
    expect(listeners(controller.signal)).toBe(0);
  });
});

describe('a wait', () => {
  it('takes its time, or ends with the signal and leaves no timer', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const controller = new AbortController();
    let isOver = false;
    const waiting = sleep(100, undefined).then(() => (isOver = true));
    const given = sleep(100, controller.signal);
    await vi.advanceTimersByTimeAsync(99);
    expect(isOver).toBe(false);
    controller.abort();
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(isOver).toBe(true);
  });
});
