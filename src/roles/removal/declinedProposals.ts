import type { ConnectionIdentity } from '../../connections/connection';

/** How long the same removal cannot be proposed again, in milliseconds. */
const pauseMs = 60_000;

/** A role that an agent proposed to remove. */
export interface ProposedRole {
  readonly connection: ConnectionIdentity;
  readonly teamUid: string;
  readonly roleUid: string;
}

/** Remembers which proposals the user declined, so that an agent cannot ask again and again. */
export class DeclinedProposals {
  /** When they were declined, in milliseconds since 1970. */
  readonly #times = new Map<string, number>();

  add(proposed: ProposedRole): void {
    this.#times.set(keyOf(proposed), Date.now());
  }

  has(proposed: ProposedRole): boolean {
    const declinedAt = this.#times.get(keyOf(proposed));
    // The absolute difference, because the clock may have been set back.
    return declinedAt !== undefined && Math.abs(Date.now() - declinedAt) < pauseMs;
  }
}

function keyOf({ connection: { name, baseUrl }, teamUid, roleUid }: ProposedRole): string {
  return JSON.stringify([name, baseUrl, teamUid, roleUid]);
}
