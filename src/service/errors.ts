import type { Operation } from './operations';

/** The kinds of failures that users or callers can act on. */
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

/** The details of a failure. All of them may be shown and logged: none contains the API key. */
export interface ServiceFailure {
  readonly kind: ServiceErrorKind;
  readonly operation: Operation;
  /** The permission that the key probably lacks if this is `forbidden`. */
  readonly permission?: string | undefined;
  /** The HTTP status, if a response arrived. */
  readonly status?: number | undefined;
  /** `code`, `message` and `ref` of the service's own error body. */
  readonly code?: string | undefined;
  readonly serviceMessage?: string | undefined;
  readonly ref?: string | undefined;
  /** A short reason by Poolview or the platform, such as `ECONNREFUSED` or `notJson`. */
  readonly reason?: string | undefined;
  /** The origin that a redirect points to. */
  readonly redirectOrigin?: string | undefined;
  /** How long to wait before the next request, from `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
}

/** The longest time that a request waits for a rate limit. If the service asks for more, the request fails at once. */
export const longestWaitMs = 60_000;

/** The reason of a request that was not sent because the service asked to wait. */
export const notSent = 'notSent';

/** The reason of a 404 that may be about the item, or mean that the service lacks the operation. */
export const mayBeMissing = 'mayBeMissing';

/** Statuses of a resource that does not exist, or no longer exists. */
export const missingStatuses: ReadonlySet<number | undefined> = new Set([404, 410]);

/** Statuses of gateways, and of services that are being restarted. */
const transientStatuses: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

/** Reasons of broken connections and failed name lookups that seldom occur twice. */
const transientReasons: ReadonlySet<string | undefined> = new Set([
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
  /** When the next request may be sent, in milliseconds since 1970; undefined if the service did not say. */
  readonly retryAt: number | undefined;

  constructor(readonly failure: ServiceFailure) {
    const { kind, operation, status, retryAfterMs } = failure;
    // Contains no text of the service, because error messages can end up anywhere.
    super(`${operation}: ${kind}${status === undefined ? '' : ` (${status})`}`);
    this.kind = kind;
    this.operation = operation;
    this.retryAt = retryAfterMs === undefined ? undefined : Date.now() + retryAfterMs;
  }

  /** Whether the same request is likely to succeed soon. */
  get canRetry(): boolean {
    const { kind, status, reason, retryAfterMs = 0 } = this.failure;
    if (retryAfterMs > longestWaitMs) return false;
    return (
      kind === 'rateLimited' ||
      kind === 'timedOut' ||
      (kind === 'serviceFault' && transientStatuses.has(status)) ||
      (kind === 'unreachable' && transientReasons.has(reason))
    );
  }
}

/** The kinds of errors that all further requests would have, too. The service says how long to wait if that helps. */
export const lastingErrors: readonly ServiceErrorKind[] = [
  'unauthorized',
  'untrustedCertificate',
  'redirected',
  'rateLimited',
];

/** Whether `error` is a {@link ServiceError}, and of one of `kinds` if there are any. */
export function isServiceError(error: unknown, ...kinds: ServiceErrorKind[]): error is ServiceError {
  return error instanceof ServiceError && (kinds.length === 0 || kinds.includes(error.kind));
}

const kindsOfStatus: ReadonlyMap<number, ServiceErrorKind> = new Map([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [405, 'unsupported'],
  [429, 'rateLimited'],
]);

/** The kind of error of a status; undefined for success. @param isRequired whether every service offers the operation */
export function kindOfStatus(status: number, isRequired: boolean): ServiceErrorKind | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status < 400) return 'redirected';
  if (status >= 500) return status === 501 ? 'unsupported' : 'serviceFault';
  if (missingStatuses.has(status)) return isRequired ? 'notFound' : 'unsupported';
  return kindsOfStatus.get(status) ?? 'invalidRequest';
}

/** How the service failed; undefined if it did not. @throws what is no failure of the service */
export async function errorOf(run: () => Promise<unknown>): Promise<ServiceError | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (isServiceError(error)) return error;
    throw error;
  }
}

/** @returns whether it was done; false if the service failed */
export async function succeeds(run: () => Promise<unknown>): Promise<boolean> {
  return (await errorOf(run)) === undefined;
}

/** The code of an error of the platform or of axios, such as `ENOENT`: a constant, never data. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' && /^\w+$/.test(error.code) ? error.code : undefined;
}
