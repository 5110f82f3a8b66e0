import { isServiceError, lastingErrors, type ServiceError } from '../service/errors';
import type { List } from '../items/store/list';
import type { TreeRow } from '../items/store/row';

/** Whether other requests would fail, too, whichever list it occurs in. */
export function concernsService(error: ServiceError): boolean {
  return isServiceError(error, ...lastingErrors, 'unreachable');
}

/** The results of the last reads of a list. */
type ListState = Pick<List<TreeRow>, 'error' | 'readAt' | 'requestNumber' | 'failedNumber'>;

/**
 * The error to show at the top of a view: that of the top-level list, or an error of any list that affects the whole
 * service and is not over. An outage is shown once there, not in each list. It is over once a later request for any list
 * succeeds: a list that failed may be collapsed, and is not read again.
 */
export function outageOf(top: ListState | undefined, lists: readonly ListState[]): ServiceError | undefined {
  const succeeded = lists.reduce((latest, { requestNumber = 0 }) => Math.max(latest, requestNumber), 0);
  const failing = lists.find(
    ({ error, readAt, failedNumber }) =>
      error !== undefined && readAt !== undefined && concernsService(error) && failedNumber > succeeded,
  );
  return failing?.error ?? top?.error;
}

/**
 * Whether the error of a list is shown at the top of the view instead. A list without rows always shows its own error.
 */
export function isShownAbove({ error, readAt }: ListState, outage: ServiceError | undefined): boolean {
  if (error === undefined || outage === undefined || readAt === undefined) return false;
  return (
    concernsService(error) || (error.kind === outage.kind && error.failure.status === outage.failure.status)
  );
}
