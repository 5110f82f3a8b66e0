import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ServiceError, type ServiceErrorKind } from '../../../src/service/errors';
import { createServiceClient } from '../../../src/service/client';
import { publishedLimits } from '../../../src/service/endpointFamily';
import type { Priority } from '../../../src/service/operations';
import { Schedule } from '../../../src/service/schedule';

const operation = 'listProjects';
const paths = {
  dashboard: ['v1', 'dashboard', 'projects'],
  teams: ['v1', 'teams', 'uid', 'resourceRoles'],
  cloudconfigs: ['v1', 'cloudconfigs', 'openstack', 'uid'],
  others: ['v1', 'users', 'me'],
} as const;
type Family = keyof typeof paths;

const slow = { perSecond: 10, burst: 50 };
const rates = { dashboard: slow, teams: slow, others: slow, cloudconfigs: { perSecond: 50, burst: 250 } };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A schedule and a log of what it sent, with a service that takes `answersAfterMs` to respond. */
function service({ answersAfterMs = 0, schedule = new Schedule() } = {}) {
  const sent: { readonly family: Family; readonly at: number; readonly name: unknown }[] = [];
  const start = performance.now();
  const ask = (
    family: Family,
    {
      changes,
      ...options
    }: {
      name?: unknown;
      changes?: true;
      priority?: Priority;
      signal?: AbortSignal;
      answer?: () => unknown;
    } = {},
  ): Promise<unknown> =>
    schedule.run({ path: paths[family], operation, ...(changes && { changes }) }, options, async () => {
      sent.push({ family, at: performance.now() - start, name: options.name });
      if (answersAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, answersAfterMs));
      return options.answer?.();
    });
  const timesOf = (family: Family): number[] =>
    sent.filter((request) => request.family === family).map(({ at }) => at);
  return { schedule, sent, ask, timesOf };
}

/** The largest number of requests above the rate limit in any window of time. */
function excess(
  times: readonly number[],
  { perSecond, burst }: { perSecond: number; burst: number },
): number {
  let most = -Infinity;
  times.forEach((from, first) => {
    times.slice(first).forEach((to, more) => {
      most = Math.max(most, more + 1 - burst - ((to - from) / 1000) * perSecond);
    });
  });
  return most;
}

/** A response that fails with `status`. */
const failing = (kind: ServiceErrorKind, status: number, retryAfterMs?: number) => () => {
  throw new ServiceError({
    kind,
    operation,
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
};
const tooMany = (retryAfterMs?: number) => failing('rateLimited', 429, retryAfterMs);
const unavailable = (retryAfterMs?: number) => failing('serviceFault', 503, retryAfterMs);

describe('the rate limits', () => {
  it('are not exceeded in any window of time, whatever is requested and when [guarantee: rate-limits]', async () => {
    const arrivals = fc.array(
      fc.record({
        afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3000 })),
        count: fc.integer({ min: 1, max: 60 }),
        family: fc.constantFrom<Family>('dashboard', 'teams', 'cloudconfigs', 'others'),
        priority: fc.constantFrom<Priority>('change', 'user', 'timer'),
      }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(arrivals, fc.integer({ min: 0, max: 400 }), async (bursts, answersAfterMs) => {
        const the = service({ answersAfterMs });
        const answers: Promise<unknown>[] = [];
        for (const { afterMs, count, family, priority } of bursts) {
          await vi.advanceTimersByTimeAsync(afterMs);
          for (let asked = 0; asked < count; asked++) answers.push(the.ask(family, { priority }));
        }
        await vi.runAllTimersAsync();
        await Promise.all(answers);
        expect(the.sent).toHaveLength(answers.length);
        for (const [family, rate] of Object.entries(rates)) {
          expect(excess(the.timesOf(family as Family), rate)).toBeLessThanOrEqual(0);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('are the published ones', () => {
    const table = Object.fromEntries(publishedLimits.families);
    expect({ ...table, others: publishedLimits.others }).toEqual({
      cloudconfigs: { perSecond: 50, burst: 250 },
      spectroclusters: { perSecond: 50, burst: 250 },
      dashboard: slow,
      teams: slow,
      projects: slow,
      others: slow,
    });
  });

  it('allow 10,000 projects to load within 5 % of the optimal time', async () => {
    const the = service();
    const pages = 200;
    const reading = (async () => {
      for (let page = 0; page < pages; page++) await the.ask('dashboard');
    })();
    await vi.runAllTimersAsync();
    await reading;
    const times = the.timesOf('dashboard');
    expect(times).toHaveLength(pages);
    const tookMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
    const leastMs = ((pages - slow.burst) / slow.perSecond) * 1000;
    expect(tookMs).toBeGreaterThanOrEqual(leastMs);
    expect(tookMs).toBeLessThanOrEqual(leastMs * 1.05);
  });

  it('of one family do not delay another one', async () => {
    const the = service();
    for (let asked = 0; asked < 100; asked++) void the.ask('dashboard');
    void the.ask('cloudconfigs');
    await vi.advanceTimersByTimeAsync(0);
    expect(the.timesOf('cloudconfigs')).toEqual([0]);
    await vi.runAllTimersAsync();
  });
});

describe('concurrent requests', () => {
  it('are limited to six', async () => {
    const the = service({ answersAfterMs: 100 });
    const answers = [1, 2, 3, 4, 5, 6, 7].map(() => the.ask('cloudconfigs'));
    await vi.advanceTimersByTimeAsync(99);
    expect(the.sent).toHaveLength(6);
    await vi.advanceTimersByTimeAsync(1);
    expect(the.sent).toHaveLength(7);
    await vi.runAllTimersAsync();
    await Promise.all(answers);
  });

  it.each([
    ['for a slot', 6, 100],
    ['for the rate', 48, 0],
  ])('are sent for a person before a timer if both wait %s', async (_what, before, answersAfterMs) => {
    const the = service({ answersAfterMs });
    for (let asked = 0; asked < before; asked++) void the.ask('dashboard');
    for (let asked = 0; asked < 5; asked++) void the.ask('dashboard', { name: 'timer', priority: 'timer' });
    await vi.advanceTimersByTimeAsync(0);
    for (let asked = 0; asked < 5; asked++) void the.ask('dashboard', { name: 'user' });
    await vi.runAllTimersAsync();
    const names = the.sent.slice(before).map(({ name }) => name);
    // The first request of the timer was at the head of the queue before the person's.
    const rest = names.slice(names[0] === 'timer' ? 1 : 0);
    expect(rest.slice(0, 5)).toEqual(Array(5).fill('user'));
    expect(names).toHaveLength(10);
  });

  it('of a person do not wait for slow ones of a timer, nor for those that wait for a slot', async () => {
    const the = service({ answersAfterMs: 30_000 });
    for (let asked = 0; asked < 6; asked++) void the.ask('dashboard', { priority: 'timer' });
    await vi.advanceTimersByTimeAsync(0);
    void the.ask('teams', { name: 'timer', priority: 'timer' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(the.sent).toHaveLength(6);
    void the.ask('teams', { name: 'user' });
    await vi.advanceTimersByTimeAsync(0);
    expect(the.sent.slice(6)).toEqual([{ family: 'teams', at: 1000, name: 'user' }]);
    await vi.runAllTimersAsync();
    expect(the.sent.at(-1)).toMatchObject({ name: 'timer', at: 30_000 });
  });

  it('that change something do not wait for reads, nor for those that wait for a slot', async () => {
    const the = service({ answersAfterMs: 30_000 });
    for (let asked = 0; asked < 12; asked++) void the.ask('teams', { priority: 'user' });
    for (let asked = 0; asked < 12; asked++) void the.ask('teams', { priority: 'timer' });
    await vi.advanceTimersByTimeAsync(1000);
    const { length } = the.sent;
    const answer = the.ask('teams', { name: 'change', changes: true });
    void the.ask('teams', { name: 'reread', priority: 'change' });
    await vi.advanceTimersByTimeAsync(0);
    expect(the.sent.slice(length)).toEqual(
      ['change', 'reread'].map((name) => ({ family: 'teams', at: 1000, name })),
    );
    await vi.runAllTimersAsync();
    await answer;
  });

  it('of a timer use the slots that a person leaves', async () => {
    const the = service({ answersAfterMs: 1000 });
    for (let asked = 0; asked < 4; asked++) void the.ask('teams');
    await vi.advanceTimersByTimeAsync(0);
    for (let asked = 0; asked < 6; asked++) void the.ask('dashboard', { name: 'timer', priority: 'timer' });
    await vi.advanceTimersByTimeAsync(999);
    expect(the.timesOf('teams')).toHaveLength(4);
    expect(the.timesOf('dashboard')).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(the.sent).toHaveLength(10);
    await vi.runAllTimersAsync();
  });

  it.each([
    ['a slot', 6, 1000],
    ['the rate', 48, 0],
  ])(
    'that are canceled while they wait for %s do not delay the next one',
    async (_what, before, answersAfterMs) => {
      const the = service({ answersAfterMs });
      for (let asked = 0; asked < before; asked++) void the.ask('dashboard');
      await vi.advanceTimersByTimeAsync(0);
      const controllers = [1, 2, 3].map(() => new AbortController());
      const canceled = controllers.map(({ signal }) =>
        the.ask('dashboard', { signal }).catch(() => 'canceled'),
      );
      void the.ask('dashboard', { name: 'next' });
      for (const controller of controllers) controller.abort();
      await vi.runAllTimersAsync();
      expect(await Promise.all(canceled)).toEqual(Array(3).fill('canceled'));
      expect(the.sent).toHaveLength(before + 1);
      expect(the.sent.at(-1)).toMatchObject({ name: 'next', at: answersAfterMs === 0 ? 103 : 1000 });
    },
  );
});

describe('a retry', () => {
  it('waits for at most 0.5, 1 and 2 seconds', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    onTestFinished(() => void vi.restoreAllMocks());
    const the = service();
    const failed = the.ask('dashboard', { answer: unavailable() }).catch(() => 'failed');
    await vi.runAllTimersAsync();
    expect(await failed).toBe('failed');
    const times = the.timesOf('dashboard');
    expect(times.map((time, index) => Math.round(time - (times[index - 1] ?? 0)))).toEqual([
      0, 500, 1000, 2000,
    ]);
  });
});

describe('a 429', () => {
  it.each([
    ['as long as it says', 7000, 7000],
    ['for a second if it does not say how long', undefined, 1000],
  ])(
    'pauses its whole family, %s, and no other [guarantee: rate-limits]',
    async (_how, retryAfterMs, pauseMs) => {
      const the = service();
      let isOver = false;
      const refused = the.ask('dashboard', {
        answer: () => (isOver ? 'fine' : tooMany(retryAfterMs)()),
        name: 'refused',
      });
      await vi.advanceTimersByTimeAsync(0);
      isOver = true;
      void the.ask('dashboard');
      void the.ask('teams');
      await vi.runAllTimersAsync();
      expect(await refused).toBe('fine');
      const [first = 0, ...later] = the.timesOf('dashboard');
      expect(later).toHaveLength(2);
      expect(Math.min(...later) - first).toBeGreaterThanOrEqual(pauseMs);
      expect(the.timesOf('teams')).toEqual([0]);
    },
  );

  it('is not followed by a burst', async () => {
    const the = service({ schedule: new Schedule({ retries: 0 }) });
    await expect(the.ask('dashboard', { answer: tooMany(0) })).rejects.toThrow();
    const from = performance.now();
    const answers = Array.from({ length: 30 }, () => the.ask('dashboard'));
    await vi.runAllTimersAsync();
    await Promise.all(answers);
    expect(performance.now() - from).toBeGreaterThanOrEqual(2800);
  });

  it('delays a request that was waiting for a slot', async () => {
    const the = service({ schedule: new Schedule({ retries: 0 }) });
    let refuse = (): void => undefined;
    const refused = the
      .ask('dashboard', {
        answer: () => new Promise<void>((resolve) => (refuse = resolve)).then(tooMany(7000)),
      })
      .catch(() => 'refused');
    const hold = () => new Promise((resolve) => setTimeout(resolve, 60_000));
    for (let slot = 1; slot < 6; slot++) void the.ask('cloudconfigs', { answer: hold });
    await vi.advanceTimersByTimeAsync(0);
    void the.ask('dashboard', { name: 'waits for a slot' });
    await vi.advanceTimersByTimeAsync(100);
    refuse();
    expect(await refused).toBe('refused');
    await vi.runAllTimersAsync();
    expect(the.sent.at(-1)).toMatchObject({ name: 'waits for a slot', at: 7100 });
  });

  it('without a Retry-After does not shorten a longer pause', async () => {
    const the = service({ schedule: new Schedule({ retries: 0 }) });
    let release = (): void => undefined;
    const late = the
      .ask('dashboard', { answer: () => new Promise<void>((resolve) => (release = resolve)).then(tooMany()) })
      .catch(() => 'refused');
    await expect(the.ask('dashboard', { answer: tooMany(30_000) })).rejects.toThrow();
    release();
    expect(await late).toBe('refused');
    void the.ask('dashboard', { name: 'next' });
    await vi.runAllTimersAsync();
    expect(the.sent.at(-1)).toMatchObject({ name: 'next', at: 30_000 });
  });
});

describe('a pause of an hour', () => {
  const hour = 3_600_000;

  /** A schedule after the response `answer`. */
  async function paused(answer: () => unknown = unavailable(hour)) {
    const the = service({ schedule: new Schedule({ retries: 0 }) });
    await expect(the.ask('dashboard', { answer })).rejects.toThrow();
    return the;
  }

  it.each([
    ['serviceFault', 503, unavailable(hour)],
    ['rateLimited', 429, tooMany(hour)],
  ] as const)('fails further requests with %s %i without sending them', async (kind, status, answer) => {
    const the = await paused(answer);
    await vi.advanceTimersByTimeAsync(1000);
    const refused = the.ask('dashboard');
    await expect(refused).rejects.toMatchObject({
      canRetry: false,
      retryAt: Date.now() + hour - 1000,
      failure: { kind, status, operation, reason: 'notSent', retryAfterMs: hour - 1000 },
    });
    expect(the.sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(hour - 1000);
    await the.ask('dashboard', { priority: 'timer' });
    expect(the.sent).toHaveLength(2);
  });

  it('allows a request of a user after five seconds, and of a timer after the hour', async () => {
    const the = await paused();
    await vi.advanceTimersByTimeAsync(4999);
    await expect(the.ask('dashboard')).rejects.toMatchObject({ failure: { reason: 'notSent' } });
    await vi.advanceTimersByTimeAsync(1);
    await expect(the.ask('dashboard', { priority: 'timer' })).rejects.toMatchObject({
      failure: { reason: 'notSent' },
    });
    await the.ask('dashboard', { name: 'retry' });
    expect(the.sent.map(({ name }) => name)).toEqual([undefined, 'retry']);
  });

  it('allows one such request at a time, and one in five seconds', async () => {
    const the = await paused();
    await vi.advanceTimersByTimeAsync(5000);
    let fail: (error: Error) => void = () => undefined;
    const probe = the.ask('dashboard', { answer: () => new Promise((_resolve, reject) => (fail = reject)) });
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(the.ask('dashboard')).rejects.toMatchObject({ failure: { reason: 'notSent' } });
    fail(new Error('of the test'));
    await expect(probe).rejects.toThrow('of the test');
    await expect(the.ask('dashboard', { answer: unavailable() })).rejects.toMatchObject({
      kind: 'serviceFault',
    });
    await vi.advanceTimersByTimeAsync(4999);
    await expect(the.ask('dashboard')).rejects.toMatchObject({ failure: { reason: 'notSent' } });
    expect(the.sent).toHaveLength(3);
  });

  it('ends when such a request succeeds', async () => {
    const the = await paused();
    await vi.advanceTimersByTimeAsync(5000);
    await the.ask('dashboard');
    await the.ask('dashboard', { priority: 'timer' });
    await the.ask('dashboard', { priority: 'timer' });
    expect(the.sent).toHaveLength(4);
  });

  it('does not end when an earlier request succeeds', async () => {
    const the = service({ schedule: new Schedule({ retries: 0 }) });
    const earlier = the.ask('dashboard', {
      answer: () => new Promise((resolve) => setTimeout(resolve, 100)),
    });
    await expect(the.ask('dashboard', { answer: unavailable(hour) })).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(100);
    await earlier;
    await expect(the.ask('dashboard')).rejects.toMatchObject({ failure: { reason: 'notSent' } });
  });

  it('allows a request of a new client at once, because it has another key', async () => {
    const the = await paused();
    await vi.advanceTimersByTimeAsync(5000);
    // The last request with the old key is still in flight.
    let fail = (): void => undefined;
    const old = the.ask('dashboard', {
      answer: () => new Promise<void>((resolve) => (fail = resolve)).then(unavailable(hour)),
    });
    await vi.advanceTimersByTimeAsync(0);
    const client = createServiceClient(
      { baseUrl: 'http://127.0.0.1:1', apiKey: () => Promise.resolve(undefined), timeoutMs: () => 1000 },
      the.schedule,
    );
    fail();
    await expect(old).rejects.toThrow();
    // Until the slowed rate allows another request.
    await vi.advanceTimersByTimeAsync(1000);
    // This client has no key and sends nothing, but the schedule would have allowed it.
    const list = () => client.listProjects({ method: 'get', limit: 1 });
    await expect(list()).rejects.toMatchObject({ kind: 'unauthorized' });
    await expect(list()).rejects.toMatchObject({ failure: { reason: 'notSent' } });
  });

  it.each([
    ['a conflict', failing('invalidRequest', 409, hour)],
    ['an error that does not say how long', unavailable()],
  ])('is not started by %s', async (_what, answer) => {
    const the = await paused(answer);
    await the.ask('dashboard');
    expect(the.sent).toHaveLength(2);
  });
});
