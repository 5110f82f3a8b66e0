import { ServiceError, type ServiceErrorKind, type ServiceFailure } from './errors';
import { permissions, type Operation } from './operations';
import type { Reader } from './readers';

/** What an operation of the service sends, and how it reads the response. */
export interface Endpoint<Result = unknown> {
  /** The permission that it probably needs, if it is not that of the operation in {@link permissions}. */
  readonly permission?: string | undefined;
  /** Whether every service offers the operation. If another one is answered with a 404, the service does not offer it. */
  readonly isRequired?: true;
  /** Whether it changes something. It is then sent only once, and its response has to confirm the change. */
  readonly changes?: true;
  /** `get` if it is missing. */
  readonly method?: 'get' | 'post' | 'delete';
  /** Segments of the path below the base URL, not encoded. */
  readonly path: readonly string[];
  /** The cloud type, or the kind of what has grants: a service may offer the operation for some of them only. */
  readonly variant?: string | undefined;
  /** The UID of the item that is asked for: a 404 may mean that only this one is missing. */
  readonly resource?: string | undefined;
  /** Reads this item by its own path: if that works where the operation is not found, it is not the item that is missing. */
  readonly own?: (() => Request) | undefined;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Limits the request to a project. */
  readonly projectUid?: string | undefined;
  /** The same for everything that the key can access: if this is not found, that tells whether the service has the operation. */
  readonly probe?: (() => Endpoint) | undefined;
  readonly body?: unknown;
  /** Reads the JSON of a successful response. */
  readonly read: Reader<Result>;
}

/** An operation of the service, ready to be sent. */
export interface Request<Result = unknown> extends Endpoint<Result> {
  readonly operation: Operation;
}

/** Reads the response to a change, which has no content. */
export const noContent: Reader<true> = () => true;

/** The error `kind` of a request. */
export function failed(
  { operation, permission = permissions[operation] }: Request,
  kind: ServiceErrorKind,
  details: Omit<ServiceFailure, 'kind' | 'operation' | 'permission'>,
): ServiceError {
  return new ServiceError({
    kind,
    operation,
    permission: kind === 'forbidden' ? permission : undefined,
    ...details,
  });
}

/** The URL of a request. Dot segments are refused, because a URL parser resolves them however they are encoded. */
export function urlOf(baseUrl: string, request: Request): string {
  if (request.path.some((segment) => /^\.{0,2}$/.test(segment) || !segment.isWellFormed())) {
    throw failed(request, 'invalidRequest', { reason: 'impossibleName' });
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  const url = baseUrl + pathOf(request);
  return query.size === 0 ? url : `${url}?${query.toString()}`;
}

/** The encoded path of `endpoint`, below the base URL and without the query. */
export function pathOf({ path }: Endpoint): string {
  return `/${path.map(encoded).join('/')}`;
}

/** Percent-encodes text of the service, so that it can be a path segment or a header value. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
