import { groupBy } from '../items/groupBy';
import type { Session } from '../connections/session';
import { isServiceError } from '../service/errors';
import { Pages, uidOf, uniqueByUid } from '../service/pages';
import type { ServiceEvent } from '../service/resources/event';
import type { Grant } from '../access/access';

/** How far the time of an entry may be from that of its removal, in milliseconds. */
const maxDistanceMs = 60_000;

export interface Removed {
  readonly grant: Grant;
  /** When the removal was sent, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * Finds the audit entries of removals, with a request for each team. An entry is only told of a removal if no other one may be
 * meant: the service does not say which role an entry is about.
 * @returns the UIDs of entries by the IDs of grants
 * @throws ServiceError if it is canceled
 */
export async function findAuditEntries(
  removed: readonly Removed[],
  session: Session,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const client = await session.client();
  const ofTeams = [...groupBy(removed, ({ grant }) => grant.holder.uid)].map(async ([resourceUid, own]) => {
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
    const candidates = own.map((one) => candidatesFor(one, uniqueByUid(entries, uidOf)));
    return own.flatMap(({ grant }, at): readonly (readonly [string, string])[] => {
      const [uid, ...others] = candidates[at] ?? [];
      const isOnly = candidates.every((of, other) => other === at || !of.some((each) => each === uid));
      return uid !== undefined && others.length === 0 && isOnly ? [[grant.id, uid]] : [];
    });
  });
  return new Map((await Promise.all(ofTeams)).flat());
}

/** The entries at the time of a removal: those that mention the role, if there are any. */
function candidatesFor({ grant, at }: Removed, entries: readonly ServiceEvent[]): readonly string[] {
  const words = [grant.resourceRole?.uid, ...grant.roles.map(({ name }) => name)].filter(Boolean);
  const near = entries.filter(
    ({ metadata: { creationTimestamp: time = NaN } = {} }) => Math.abs(time - at) <= maxDistanceMs,
  );
  const named = near.filter(({ message = '' }) => words.some((word = '') => message.includes(word)));
  return (named.length > 0 ? named : near).flatMap(({ metadata }) => metadata?.uid ?? []);
}
