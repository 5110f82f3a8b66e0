import type { ServiceClient } from '../../service/client';
import { isServiceError, missingStatuses, ServiceError } from '../../service/errors';
import type { PageAnswer } from '../../service/pages';
import type { EventQuery, ServiceEvent } from '../../service/resources/event';
import type { CallOptions } from '../../service/schedule';

/**
 * Lists a page of events. If those of a cluster are not found, the events of the tenant tell whether the service lacks the
 * operation or only that cluster. Those of a project have the same path as those of the tenant.
 * @param hasWorked whether events could be listed before
 * @returns undefined if the service does not offer events
 * @throws ServiceError
 */
export async function listEvents(
  client: Pick<ServiceClient, 'listEvents'>,
  query: EventQuery,
  hasWorked: boolean,
  options?: CallOptions,
): Promise<PageAnswer<ServiceEvent> | undefined> {
  try {
    return await client.listEvents(query, options);
  } catch (error) {
    if (!isServiceError(error, 'unsupported')) throw error;
    if (!missingStatuses.has(error.failure.status)) return undefined;
    const isOffered =
      hasWorked || (query.clusterUid !== undefined && (await answersForTenant(client, options)));
    if (!isOffered) return undefined;
    throw new ServiceError({ ...error.failure, kind: 'notFound' });
  }
}

/** Whether the service answers a request for the events of the tenant, even if it refuses it. */
async function answersForTenant(
  client: Pick<ServiceClient, 'listEvents'>,
  options: CallOptions | undefined,
): Promise<boolean> {
  try {
    await client.listEvents({ projectUid: undefined }, options);
    return true;
  } catch (error) {
    if (isServiceError(error, 'unsupported')) return false;
    if (isServiceError(error, 'forbidden', 'invalidRequest')) return true;
    throw error;
  }
}
