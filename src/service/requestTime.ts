/** When something was requested from the service. */
export interface RequestTime {
  /** In milliseconds since 1970. Only for what users are shown: the clock may be set back. */
  readonly readAt: number;
  /** Higher for what was requested later, from any service: it decides which of two readings is the latest. */
  readonly requestNumber: number;
  /** How many milliseconds the service's clock was ahead of this computer's: see `ServiceClock`. */
  readonly aheadMs?: number | undefined;
}

let lastNumber = 0;

/** Takes the time and the next number. A request gets them when it leaves for the service: see {@link timed}. */
export function requestTime(): RequestTime {
  return { readAt: Date.now(), requestNumber: ++lastNumber };
}

/** The first of several times; undefined if none is known. */
export function oldestTime(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : known.reduce((one, other) => Math.min(one, other));
}

/** A time of the service's clock by that of this computer. */
export function localTime(time: number | undefined, aheadMs = 0): number | undefined {
  return time === undefined ? undefined : time - aheadMs;
}

/** When something was requested, by the service's clock. */
export function serviceTime(requested: Omit<RequestTime, 'requestNumber'> | undefined): number {
  return requested === undefined ? -Infinity : requested.readAt + (requested.aheadMs ?? 0);
}

/**
 * Options for one call or several, and when the first of them that was answered left for the service. Before, and if none
 * was answered, it is now: a request can wait for its turn while later ones are sent.
 */
export function timed<Options extends { readonly onSent?: ((time: RequestTime) => void) | undefined }>(
  options: Options,
): { readonly options: Options; readonly time: RequestTime } {
  const called = requestTime();
  let sent: RequestTime | undefined;
  const onSent = (time: RequestTime): void => {
    sent ??= time;
    options.onSent?.(time);
  };
  return {
    options: { ...options, onSent },
    get time() {
      return sent ?? called;
    },
  };
}

/** The `Date` header has whole seconds, and a response takes a while: a smaller difference counts as none. */
const accuracyMs = 5_000;

/** A difference that is this much larger or smaller than before is that of a clock that was set. */
const jumpMs = 60_000;

/** How much the latest response counts: one that took long says little. */
const weight = 0.2;

/**
 * How the clock of a service differs from that of this computer, by the `Date` header of its responses (RFC 9110, 6.6.1).
 * Heartbeats and expiry are times of the service's clock.
 */
export class ServiceClock {
  #aheadMs: number | undefined;

  /** How many milliseconds the service's clock is ahead; negative if it is behind, 0 while that is not known. */
  get aheadMs(): number {
    const ahead = this.#aheadMs ?? 0;
    return Math.abs(ahead) < accuracyMs ? 0 : Math.round(ahead);
  }

  /** @param date of a response that just arrived @param durationMs since its request was sent */
  take(date: unknown, durationMs: number): void {
    const time = typeof date === 'string' ? Date.parse(date) : NaN;
    if (Number.isNaN(time)) return;
    // On average, it was made half a second after the full second, half-way through the request.
    const ahead = time + 500 - (Date.now() - durationMs / 2);
    const before = this.#aheadMs ?? ahead;
    const difference = ahead - before;
    this.#aheadMs = Math.abs(difference) > jumpMs ? ahead : before + weight * difference;
  }
}
