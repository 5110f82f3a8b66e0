import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../../src/service/errors';
import { publishedLimits } from '../../../src/service/limits';
import { listProjects } from '../../../src/service/projectListing';
import { Schedule, type Priority } from '../../../src/service/schedule';

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

/** A schedule, when it sent what, and how long the service takes to answer. */
function service({ answersAfterMs = 0, schedule = new Schedule() } = {}) {
  const sent: { readonly family: Family; readonly at: number; readonly name: unknown }[] = [];
  const start = performance.now();
  const ask = (
    family: Family,
    options: { name?: unknown; priority?: Priority; signal?: AbortSignal; answer?: () => unknown } = {},
  ): Promise<unknown> =>
    schedule.run({ path: paths[family], operation }, options, async () => {
      sent.push({ family, at: performance.now() - start, name: options.name });
      if (answersAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, answersAfterMs));
      return options.answer?.();
    });
  const timesOf = (family: Family): number[] =>
    sent.filter((request) => request.family === family).map(({ at }) => at);
  return { schedule, sent, ask, timesOf };
}

/** The most requests over what `perSecond` and `burst` allow, in any window of time. */
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

const tooMany = (retryAfterMs?: number) => {
  throw new ServiceError({
    kind: 'rateLimited',
    operation,
    status: 429,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
};

describe('rates', () => {
  it('are never exceeded in any window, whatever is asked for and when', async () => {
    const arrivals = fc.array(
      fc.record({
        afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3000 })),
        count: fc.integer({ min: 1, max: 60 }),
        family: fc.constantFrom<Family>('dashboard', 'teams', 'cloudconfigs', 'others'),
        priority: fc.constantFrom<Priority>('person', 'timer'),
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
      { numRuns: 50 },
    );
  });

  it('are those that are published', () => {
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

  it('let 10,000 projects load within 5 % of the time that the limits allow', async () => {
    const the = service();
    const pages = 200;
    const listing = listProjects(
      {
        listProjects: async (query, options) => {
          await the.schedule.run({ path: paths.dashboard, operation }, options ?? {}, () => {
            the.sent.push({ family: 'dashboard', at: performance.now(), name: undefined });
            return Promise.resolve();
          });
          const page = Number(query.continue ?? 0) + 1;
          return { items: [], continue: page < pages ? String(page) : '' };
        },
      },
      'post',
      { limit: 50 },
    );
    const reading = (async () => {
      for await (const page of listing) expect(page.items).toEqual([]);
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

  it('of one family do not hold another one up', async () => {
    const the = service();
    for (let asked = 0; asked < 100; asked++) void the.ask('dashboard');
    void the.ask('cloudconfigs');
    await vi.advanceTimersByTimeAsync(0);
    expect(the.timesOf('cloudconfigs')).toEqual([0]);
    await vi.runAllTimersAsync();
  });
});

describe('turns', () => {
  it('are six at a time', async () => {
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
  ])('are a person’s before a timer’s where both wait %s', async (_what, before, answersAfterMs) => {
    const the = service({ answersAfterMs });
    for (let asked = 0; asked < before; asked++) void the.ask('dashboard');
    for (let asked = 0; asked < 5; asked++) void the.ask('dashboard', { name: 'timer', priority: 'timer' });
    await vi.advanceTimersByTimeAsync(0);
    for (let asked = 0; asked < 5; asked++) void the.ask('dashboard', { name: 'person' });
    await vi.runAllTimersAsync();
    const names = the.sent.slice(before).map(({ name }) => name);
    // The timer's first one stood at the head of the queue before anybody else came.
    const rest = names.slice(names[0] === 'timer' ? 1 : 0);
    expect(rest.slice(0, 5)).toEqual(Array(5).fill('person'));
    expect(names).toHaveLength(10);
  });

  it.each([
    ['a slot', 6, 1000],
    ['the rate', 48, 0],
  ])(
    'that are given up while they wait for %s are free for the next one',
    async (_what, before, answersAfterMs) => {
      const the = service({ answersAfterMs });
      for (let asked = 0; asked < before; asked++) void the.ask('dashboard');
      await vi.advanceTimersByTimeAsync(0);
      const controllers = [1, 2, 3].map(() => new AbortController());
      const given = controllers.map(({ signal }) => the.ask('dashboard', { signal }).catch(() => 'given up'));
      void the.ask('dashboard', { name: 'next' });
      for (const controller of controllers) controller.abort();
      await vi.runAllTimersAsync();
      expect(await Promise.all(given)).toEqual(Array(3).fill('given up'));
      expect(the.sent).toHaveLength(before + 1);
      expect(the.sent.at(-1)).toMatchObject({ name: 'next', at: answersAfterMs === 0 ? 100 : 1000 });
    },
  );
});

describe('a 429', () => {
  it.each([
    ['as long as it asks to', 7000, 7000],
    ['a second where it does not say how long', undefined, 1000],
  ])('makes its whole family wait, %s, and no other', async (_how, retryAfterMs, restMs) => {
    const the = service();
    let isOver = false;
    const refused = the.ask('dashboard', {
      answer: () => (isOver ? 'fine' : tooMany(retryAfterMs)),
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
    expect(Math.min(...later) - first).toBeGreaterThanOrEqual(restMs);
    expect(the.timesOf('teams')).toEqual([0]);
  });

  it('is followed by no burst', async () => {
    const the = service({ schedule: new Schedule({ repetitions: 0 }) });
    await expect(the.ask('dashboard', { answer: () => tooMany(0) })).rejects.toThrow();
    const from = performance.now();
    const answers = Array.from({ length: 30 }, () => the.ask('dashboard'));
    await vi.runAllTimersAsync();
    await Promise.all(answers);
    expect(performance.now() - from).toBeGreaterThanOrEqual(2800);
  });

  it('that asks to wait for long fails at once, and so does what comes later, without being sent', async () => {
    const the = service();
    await expect(the.ask('dashboard', { answer: () => tooMany(600_000) })).rejects.toMatchObject({
      kind: 'rateLimited',
    });
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(the.ask('dashboard')).rejects.toMatchObject({
      failure: { kind: 'rateLimited', operation, retryAfterMs: 540_000 },
    });
    expect(the.sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(540_000);
    await the.ask('dashboard');
    expect(the.sent).toHaveLength(2);
  });
});
