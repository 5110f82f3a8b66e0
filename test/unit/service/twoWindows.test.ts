import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ServiceClient } from '../../../src/service/client';
import { Schedule } from '../../../src/service/schedule';
import { connected, createTestClient } from '../support/service';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** How far the clock of the windows and the service advances at a time. */
const stepMs = 10;

/** Two windows of a user, which the service tells apart by nothing: one limit, of 50 requests and 10 a second. */
async function twoWindows() {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { service, client, records } = await connected({
    limits: { dashboard: { perSecond: 10, burst: 50 } },
    clock: () => performance.now(),
    projects: 300,
  });
  const other = createTestClient(service.baseUrl, {
    apiKey: () => Promise.resolve(service.apiKey),
    schedule: new Schedule(),
  });
  let sent = 0;
  const isInFlight = (): boolean => records.length + other.records.length < sent;
  /** The number of lists that `of` has read of so many, which it asks for at once. */
  const read = (of: ServiceClient, count: number) => {
    const progress = { done: 0, all: Promise.resolve<unknown>(undefined) };
    const lists = Array.from({ length: count }, async (_, page) => {
      await of.listProjects({ method: 'post', limit: 1, name: String(page) }, { onSent: () => (sent += 1) });
      progress.done += 1;
    });
    progress.all = Promise.all(lists);
    return progress;
  };
  /** Lets time pass, in which responses take no time. */
  const pass = async (isOver: () => boolean): Promise<void> => {
    const until = performance.now() + 120_000;
    while (!isOver()) {
      if (performance.now() > until) throw new Error('A window waits forever.');
      for (let turn = 0; turn < 3 || isInFlight(); turn++) await new Promise(setImmediate);
      await vi.advanceTimersByTimeAsync(stepMs);
    }
  };
  return { first: client, second: other.client, read, pass };
}

describe('two windows of a user', () => {
  it.each([
    ['at the same time', 100, 0],
    ['while the first one reads', 200, 3000],
  ])('share a limit without an error if the second one begins %s', async (_when, count, afterMs) => {
    const { first, second, read, pass } = await twoWindows();
    const start = performance.now();
    const one = read(first, count);
    await pass(() => performance.now() - start >= afterMs);
    const two = read(second, 100);
    await pass(() => one.done === count || two.done === 100);
    // Neither starves: the other one has read at least a third of its own meanwhile.
    expect(one.done).toBeGreaterThan(count / 3);
    expect(two.done).toBeGreaterThan(100 / 3);
    await pass(() => one.done === count && two.done === 100);
    await Promise.all([one.all, two.all]);
    const leastMs = ((count + 100 - 50) / 10) * 1000;
    expect(performance.now() - start).toBeLessThan(leastMs * 1.4);
  });
});
