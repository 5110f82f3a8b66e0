import type { AxiosResponse } from 'axios';
import { failed, type Request } from './endpoint';
import { kindOfStatus, type ServiceFailure } from './errors';
import { isEmpty, isObject, object, textAs, assertParsable, shortened } from './readers';
import type { Redactor } from './redaction';
import { isFromProxy } from './transport';

/** The longest accepted `Retry-After`. A service that asks for more, by mistake or on purpose, is tried after this. */
const longestRetryAfterMs = 3_600_000;

/**
 * Since version 4.9.22, the service answers so for a project that does not exist, or that the key can't access. The code
 * `ResourceNotFound`, which it also has then, may be about something else.
 */
const projectMissing: ReadonlySet<string | undefined> = new Set([
  'ProjectNotFoundInTenant',
  'ResourceAccessDenied',
]);

/**
 * The result of a request.
 * @param json the body as {@link parseJson} parsed it
 * @throws ServiceError unless the response is a success with the expected content
 */
export function readResponse<Result>(
  request: Request<Result>,
  { status, headers, request: sent }: AxiosResponse,
  body: string,
  json: unknown,
  redactor: Redactor,
): Result {
  if (isFromProxy(sent)) throw failed(request, 'unreachable', { status, reason: 'proxyRefuses' });
  const failure = errorIn(json);
  const isProjectMissing = (request.projectUid ?? '') !== '' && projectMissing.has(failure.code);
  if (status >= 400 && status < 500 && isProjectMissing) {
    throw failed(request, 'notFound', { status, reason: 'noProject', ...failure });
  }
  const kind = kindOfStatus(status, request.isRequired === true);
  if (kind === 'redirected') {
    throw failed(request, kind, { status, redirectOrigin: redirectOrigin(headers['location'], redactor) });
  }
  if (kind !== undefined) {
    throw failed(request, kind, { status, retryAfterMs: retryAfterMs(headers), ...failure });
  }
  if (request.changes) {
    const reason = reasonToDoubt(status, body, json);
    if (reason !== undefined) throw failed(request, 'invalidResponse', { status, reason, ...failure });
  } else if (json === undefined) {
    throw failed(request, 'invalidResponse', { status, reason: 'notJson' });
  }
  const result = request.read(json);
  if (result === undefined) throw failed(request, 'invalidResponse', { status, reason: 'wrongShape' });
  return result;
}

/** Returns undefined if the body is not JSON; no JSON text means undefined. */
export function parseJson(body: string, redactor: Redactor): unknown {
  assertParsable(body);
  try {
    return redactor.parse(body);
  } catch {
    return undefined;
  }
}

const short = textAs(shortened);
const errorBody = object({ code: short, message: short, ref: short });

/** The fields of the service's error body. */
function errorIn(json: unknown): Pick<ServiceFailure, 'code' | 'serviceMessage' | 'ref'> {
  const { code, message: serviceMessage, ref } = errorBody(json) ?? {};
  return { code, serviceMessage, ref };
}

function redirectOrigin(location: unknown, redactor: Redactor): string | undefined {
  if (typeof location !== 'string') return undefined;
  // Redacted before parsing, because the parser ends the host at a slash that may be part of the key, and after it,
  // because the parser maps other characters to those of the key.
  const redacted = redactor.text(location);
  if (!URL.canParse(redacted)) return undefined;
  const { origin, protocol } = new URL(redacted);
  // Only URLs of http and https have an origin.
  return shortened(redactor.text(origin === 'null' ? protocol : origin));
}

/**
 * `Retry-After` in both its forms (RFC 9110, 10.2.3). A date is compared with the `Date` of the response, if there is one,
 * because the clock of this computer may be wrong.
 */
function retryAfterMs(headers: AxiosResponse['headers']): number | undefined {
  const value: unknown = headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  const sentAt = Date.parse(String(headers['date']));
  const waitMs = /^\s*\d+\s*$/.test(value)
    ? Number(value) * 1000
    : // Every HTTP date ends with GMT. Without this check, V8 parses many numbers as dates.
      Date.parse(/GMT\s*$/.test(value) ? value : '') - (Number.isNaN(sentAt) ? Date.now() : sentAt);
  return Number.isNaN(waitMs) ? undefined : Math.min(longestRetryAfterMs, Math.max(0, waitMs));
}

/**
 * Why a 2xx response does not confirm a change; undefined if it does. Only 200 and 204 mean that a change is complete (202
 * announces it, 207 may contain failures), and their body must be empty or known to confirm the change.
 */
function reasonToDoubt(status: number, body: string, json: unknown): string | undefined {
  if (status !== 200 && status !== 204) return 'notConfirmed';
  if (body.trim() === '') return undefined;
  // Text or HTML comes from something in between, such as a login page or a proxy.
  if (json === undefined || typeof json === 'string') return 'notJson';
  return confirms(json) ? undefined : 'notConfirmed';
}

/** Services report errors in many forms. So a body confirms a change only if each of its fields is known to do so. */
function confirms(json: unknown): boolean {
  if (!isObject(json)) return json === null || json === true;
  return Object.entries(json).every((entry) => isSuccess(entry) === true);
}

/** Whether a JSON body has a field that reports an error. */
export function reportsError(json: unknown): boolean {
  return isObject(json) && Object.entries(json).some((entry) => isSuccess(entry) === false);
}

/** Fields with which services and gateways report an error, in lower case, unless they are empty. */
const errorFields: ReadonlySet<string> = new Set(['code', 'message', 'error', 'errors', 'title', 'detail']);

/** Fields that report an error if they are `false`, and confirm a change if they are `true`, in lower case. */
const successFields: ReadonlySet<string> = new Set(['success', 'ok', 'deleted', 'removed']);

/** Whether a field says that there was no error; undefined if it says nothing about that. */
function isSuccess([field, value]: readonly [name: string, value: unknown]): boolean | undefined {
  const name = field.toLowerCase();
  if (errorFields.has(name)) return isEmpty(value) || value === 0 || value === false;
  return successFields.has(name) && typeof value === 'boolean' ? value : undefined;
}
