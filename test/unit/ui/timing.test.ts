import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { debounce, throttle } from '../../../src/ui/timing';

const run = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  run.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

/** How often `run` is called while `ms` pass. */
function runsIn(ms: number): number {
  run.mockClear();
  vi.advanceTimersByTime(ms);
  return run.mock.calls.length;
}

describe('debounce', () => {
  it('runs once after a pause, with the last arguments', () => {
    const call = debounce(run, 100);
    call(1);
    vi.advanceTimersByTime(99);
    call(2);
    expect(runsIn(99)).toBe(0);
    vi.advanceTimersByTime(1);
    expect(run.mock.calls).toEqual([[2]]);
  });

  it('can be canceled and called again', () => {
    const call = debounce(run, 100);
    call();
    call.cancel();
    expect(runsIn(1000)).toBe(0);
    call();
    expect(runsIn(100)).toBe(1);
  });
});

describe('throttle', () => {
  it('runs at once, then once in an interval as long as there are calls', () => {
    const call = throttle(run, 100);
    call();
    expect(run).toHaveBeenCalledOnce();
    call();
    call();
    expect(runsIn(99)).toBe(0);
    expect(runsIn(1)).toBe(1);
    call();
    expect(runsIn(100)).toBe(1);
    expect(runsIn(1000)).toBe(0);
    call();
    expect(run).toHaveBeenCalledOnce();
  });

  it('can run now, which starts an interval', () => {
    const call = throttle(run, 100);
    call();
    vi.advanceTimersByTime(50);
    run.mockClear();
    call.now();
    expect(run).toHaveBeenCalledOnce();
    call();
    expect(runsIn(99)).toBe(0);
    expect(runsIn(1)).toBe(1);
  });

  it('can be canceled and called again', () => {
    const call = throttle(run, 100);
    call();
    call();
    call.cancel();
    expect(runsIn(1000)).toBe(0);
    call();
    expect(run).toHaveBeenCalledOnce();
  });
});
