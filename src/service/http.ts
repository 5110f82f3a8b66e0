import type { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import axios, { AxiosError, type AxiosResponse } from 'axios';
import { anySignal, unlessAborted } from './abort';
import { encoded, failed, pathOf, urlOf, type Request } from './endpoint';
import { codeOf, ServiceError, type ServiceFailure } from './errors';
import type { Operation } from './operations';
import { Redactor } from './redaction';
import { parseJson, readResponse } from './response';
import { maxBodyBytes, shortened, TooLargeError } from './readers';
import type { ServiceClock } from './requestTime';
import { request, unrequestedUpgrade } from './transport';

/** What may be logged about a request: nothing secret, and no body. */
export interface RequestRecord {
  readonly operation: Operation;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly durationMs: number;
  readonly status?: number | undefined;
  /** How many milliseconds the service's clock is ahead; 0 if it is right or not known. */
  readonly aheadMs?: number;
  readonly failure?: ServiceFailure | undefined;
}

type ApiKeyReader = () => PromiseLike<string | undefined>;

export interface HttpOptions {
  /** As {@link parseBaseUrl} returns it: no trailing slash, query, fragment or user. */
  readonly baseUrl: string;
  /** Reads the key that was entered for the origin of `baseUrl`; called for each request. undefined sends no key. */
  readonly apiKey: ApiKeyReader | undefined;
  /** Whether only GET and the POSTs of {@link reads} may be sent; asked at each request. */
  readonly isReadOnly?: () => boolean;
  /** From sending to the last byte of the response. Reading the key does not count. */
  readonly timeoutMs: () => number;
  readonly onRequest?: (record: RequestRecord) => void;
  /** Learns from each response how the service's clock differs. */
  readonly clock?: ServiceClock;
  /** Bytes of a decompressed response body; {@link maxBodyBytes} by default. */
  readonly maxAnswerBytes?: number;
  /** How long reading the key may take; 30 s by default, because the keyring may ask the user to unlock it. */
  readonly maxKeyReadMs?: number;
}

/** The error codes of Node and OpenSSL for certificates. */
const untrustedCertificate =
  /(^|_)CERT(_|$)|^(HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNSPECIFIED)$/;

/** The requests that read, although their method is POST. */
const reads: ReadonlySet<string> = new Set([
  '/v1/dashboard/projects',
  '/v1/dashboard/spectroclusters/search',
  '/v1/dashboard/spectroclusters/metadata/search',
  '/v1/users/summary',
]);

/** Sends one request. Throws only {@link ServiceError}. */
type Http = <Result>(request: Request<Result>, signal?: AbortSignal, timeoutMs?: number) => Promise<Result>;

/** The only place that sends HTTP requests: with a deadline and a size limit, and without following redirects. */
export function createHttp(options: HttpOptions): Http {
  const instance = axios.create({
    adapter: 'http',
    transport: { request },
    // VS Code decides whether to use a proxy.
    proxy: false,
    maxRedirects: 0,
    maxContentLength: options.maxAnswerBytes ?? maxBodyBytes,
    // A lenient parser would accept smuggled responses. By default, the options of the process decide.
    insecureHTTPParser: false,
    // As a stream, axios neither parses the body nor hides why it ended.
    responseType: 'stream',
    validateStatus: null,
    headers: { Accept: 'application/json', 'Accept-Encoding': 'gzip, br', 'User-Agent': 'Poolview' },
  });

  return async (request, signal, timeoutMs = Infinity) => {
    const { operation, method = 'get', projectUid, body } = request;
    const started = performance.now();
    let redactor: Redactor | undefined;
    let deadline: AbortSignal | undefined;
    let status: number | undefined;
    const report = (failure?: ServiceFailure): void => {
      const durationMs = performance.now() - started;
      const path = shortened(redactor?.text(pathOf(request)) ?? pathOf(request));
      const sent = { operation, method: method.toUpperCase(), path };
      options.onRequest?.({ ...sent, durationMs, status, aheadMs: options.clock?.aheadMs ?? 0, failure });
    };
    try {
      signal?.throwIfAborted();
      // By what is sent, not by what the request says of itself.
      const isRead = method === 'get' || (method === 'post' && reads.has(pathOf(request)));
      if (!isRead && options.isReadOnly?.()) throw failed(request, 'invalidRequest', { reason: 'readOnly' });
      const url = urlOf(options.baseUrl, request);
      const apiKey = options.apiKey && (await readKey(options.apiKey, options, request, signal));
      redactor = new Redactor(apiKey ?? '');
      deadline = AbortSignal.timeout(Math.min(timeoutMs, options.timeoutMs()));
      const sentAt = performance.now();
      const response = await instance.request<Readable>({
        url,
        method,
        headers: {
          ...(apiKey === undefined ? {} : { ApiKey: apiKey }),
          ...(projectUid === undefined ? {} : { ProjectUid: encoded(projectUid) }),
        },
        data: body,
        signal: anySignal(signal, deadline),
      });
      status = response.status;
      options.clock?.take(response.headers['date'], performance.now() - sentAt);
      const result = await resultOf(request, response, redactor);
      report();
      return result;
    } catch (error) {
      const failure = failureOf(error, { operation, status }, signal, deadline);
      report(failure);
      throw new ServiceError(failure);
    }
  };
}

/** To parse thousands of items and to read them at once would block the extension host for too long. */
const longBody = 500_000;

async function resultOf<Result>(
  request: Request<Result>,
  response: AxiosResponse<Readable>,
  redactor: Redactor,
): Promise<Result> {
  const body = await readText(response.data);
  const json = parseJson(body, redactor);
  if (body.length > longBody) await setImmediate();
  return readResponse(request, response, body, json, redactor);
}

async function readKey(
  apiKey: ApiKeyReader,
  { maxKeyReadMs = 30_000 }: HttpOptions,
  request: Request,
  signal: AbortSignal | undefined,
): Promise<string> {
  let key: string | undefined;
  try {
    key = await unlessAborted(
      Promise.resolve(apiKey()),
      anySignal(signal, AbortSignal.timeout(maxKeyReadMs)),
    );
  } catch {
    signal?.throwIfAborted();
    throw failed(request, 'unauthorized', { reason: 'keyUnreadable' });
  }
  if (key === undefined) throw failed(request, 'unauthorized', { reason: 'noKey' });
  return key;
}

function failureOf(
  error: unknown,
  request: Pick<ServiceFailure, 'operation' | 'status'>,
  signal: AbortSignal | undefined,
  deadline: AbortSignal | undefined,
): ServiceFailure {
  if (error instanceof ServiceError) return error.failure;
  if (signal?.aborted === true) return { ...request, kind: 'cancelled' };
  if (deadline?.aborted === true) return { ...request, kind: 'timedOut' };
  const reason = codeOf(error);
  // While a stream is read, axios has this code only for a body above the limit.
  if (error instanceof TooLargeError || reason === AxiosError.ERR_BAD_RESPONSE) {
    return { ...request, kind: 'invalidResponse', reason: 'tooLarge' };
  }
  if (reason === undefined) return { ...request, kind: 'unreachable' };
  if (reason === unrequestedUpgrade) {
    return { ...request, kind: 'invalidResponse', status: 101, reason: 'unrequestedUpgrade' };
  }
  if (reason === 'ETIMEDOUT') return { ...request, kind: 'timedOut', reason };
  if (untrustedCertificate.test(reason)) return { ...request, kind: 'untrustedCertificate', reason };
  // A body that does not decompress, or a response that is not valid HTTP, is not a broken connection.
  const isInvalid = /^(Z|HPE)_/.test(reason);
  return { ...request, kind: isInvalid ? 'invalidResponse' : 'unreachable', reason };
}
