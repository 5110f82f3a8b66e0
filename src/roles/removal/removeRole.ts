import type { ServiceClient } from '../../service/client';
import { isServiceError, notSent, type ServiceError, type ServiceErrorKind } from '../../service/errors';
import { isRemovable } from '../../access/resourceRoles';

/** What became of a removal that was sent. */
export type Removal =
  | { readonly outcome: 'removed' | 'alreadyGone' }
  | { readonly outcome: 'notRemoved' | 'unknown'; readonly error: ServiceError };

/**
 * Removes a role. The request is sent once. Whatever failed after that, the list of roles decides whether the role was removed.
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
    const uids = wasNeverSent(error) ? undefined : await roleUids(client, teamUid);
    if (uids?.has(roleUid) === true)
      return { outcome: mayStillComplete(error) ? 'unknown' : 'notRemoved', error };
    if (uids !== undefined && isNotFound) return { outcome: 'alreadyGone' };
    if (uids !== undefined && wasListed) return { outcome: 'removed' };
    return { outcome: isNotFound || mayHaveHappened(error) ? 'unknown' : 'notRemoved', error };
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
const neverSent: ReadonlySet<string | undefined> = new Set([
  notSent,
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'proxyRefuses',
]);

function wasNeverSent({ failure }: ServiceError): boolean {
  return neverSent.has(failure.reason);
}

/** Statuses of gateways that stopped waiting for the service. */
const gatewayTimeoutStatuses: ReadonlySet<number | undefined> = new Set([408, 499]);

/** Kinds of errors that leave open whether the service made a change. */
const undecidedKinds = new Set<ServiceErrorKind>([
  'serviceFault',
  'unreachable',
  'timedOut',
  'cancelled',
  'invalidResponse',
  'redirected',
]);

/** Whether a change that failed with this error may have been made anyway. */
export function mayHaveHappened(error: ServiceError): boolean {
  const { kind, failure } = error;
  return !wasNeverSent(error) && (undecidedKinds.has(kind) || gatewayTimeoutStatuses.has(failure.status));
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
export function mayStillComplete({ kind, failure }: ServiceError): boolean {
  return kind === 'timedOut' || pendingStatuses.has(failure.status);
}
