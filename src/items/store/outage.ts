import type { ServiceError, ServiceErrorKind } from '../../service/errors';
import type { Branch } from './branch';
import type { TreeRow } from './row';

/** Kinds of errors that affect the whole service, whichever list they occur in. */
const wholeService: ReadonlySet<ServiceErrorKind> = new Set([
  'unauthorized',
  'rateLimited',
  'redirected',
  'unreachable',
  'untrustedCertificate',
] satisfies ServiceErrorKind[]);

/** Whether other requests would fail, too. */
export function concernsService({ kind }: ServiceError): boolean {
  return wholeService.has(kind);
}

/** The results of the last reads of a list. */
type ListState = Pick<Branch<TreeRow, TreeRow>, 'error' | 'readAt' | 'requestNumber' | 'failedNumber'>;

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
