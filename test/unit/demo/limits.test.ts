import { describe, expect, it } from 'vitest';
import type { ScriptedOptions, ScriptedService } from '../../support/demo/service';
import { answer, ask, errorBody, projectsPath, start } from './helper';

/** A service with a clock that only changes when the test sets it, in milliseconds. */
async function startWithClock(limits: ScriptedOptions['limits']) {
  let time = 5_000.5;
  const service = await start({ limits, clock: () => time });
  return { service, pass: (milliseconds: number) => (time += milliseconds) };
}

/** How many consecutive requests the service accepts, up to `most`. */
async function taken(service: ScriptedService, path: string, most: number): Promise<number> {
  for (let count = 0; count < most; count++) {
    const response = await ask(service, path);
    await response.text();
    if (response.status === 429) {
      return count;
    }
  }
  return most;
}

describe('the published limits', () => {
  it.each([
    ['/v1/spectroclusters/x', 50],
    ['/v1/dashboard/x', 10],
    ['/v1/x', 10],
  ])('of %s allow %i requests a second after that', async (path, perSecond) => {
    const { service, pass } = await startWithClock('published');
    await taken(service, path, 251);
    pass(1_000);
    expect(await taken(service, path, perSecond + 1)).toBe(perSecond);
  });
});

describe('a limit', () => {
  it("rejects with the service's error body and the time until the next request", async () => {
    const { service, pass } = await startWithClock({ dashboard: { perSecond: 0.4, burst: 1 } });
    const retryAfter = async () => (await ask(service, projectsPath)).headers.get('retry-after');
    expect(await retryAfter()).toBeNull();
    expect(await answer(service, projectsPath)).toEqual({ status: 429, body: errorBody('TooManyRequests') });
    // 2.5 seconds, and the remaining time, in whole seconds.
    expect(await retryAfter()).toBe('3');
    pass(1_000);
    expect(await retryAfter()).toBe('2');
    pass(1_499);
    expect(await retryAfter()).toBe('1');
    pass(1);
    expect(await retryAfter()).toBeNull();
  });
});
