import { Refusal } from '../../../src/demo/answers';
import { isKeyOf } from '../../../src/service/readers';

/** A bucket of `burst` requests that refills at `perSecond`. */
interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

const high: Rate = { perSecond: 50, burst: 250 };
const low: Rate = { perSecond: 10, burst: 50 };

/** By the segment after `/v1/` in the path; `others` are all other paths together. */
const published = {
  cloudconfigs: high,
  spectroclusters: high,
  dashboard: low,
  teams: low,
  projects: low,
  others: low,
};

type Family = keyof typeof published;

/** `published` are the limits of the real service. A family that is missing has no limit. */
export type Limits = 'none' | 'published' | Readonly<Partial<Record<Family, Rate>>>;

/**
 * Counts requests, one for each call, and returns the refusal of a request above the limit.
 * @param clock in milliseconds, never set back
 */
export function createLimiter(limits: Limits, clock: () => number): (path: string) => Refusal | undefined {
  const rates = limits === 'none' ? {} : limits === 'published' ? published : limits;
  const buckets = new Map<Family, { readonly left: number; readonly at: number }>();
  return (path) => {
    const family = familyOf(path);
    const rate = rates[family];
    if (!rate) {
      return undefined;
    }
    const now = clock();
    const { left, at } = buckets.get(family) ?? { left: rate.burst, at: now };
    const filled = Math.min(rate.burst, left + ((now - at) * rate.perSecond) / 1_000);
    if (filled >= 1) {
      buckets.set(family, { left: filled - 1, at: now });
      return undefined;
    }
    return new Refusal(429, 'TooManyRequests', 'Too many requests.', {
      'retry-after': `${Math.ceil((1 - filled) / rate.perSecond)}`,
    });
  };
}

function familyOf(path: string): Family {
  const name = /^\/v1\/([^/]+)/.exec(path)?.[1] ?? '';
  return isKeyOf(published, name) ? name : 'others';
}
