/** What went wrong, in kinds that a person or a caller can act on. */
export type ServiceErrorKind =
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'unsupported'
  | 'invalidRequest'
  | 'rateLimited'
  | 'serviceFault'
  | 'redirected'
  | 'unreachable'
  | 'untrustedCertificate'
  | 'timedOut'
  | 'cancelled'
  | 'invalidResponse';

/** The operations of the service that Poolview uses. */
export type Operation =
  | 'listProjects'
  | 'listProjectUids'
  | 'searchClusters'
  | 'readCluster'
  | 'readCloudConfig'
  | 'listMachines'
  | 'listTeams'
  | 'listTeamResourceRoles'
  | 'addTeamResourceRole'
  | 'removeTeamResourceRole';

/** What is known of a failure. Everything here may be shown and logged: none of it can hold the API key. */
export interface ServiceFailure {
  readonly kind: ServiceErrorKind;
  readonly operation: Operation;
  /** HTTP status, where an answer arrived. */
  readonly status?: number;
  /** `code`, `message` and `ref` of the service's own error body. */
  readonly code?: string;
  readonly serviceMessage?: string;
  readonly ref?: string;
  /** Poolview's or the platform's own short reason, such as `ECONNREFUSED` or `notJson`. */
  readonly reason?: string;
  /** Origin that a redirect pointed to. */
  readonly redirectOrigin?: string;
  /** How long the service asks to wait before it is asked again (`Retry-After`). */
  readonly retryAfterMs?: number;
}

/** The longest that a request waits for a service that asks to be left alone; what takes longer fails at once. */
export const longestWaitMs = 60_000;

/** Reason of a request that was not sent, because the service asked to wait and the wait is not over. */
export const notSent = 'notSent';

/** Statuses of what does not exist, or does not exist anymore. */
export const missingStatuses: ReadonlySet<number | undefined> = new Set([404, 410]);

/** Statuses of gateways and of services that are being restarted. */
const passingStatuses: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

/** Reasons why a connection broke, or a name was not found, that another try seldom meets again. */
const passingReasons: ReadonlySet<string | undefined> = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'EAI_AGAIN',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** The only error that `src/service` throws. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  readonly operation: Operation;
  /** When the wait is over that the service asked for, in milliseconds since 1970. */
  readonly retryAt: number | undefined;

  constructor(readonly failure: ServiceFailure) {
    // Only the kind, the operation and the status: a message ends up in places that nobody checks.
    super(
      `${failure.operation}: ${failure.kind}${failure.status === undefined ? '' : ` (${failure.status})`}`,
    );
    this.kind = failure.kind;
    this.operation = failure.operation;
    const { retryAfterMs } = failure;
    this.retryAt = retryAfterMs === undefined ? undefined : Date.now() + retryAfterMs;
  }

  /** Whether the same request may well succeed in a moment, without anybody changing anything. */
  get canRetry(): boolean {
    const { kind, status, reason, retryAfterMs = 0 } = this.failure;
    if (retryAfterMs > longestWaitMs) return false;
    return (
      kind === 'rateLimited' ||
      kind === 'timedOut' ||
      (kind === 'serviceFault' && passingStatuses.has(status)) ||
      (kind === 'unreachable' && passingReasons.has(reason))
    );
  }
}

/** Whether `error` is a {@link ServiceError}, of one of `kinds` where any are named. */
export function isServiceError(error: unknown, ...kinds: ServiceErrorKind[]): error is ServiceError {
  return error instanceof ServiceError && (kinds.length === 0 || kinds.includes(error.kind));
}

/** Kind of an answer by its status; undefined for success. `optional`: a service need not offer the operation. */
export function kindOfStatus(status: number, optional: boolean): ServiceErrorKind | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status < 400) return 'redirected';
  if (status >= 500) return status === 501 ? 'unsupported' : 'serviceFault';
  if (missingStatuses.has(status)) return optional ? 'unsupported' : 'notFound';
  switch (status) {
    case 401:
      return 'unauthorized';
    case 403:
      return 'forbidden';
    case 405:
      return 'unsupported';
    case 429:
      return 'rateLimited';
    default:
      return 'invalidRequest';
  }
}
