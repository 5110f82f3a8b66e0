import type { ServiceClient } from '../service/client';
import { isServiceError, notSent, type ServiceError } from '../service/errors';
import { isRemovable } from './removable';

/** What became of a removal. `unknown`: it may or may not have happened, and nothing tells. */
export type Removal =
  | { readonly outcome: 'removed' | 'alreadyGone' }
  | { readonly outcome: 'refused' | 'notRemoved' | 'unknown'; readonly error: ServiceError };

/**
 * Removes a role. The removal is sent once, whatever happens. If the response leaves open whether the role was removed,
 * the list of roles is read again and decides.
 * @param wasListed whether the role was in that list before: otherwise its absence from the list proves nothing
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
    if (there?.has(roleUid) === true) return { outcome: 'notRemoved', error };
    if (isNotFound) return { outcome: 'alreadyGone' };
    return there !== undefined && wasListed ? { outcome: 'removed' } : { outcome: 'unknown', error };
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

/** Statuses of gateways that stopped waiting: the service may have done what was asked, or may still do it. */
const gaveUpStatuses: ReadonlySet<number | undefined> = new Set([408, 499]);

/** Whether a change that failed with this error may have been made anyway. */
export function mayHaveHappened({ kind, failure }: ServiceError): boolean {
  return (
    kind === 'timedOut' ||
    (kind === 'serviceFault' && failure.reason !== notSent) ||
    kind === 'cancelled' ||
    kind === 'invalidResponse' ||
    kind === 'redirected' ||
    gaveUpStatuses.has(failure.status) ||
    (kind === 'unreachable' && !neverSent.has(failure.reason ?? ''))
  );
}

/** Statuses after which the service may still be working on a change. */
const pendingStatuses: ReadonlySet<number | undefined> = new Set([202, ...gaveUpStatuses, 502, 503, 504]);

/** Whether a change that has not taken effect yet may still do so. */
export function mayStillComplete({ kind, failure }: ServiceError): boolean {
  return kind === 'timedOut' || pendingStatuses.has(failure.status);
}
