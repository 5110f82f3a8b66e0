import type { ConnectionIdentity } from '../../connections/connection';

/** How long nothing can be proposed through the same connection, in milliseconds. */
const pauseMs = 60_000;

/** Remembers when the user declined a proposal, so that agents cannot ask about one role after the other. */
export class DeclinedProposals {
  /** When the last one was declined, in milliseconds since 1970, by connection. */
  readonly #times = new Map<string, number>();

  add(connection: ConnectionIdentity): void {
    this.#times.set(keyOf(connection), Date.now());
  }

  /** Whether the user has just declined a proposal for this connection. */
  has(connection: ConnectionIdentity): boolean {
    const declinedAt = this.#times.get(keyOf(connection));
    // The absolute difference, because the clock may have been set back.
    return declinedAt !== undefined && Math.abs(Date.now() - declinedAt) < pauseMs;
  }
}

function keyOf({ name, baseUrl }: ConnectionIdentity): string {
  return JSON.stringify([name, baseUrl]);
}
