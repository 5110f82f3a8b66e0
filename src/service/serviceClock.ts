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
  add(date: unknown, durationMs: number): void {
    const time = typeof date === 'string' ? Date.parse(date) : NaN;
    if (Number.isNaN(time)) return;
    // On average, it was made half a second after the full second, half-way through the request.
    const ahead = time + 500 - (Date.now() - durationMs / 2);
    const before = this.#aheadMs ?? ahead;
    const difference = ahead - before;
    this.#aheadMs = Math.abs(difference) > jumpMs ? ahead : before + weight * difference;
  }
}
