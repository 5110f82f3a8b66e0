import type { ServiceError, ServiceErrorKind } from '../service/errors';

/** Kinds of errors that concern the whole service, whichever list they occurred in. */
const wholeService: ReadonlySet<ServiceErrorKind> = new Set([
  'unauthorized',
  'rateLimited',
  'redirected',
  'unreachable',
  'untrustedCertificate',
] satisfies ServiceErrorKind[]);

/** What is known about the last reading of a list. */
interface ListState {
  readonly error: ServiceError | undefined;
  /** When it was read successfully; undefined if it never was. */
  readonly readAt: number | undefined;
}

/**
 * The error to show at the top of a view: that of the list at the top, or one that concerns the whole service and occurred
 * in any list. An outage is shown there once, instead of in each list.
 */
export function outageOf(top: ListState | undefined, lists: Iterable<ListState>): ServiceError | undefined {
  if (top?.error !== undefined && wholeService.has(top.error.kind)) return top.error;
  for (const list of lists) {
    const { error, readAt } = list;
    if (error !== undefined && readAt !== undefined && wholeService.has(error.kind)) return error;
  }
  return top?.error;
}

/**
 * Whether the error of a list below a row is shown at the top of the view instead. A list without any rows has to say itself
 * why it has none.
 */
export function isShownAbove({ error, readAt }: ListState, outage: ServiceError | undefined): boolean {
  if (error === undefined || outage === undefined || readAt === undefined) return false;
  return (
    wholeService.has(error.kind) ||
    (error.kind === outage.kind && error.failure.status === outage.failure.status)
  );
}
