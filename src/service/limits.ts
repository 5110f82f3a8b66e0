/** How many requests a service takes: `perSecond` in the long run, up to `burst` at once after a rest. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** The rates of a service's endpoint families. */
export interface Limits {
  /** By the second part of a path: all of `/v1/teams/…` counts as `teams`. */
  readonly families: ReadonlyMap<string, Rate>;
  /** Of all other paths together. */
  readonly others: Rate;
}

const fast: Rate = { perSecond: 50, burst: 250 };
const slow: Rate = { perSecond: 10, burst: 50 };

/** What the public documentation of the API says, for each source address. Past it, a service answers 429. */
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

/** The family that `path`, part by part, counts with, and its rate. */
export function familyOf(
  path: readonly string[],
  { families, others }: Limits,
): { name: string; rate: Rate } {
  const [, name = ''] = path;
  const rate = families.get(name);
  return rate === undefined ? { name: '', rate: others } : { name, rate };
}
