import type { Session } from '../connections/session';
import { groupBy } from '../items/groupBy';
import { isServiceError } from '../service/errors';
import { Pages, uidOf, uniqueByUid } from '../service/pages';
import type { ServiceEvent } from '../service/resources/event';

/** How far the time of an entry may be from that of its removal, in milliseconds. */
const maxDistanceMs = 60_000;

export interface Removed {
  /** The ID of the grant. */
  readonly id: string;
  readonly teamUid: string;
  readonly roleUid: string;
  /** When the removal was sent, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * Finds the audit entries of removals, with a request for each team: those that name the UID of the role.
 * @returns the UIDs of entries by the IDs of grants
 * @throws ServiceError if it is canceled
 */
export async function findAuditEntries(
  removed: readonly Removed[],
  session: Session,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const client = await session.client();
  const ofTeams = [...groupBy(removed, ({ teamUid }) => teamUid)].map(async ([resourceUid, own]) => {
    const times = own.map(({ at }) => at);
    const startTime = Math.min(...times) - maxDistanceMs;
    const endTime = Math.max(...times) + maxDistanceMs;
    const query = { resourceUid, startTime, endTime };
    const entries: ServiceEvent[] = [];
    try {
      for await (const { items } of new Pages((token) =>
        client.listAudits({ ...query, continue: token }, { signal }),
      ))
        entries.push(...items);
    } catch (error) {
      if (!isServiceError(error) || error.kind === 'cancelled') throw error;
    }
    return own.flatMap((one) => {
      const [entry, ...others] = uniqueByUid(entries, uidOf).filter(({ message = '', metadata }) => {
        const { creationTimestamp: time = NaN } = metadata ?? {};
        const isNamed = message.split(/[^\w-]+/).includes(one.roleUid);
        return isNamed && Math.abs(time - one.at) <= maxDistanceMs;
      });
      const uid = others.length === 0 ? entry?.metadata?.uid : undefined;
      return uid === undefined ? [] : [[one.id, uid] as const];
    });
  });
  return new Map((await Promise.all(ofTeams)).flat());
}
