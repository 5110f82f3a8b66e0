import type { ServiceClient } from '../service/client';
import { isServiceError, type ServiceError } from '../service/errors';
import { isRemovable } from './removable';

/** What became of a removal. `unknown`: it may or may not have happened, and nothing tells. */
export type Removal =
  | { readonly outcome: 'removed' | 'alreadyGone' }
  | { readonly outcome: 'refused' | 'notRemoved' | 'unknown'; readonly error: ServiceError };

/**
 * Removes a role, once: whatever happens, the removal is never sent a second time. Where the answer leaves open
 * whether it happened, the list of roles is read again and decides.
 * @param wasListed whether the role was in that list: of one that was not, the list does not tell that it is gone
 */
export async function removeRole(
  client: ServiceClient,
  teamUid: string,
  roleUid: string,
  wasListed = true,
): Promise<Removal> {
  try {
    await client.removeTeamResourceRole(teamUid, roleUid);
    return { outcome: 'removed' };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const isNotFound = error.kind === 'notFound';
    if (!isNotFound && !mayHaveHappened(error)) return { outcome: 'refused', error };
    const there = await roleUids(client, teamUid);
    // Anything on the way to the service may answer that it knows no such address: of a role that was there a moment ago
    // that is not enough.
    const isGone = there === undefined ? !wasListed : !there.has(roleUid);
    if (isNotFound && isGone) return { outcome: 'alreadyGone' };
    if (there === undefined) return { outcome: 'unknown', error };
    if (there.has(roleUid)) return { outcome: 'notRemoved', error };
    return wasListed ? { outcome: 'removed' } : { outcome: 'unknown', error };
  }
}

/** The uids of the roles that a team has now; undefined where the service does not tell. */
export async function roleUids(
  client: Pick<ServiceClient, 'listTeamResourceRoles'>,
  teamUid: string,
): Promise<ReadonlySet<string> | undefined> {
  try {
    const roles = await client.listTeamResourceRoles(teamUid);
    const known = roles.filter(isRemovable);
    // A role without a uid may be the one that is looked for.
    return known.length === roles.length ? new Set(known.map(({ uid }) => uid)) : undefined;
  } catch (error) {
    if (isServiceError(error)) return undefined;
    throw error;
  }
}

/**
 * These say that no connection was made, so that nothing can have reached the service. That a host or a network is out of
 * reach does not say it: a connection that was made ends with that, too, where the way is lost before the answer.
 */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'proxyRefuses']);

/** A gateway that waited in vain for a service may say this, instead of 504. */
const requestTimeout = 408;

/** Whether a change that failed so may have been made all the same. */
export function mayHaveHappened({ kind, failure }: ServiceError): boolean {
  return (
    kind === 'timedOut' ||
    kind === 'serviceFault' ||
    kind === 'cancelled' ||
    kind === 'invalidResponse' ||
    failure.status === requestTimeout ||
    (kind === 'unreachable' && !neverSent.has(failure.reason ?? ''))
  );
}

/** Whether a change that was not made a moment after it failed so may still be: somebody may be at work on it. */
export function mayYetHappen({ kind, failure }: ServiceError): boolean {
  return kind === 'timedOut' || [requestTimeout, 502, 503, 504].includes(failure.status ?? 0);
}
