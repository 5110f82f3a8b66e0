/** How many requests a service accepts: `perSecond` in the long run, and `burst` at once after a pause. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Concurrent requests to one service. More would only slow each other down. If timers have taken the slots, a user can still
 * have as many.
 */
export const concurrency = 6;

/** The rate limits of a service's endpoint families. */
export interface Limits {
  /** By the second segment of a path: all of `/v1/teams/…` counts as `teams`. */
  readonly families: ReadonlyMap<string, Rate>;
  /** For all other paths together. */
  readonly others: Rate;
}

const fast: Rate = { perSecond: 50, burst: 250 };
const slow: Rate = { perSecond: 10, burst: 50 };

/** The limits per source address of the API's public documentation. Above them, a service responds with 429. */
export const publishedLimits: Limits = {
  families: new Map([
    ['cloudconfigs', fast],
    ['spectroclusters', fast],
    ['dashboard', slow],
    ['teams', slow],
    ['projects', slow],
  ]),
  others: slow,
};

/** The part of the burst that is not used: requests can arrive closer together than they were sent. */
const reserve = 0.04;

/** How many requests Poolview sends at once after a pause. */
export function burstOf({ burst }: Rate): number {
  return Math.max(1, Math.floor(burst * (1 - reserve)));
}

/**
 * The part of the rate that is not used. Otherwise, one window could take each request that the service allows as soon as it
 * does, never be refused, and leave nothing to another window.
 */
const headroom = 0.02;

/** How many requests a second Poolview sends in the long run. */
export function paceOf({ perSecond }: Rate): number {
  return perSecond * (1 - headroom);
}

/** The endpoint family of a path, and its rate limit. */
export function familyOf(
  [, name = '']: readonly string[],
  { families, others }: Limits,
): { name: string; rate: Rate } {
  const rate = families.get(name);
  return rate === undefined ? { name: '', rate: others } : { name, rate };
}
