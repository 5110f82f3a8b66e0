import type { ClientRequest } from 'node:http';
import type { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import axios, { AxiosError, type AxiosResponse } from 'axios';
import { unlessAborted } from './abort';
import { doubtAbout } from './changeOutcome';
import {
  kindOfStatus,
  ServiceError,
  type Operation,
  type ServiceErrorKind,
  type ServiceFailure,
} from './errors';
import { object, text, type Reader } from './readers';
import { Redactor } from './redaction';
import { assertParsable, maxBodyBytes, shortened, TooLargeError } from './responseLimits';
import { isProxyAnswer, request, unrequestedUpgrade } from './transport';

/** One operation of the service, ready to be sent. Without `answer` the response only has to confirm the change. */
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
  /** From sending to the last byte of the response. Reading the key does not count. */
  readonly timeoutMs: () => number;
  readonly onRequest?: (record: RequestRecord) => void;
  /** Bytes of a response body, decompressed; {@link maxBodyBytes} by default. */
  readonly maxAnswerBytes?: number;
  /** How long reading the key may take; 30 s by default, since the keyring may ask the user to unlock it. */
  readonly maxKeyReadMs?: number;
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

const errorBody = object({ code: text, message: text, ref: text });

/** The only place that sends HTTP requests: with the key, a deadline, a size limit, and without following redirects. */
export function createHttp(options: HttpOptions): Http {
  const instance = axios.create({
    adapter: 'http',
    transport: { request },
    // VS Code decides whether to use a proxy.
    proxy: false,
    maxRedirects: 0,
    maxContentLength: options.maxAnswerBytes ?? maxBodyBytes,
    // A lenient parser would accept smuggled responses. Otherwise the options of the process decide.
    insecureHTTPParser: false,
    // As a stream, axios neither parses the body nor hides why it ended.
    responseType: 'stream',
    validateStatus: null,
    headers: { Accept: 'application/json', 'Accept-Encoding': 'gzip, br', 'User-Agent': 'Poolview' },
  });

  return async (endpoint, signal) => {
    const started = performance.now();
    let redactor: Redactor | undefined;
    let deadline: AbortSignal | undefined;
    let status: number | undefined;
    const report = (failure?: ServiceFailure): void => {
      const path = safePath(endpoint.path);
      options.onRequest?.({
        operation: endpoint.operation,
        method: endpoint.method.toUpperCase(),
        path: shortened(redactor?.text(path) ?? path),
        durationMs: performance.now() - started,
        status,
        failure,
      });
    };
    try {
      signal?.throwIfAborted();
      const url = urlOf(options.baseUrl, endpoint);
      const apiKey = await readKey(options, endpoint, signal);
      redactor = new Redactor(apiKey);
      deadline = AbortSignal.timeout(options.timeoutMs());
      const response = await instance.request<Readable>({
        url,
        method: endpoint.method,
        headers: {
          ApiKey: apiKey,
          ...(endpoint.projectUid === undefined ? {} : { ProjectUid: headerValue(endpoint.projectUid) }),
        },
        ...(endpoint.body === undefined ? {} : { data: endpoint.body }),
        signal: anyOf(signal, deadline),
      });
      status = response.status;
      const body = await readText(response.data);
      const answer = understand(endpoint, response, body, parseJson(body, redactor), redactor);
      report();
      return answer;
    } catch (error) {
      const failure = failureOf(error, endpoint, status, signal, deadline);
      report(failure);
      throw new ServiceError(failure);
    }
  };
}

async function readKey(
  { apiKey, maxKeyReadMs = 30_000 }: HttpOptions,
  endpoint: Endpoint<unknown>,
  signal: AbortSignal | undefined,
): Promise<string> {
  let key: string | undefined;
  try {
    key = await unlessAborted(Promise.resolve(apiKey()), anyOf(signal, AbortSignal.timeout(maxKeyReadMs)));
  } catch {
    signal?.throwIfAborted();
    throw fail(endpoint, 'unauthorized', { reason: 'keyUnreadable' });
  }
  if (key === undefined) throw fail(endpoint, 'unauthorized', { reason: 'noKey' });
  return key;
}

function anyOf(signal: AbortSignal | undefined, deadline: AbortSignal): AbortSignal {
  return signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
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
  body: string,
  json: unknown,
  redactor: Redactor,
): Answer {
  if (isProxyAnswer(request as ClientRequest)) {
    throw fail(endpoint, 'unreachable', { status, reason: 'proxyRefuses' });
  }
  const kind = kindOfStatus(status, endpoint.optional);
  if (kind === 'redirected') {
    throw fail(endpoint, kind, { status, ...originOf(headers['location'], redactor) });
  }
  if (kind !== undefined) {
    throw fail(endpoint, kind, { status, ...retryAfter(headers), ...errorIn(json) });
  }
  if (endpoint.answer === undefined) {
    const reason = doubtAbout(status, body, json);
    if (reason !== undefined) throw fail(endpoint, 'invalidResponse', { status, reason, ...errorIn(json) });
    return undefined as Answer;
  }
  if (json === undefined) throw fail(endpoint, 'invalidResponse', { status, reason: 'notJson' });
  const answer = endpoint.answer(json);
  if (answer === undefined) throw fail(endpoint, 'invalidResponse', { status, reason: 'wrongShape' });
  return answer;
}

/** What the service's error body says. */
function errorIn(json: unknown): Pick<ServiceFailure, 'code' | 'serviceMessage' | 'ref'> {
  const { code, message, ref } = errorBody(json) ?? {};
  return {
    ...(code === undefined ? {} : { code: shortened(code) }),
    ...(message === undefined ? {} : { serviceMessage: shortened(message) }),
    ...(ref === undefined ? {} : { ref: shortened(ref) }),
  };
}

/** undefined if the body is not JSON; no JSON text stands for that. */
function parseJson(body: string, redactor: Redactor): unknown {
  assertParsable(body);
  try {
    return redactor.parse(body);
  } catch {
    return undefined;
  }
}

function originOf(location: unknown, redactor: Redactor): Pick<ServiceFailure, 'redirectOrigin'> {
  if (typeof location !== 'string') return {};
  // Before parsing, because a URL ends the host at a slash that may be part of the key; after it, because the parser
  // maps other characters to those of the key.
  const redacted = redactor.text(location);
  if (!URL.canParse(redacted)) return {};
  const { origin, protocol } = new URL(redacted);
  // Only addresses of the web have an origin.
  return { redirectOrigin: shortened(redactor.text(origin === 'null' ? protocol : origin)) };
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
  deadline: AbortSignal | undefined,
): ServiceFailure {
  if (error instanceof ServiceError) return error.failure;
  const known = { operation, ...(status === undefined ? {} : { status }) };
  if (signal?.aborted === true) return { ...known, kind: 'cancelled' };
  if (deadline?.aborted === true) return { ...known, kind: 'timedOut' };
  const code = codeOf(error);
  // While a stream is read, axios has this code only for a body above the limit.
  if (error instanceof TooLargeError || code === AxiosError.ERR_BAD_RESPONSE) {
    return { ...known, kind: 'invalidResponse', reason: 'tooLarge' };
  }
  const reason = code === undefined ? {} : { reason: code };
  if (code === 'ETIMEDOUT') return { ...known, ...reason, kind: 'timedOut' };
  if (code !== undefined && untrustedCertificateCodes.has(code)) {
    return { ...known, ...reason, kind: 'untrustedCertificate' };
  }
  if (code === unrequestedUpgrade) {
    return { ...known, kind: 'invalidResponse', status: 101, reason: 'unrequestedUpgrade' };
  }
  // A body that does not decompress, or a response that is not valid HTTP, is not a broken connection.
  if (code !== undefined && /^(Z|HPE)_/.test(code)) return { ...known, ...reason, kind: 'invalidResponse' };
  return { ...known, ...reason, kind: 'unreachable' };
}

/** Error codes are constants of the platform and of axios, never data. */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' && /^\w+$/.test(error.code) ? error.code : undefined;
}
