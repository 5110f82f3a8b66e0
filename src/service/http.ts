import type { ClientRequest } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import axios, { type AxiosResponse } from 'axios';
import { adapter, tooLarge } from './adapter';
import {
  kindOfStatus,
  ServiceError,
  type Operation,
  type ServiceErrorKind,
  type ServiceFailure,
} from './errors';
import { object, text, type Reader } from './readers';
import { isProxyAnswer } from './transport';

/** One operation of the service, ready to be sent. Without `answer` the body of a success is not looked at, but for that it is no page. */
export interface Endpoint<Answer = void> {
  readonly operation: Operation;
  /** Whether a service may do without the operation: a 404 then says that it does. */
  readonly optional: boolean;
  /** Whether it changes something: it is then never sent again by itself. */
  readonly changes?: true;
  readonly method: 'get' | 'post' | 'delete';
  /** Path below the base URL, part by part and unencoded. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly projectUid?: string | undefined;
  readonly body?: unknown;
  readonly answer?: Reader<Answer>;
}

/** What may be known outside of a request that was made: nothing of it is secret, nothing of it is a body. */
export interface RequestRecord {
  readonly operation: Operation;
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly durationMs: number;
  readonly status?: number | undefined;
  readonly failure?: ServiceFailure | undefined;
}

export interface HttpOptions {
  /** As {@link parseBaseUrl} gives it: no trailing slash, query, fragment or user. */
  readonly baseUrl: string;
  /** The key that was entered for the origin of `baseUrl`; asked for with each request. */
  readonly apiKey: () => PromiseLike<string | undefined>;
  /** From sending to the last byte of the answer. */
  readonly timeoutMs: () => number;
  readonly onRequest?: (record: RequestRecord) => void;
  /** Bytes of an answer, decompressed; 64 MiB, some ten times a pool of 5,000 machines, unless told otherwise. */
  readonly maxAnswerBytes?: number;
}

/** Sends one request. Throws nothing but {@link ServiceError}. */
export type Http = <Answer>(endpoint: Endpoint<Answer>, signal?: AbortSignal) => Promise<Answer>;

const untrustedCertificateCodes = new Set([
  'CERT_CHAIN_TOO_LONG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  // Node's word for the rest of what can be wrong with a certificate.
  'UNSPECIFIED',
]);

/** A service that asks to be left alone for longer, by mistake or by malice, is asked again after this. */
const longestRestMs = 3_600_000;

/** What is shorter is a word like any other, and no key that a service should give out. */
const shortestSecret = 8;

const errorBody = object({ code: text, message: text, ref: text });

/** The one place that speaks HTTP: with the key, a deadline, a size limit, and no redirects. */
export function createHttp(options: HttpOptions): Http {
  const instance = axios.create({
    adapter,
    maxContentLength: options.maxAnswerBytes ?? 64 * 1024 * 1024,
    headers: { Accept: 'application/json', 'User-Agent': 'Poolview' },
  });

  return async (endpoint, signal) => {
    const started = performance.now();
    let apiKey: string | undefined;
    const report = (status?: number, failure?: ServiceFailure): void =>
      options.onRequest?.({
        operation: endpoint.operation,
        method: endpoint.method.toUpperCase(),
        path: withoutKey(safePath(endpoint.path), apiKey),
        durationMs: performance.now() - started,
        status,
        failure,
      });
    const deadline = AbortSignal.timeout(options.timeoutMs());
    let status: number | undefined;
    try {
      signal?.throwIfAborted();
      const url = urlOf(options.baseUrl, endpoint);
      apiKey = await readKey(options, endpoint);
      if (apiKey === undefined) throw fail(endpoint, 'unauthorized', { reason: 'noKey' });
      const response = await instance.request<Readable>({
        url,
        method: endpoint.method,
        headers: {
          ApiKey: apiKey,
          ...(endpoint.projectUid === undefined ? {} : { ProjectUid: headerValue(endpoint.projectUid) }),
        },
        ...(endpoint.body === undefined ? {} : { data: endpoint.body }),
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      });
      status = response.status;
      const body = await readText(response.data);
      const answer = understand(endpoint, response, parseJson(body, apiKey));
      report(status);
      return answer;
    } catch (error) {
      const failure = redact(failureOf(error, endpoint, status, signal, deadline), apiKey);
      report(status, failure);
      throw new ServiceError(failure);
    }
  };
}

async function readKey({ apiKey }: HttpOptions, endpoint: Endpoint<unknown>): Promise<string | undefined> {
  try {
    return await apiKey();
  } catch {
    throw fail(endpoint, 'unauthorized', { reason: 'keyUnreadable' });
  }
}

function fail(endpoint: Endpoint<unknown>, kind: ServiceErrorKind, more: Partial<ServiceFailure> = {}) {
  return new ServiceError({ kind, operation: endpoint.operation, ...more });
}

/** Each part percent-encoded. Dot segments are refused: no encoding keeps a URL parser from resolving them. */
function urlOf(baseUrl: string, endpoint: Endpoint<unknown>): string {
  if (endpoint.path.some((part) => part === '' || part === '.' || part === '..' || !part.isWellFormed())) {
    throw fail(endpoint, 'invalidRequest', { reason: 'impossibleName' });
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(endpoint.query ?? {})) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  const path = `${baseUrl}/${endpoint.path.map(encodeURIComponent).join('/')}`;
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function safePath(path: readonly string[]): string {
  return `/${path.map((part) => encodeURIComponent(part.toWellFormed())).join('/')}`;
}

/** Header values are Latin-1 without control characters; uids are ASCII, but a uid comes from the service. */
function headerValue(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

function understand<Answer>(
  endpoint: Endpoint<Answer>,
  { status, headers, request }: AxiosResponse,
  json: unknown,
): Answer {
  if (isProxyAnswer(request as ClientRequest)) {
    throw fail(endpoint, 'unreachable', { status, reason: 'proxyRefuses' });
  }
  const kind = kindOfStatus(status, endpoint.optional);
  if (kind === 'redirected') {
    throw fail(endpoint, kind, { status, ...originOf(headers['location']) });
  }
  if (kind !== undefined) {
    const { code, message, ref } = errorBody(json) ?? {};
    throw fail(endpoint, kind, {
      status,
      ...retryAfter(headers),
      ...(code === undefined ? {} : { code }),
      ...(message === undefined ? {} : { serviceMessage: message }),
      ...(ref === undefined ? {} : { ref }),
    });
  }
  if (endpoint.answer === undefined) {
    // A page comes from something on the way, such as a login: the service itself may never have heard of it.
    if (/html/i.test(String(headers['content-type']))) {
      throw fail(endpoint, 'invalidResponse', { status, reason: 'notJson' });
    }
    return undefined as Answer;
  }
  if (json === undefined) throw fail(endpoint, 'invalidResponse', { status, reason: 'notJson' });
  const answer = endpoint.answer(json);
  if (answer === undefined) throw fail(endpoint, 'invalidResponse', { status, reason: 'wrongShape' });
  return answer;
}

/**
 * undefined for what is no JSON, which no JSON text stands for. A service that gives the key back in what it answers does
 * not bring it to where people read.
 */
function parseJson(body: string, apiKey: string): unknown {
  try {
    return apiKey.length >= shortestSecret && body.includes(apiKey)
      ? (JSON.parse(body, (_name, value: unknown) => redactValue(value, apiKey)) as unknown)
      : (JSON.parse(body) as unknown);
  } catch {
    return undefined;
  }
}

function redactValue(value: unknown, apiKey: string): unknown {
  if (typeof value === 'string') return withoutKey(value, apiKey);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [withoutKey(name, apiKey), field as unknown]),
  );
}

function withoutKey(text: string, apiKey: string | undefined): string {
  return apiKey === undefined || apiKey.length < shortestSecret ? text : text.replaceAll(apiKey, '[API key]');
}

function originOf(location: unknown): Pick<ServiceFailure, 'redirectOrigin'> {
  if (typeof location !== 'string' || !URL.canParse(location)) return {};
  const { origin, protocol } = new URL(location);
  // Only addresses of the web have an origin.
  return { redirectOrigin: origin === 'null' ? protocol : origin };
}

/**
 * `Retry-After` in both its forms (RFC 9110, 10.2.3). A date is compared with the service's own clock where the answer
 * tells it, so that this computer's clock may be wrong.
 */
function retryAfter(headers: AxiosResponse['headers']): Pick<ServiceFailure, 'retryAfterMs'> {
  const value: unknown = headers['retry-after'];
  if (typeof value !== 'string') return {};
  const sent = Date.parse(String(headers['date']));
  const waitMs = /^\s*\d+\s*$/.test(value)
    ? Number(value) * 1000
    : // HTTP dates end so; without looking at that, V8 takes many a number for a date.
      Date.parse(/GMT\s*$/.test(value) ? value : '') - (Number.isNaN(sent) ? Date.now() : sent);
  return Number.isNaN(waitMs) ? {} : { retryAfterMs: Math.min(longestRestMs, Math.max(0, waitMs)) };
}

function failureOf(
  error: unknown,
  { operation }: Endpoint<unknown>,
  status: number | undefined,
  signal: AbortSignal | undefined,
  deadline: AbortSignal,
): ServiceFailure {
  if (error instanceof ServiceError) return error.failure;
  const known = { operation, ...(status === undefined ? {} : { status }) };
  if (signal?.aborted === true) return { ...known, kind: 'cancelled' };
  if (deadline.aborted) return { ...known, kind: 'timedOut' };
  const code = codeOf(error);
  if (code === tooLarge) return { ...known, kind: 'invalidResponse', reason: 'tooLarge' };
  const reason = code === undefined ? {} : { reason: code };
  if (code === 'ETIMEDOUT') return { ...known, ...reason, kind: 'timedOut' };
  if (code !== undefined && untrustedCertificateCodes.has(code)) {
    return { ...known, ...reason, kind: 'untrustedCertificate' };
  }
  // What does not decompress or is no HTTP is a broken answer, not a broken connection.
  if (code !== undefined && /^(Z|HPE)_/.test(code)) return { ...known, ...reason, kind: 'invalidResponse' };
  return { ...known, ...reason, kind: 'unreachable' };
}

/** Error codes are constants of the platform and of axios, never data. */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' && /^\w+$/.test(error.code) ? error.code : undefined;
}

/** The key can come back in where a service redirects to. */
function redact(failure: ServiceFailure, apiKey: string | undefined): ServiceFailure {
  const { redirectOrigin } = failure;
  return redirectOrigin === undefined
    ? failure
    : { ...failure, redirectOrigin: withoutKey(redirectOrigin, apiKey) };
}
