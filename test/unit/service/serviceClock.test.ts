import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceClock } from '../../../src/service/requestTime';

const start = Date.UTC(2026, 10, 25, 3);
const minute = 60_000;

beforeEach(() => vi.useFakeTimers({ now: start, toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

const dateAt = (ms: number) => new Date(ms).toUTCString();

describe('the clock of a service', () => {
  it('is taken as right while no response tells the time', () => {
    const clock = new ServiceClock();
    expect(clock.aheadMs).toBe(0);
    for (const date of [undefined, '', 'soon', 12, ['Thu']]) clock.take(date, 10);
    expect(clock.aheadMs).toBe(0);
  });

  it.each([
    [11 * minute, 11 * minute],
    [-3 * minute, -3 * minute],
    // Less than the header can tell.
    [3000, 0],
  ])('is %i ms ahead', (ahead, shown) => {
    const clock = new ServiceClock();
    clock.take(dateAt(start + ahead), 0);
    expect(Math.abs(clock.aheadMs - shown)).toBeLessThanOrEqual(500);
  });

  it('was read half-way through a slow request', () => {
    const clock = new ServiceClock();
    clock.take(dateAt(start - 15_000), 30_000);
    expect(clock.aheadMs).toBe(0);
  });

  it('follows slowly, and at once if a clock was set', () => {
    const clock = new ServiceClock();
    clock.take(dateAt(start + 5 * minute), 0);
    clock.take(dateAt(start + 5.5 * minute), 0);
    expect(clock.aheadMs).toBeLessThan(5.2 * minute);
    clock.take(dateAt(start), 0);
    expect(clock.aheadMs).toBe(0);
  });
});
