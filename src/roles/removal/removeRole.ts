import type { ServiceClient } from '../../service/client';
import { isServiceError, notSent, type ServiceError, type ServiceErrorKind } from '../../service/errors';
import { isRemovable } from '../../access/resourceRoles';

/** The outcome of a removal. `unknown`: whether the role was removed cannot be determined. */
export type Removal =
  | { readonly outcome: 'removed' | 'alreadyGone' }
  | { readonly outcome: 'refused' | 'notRemoved' | 'unknown'; readonly error: ServiceError };

/**
 * Removes a role. The request is sent once. If the response leaves open whether the role was removed, the list of roles
 * decides.
 * @param wasListed whether the role was in that list before: otherwise its absence proves nothing
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
    const uids = await roleUids(client, teamUid);
    if (uids?.has(roleUid) === true) return { outcome: 'notRemoved', error };
    if (isNotFound) return { outcome: 'alreadyGone' };
    return uids !== undefined && wasListed ? { outcome: 'removed' } : { outcome: 'unknown', error };
  }
}

/** The UIDs of a team's roles; undefined if they cannot be read, or if a role has none: it might be the one in question. */
export async function roleUids(
  client: ServiceClient,
  teamUid: string,
): Promise<ReadonlySet<string> | undefined> {
  try {
    const roles = await client.listTeamResourceRoles(teamUid, { priority: 'change' });
    return roles.every(isRemovable) ? new Set(roles.map(({ uid }) => uid)) : undefined;
  } catch (error) {
    if (isServiceError(error)) return undefined;
    throw error;
  }
}

/**
 * Reasons that mean that no connection was made. An unreachable host or network does not: it may also end a connection
 * after the request was sent.
 */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'proxyRefuses']);

/** Statuses of gateways that stopped waiting for the service. */
const gatewayTimeoutStatuses: ReadonlySet<number | undefined> = new Set([408, 499]);

/** Kinds of errors that leave open whether the service made a change. */
const undecidedKinds = new Set<ServiceErrorKind>(['timedOut', 'cancelled', 'invalidResponse', 'redirected']);

/** Whether a change that failed with this error may have been made anyway. */
export function mayHaveHappened({ kind, failure }: ServiceError): boolean {
  if (kind === 'serviceFault') return failure.reason !== notSent;
  if (kind === 'unreachable') return !neverSent.has(failure.reason ?? '');
  return undecidedKinds.has(kind) || gatewayTimeoutStatuses.has(failure.status);
}

/** Statuses after which the service may still be working on a change. */
const pendingStatuses: ReadonlySet<number | undefined> = new Set([
  202,
  ...gatewayTimeoutStatuses,
  502,
  503,
  504,
]);

/** Whether a change that failed with this error, and has not taken effect yet, may still do so. */
export function mayStillComplete(error: unknown): boolean {
  return isServiceError(error) && (error.kind === 'timedOut' || pendingStatuses.has(error.failure.status));
}
