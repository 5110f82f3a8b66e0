import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

export interface Answer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  /** A string is sent as it is, undefined as an empty body, other values as JSON. */
  readonly body?: unknown;
}

/** A request that the service refuses. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: OutgoingHttpHeaders = {},
  ) {
    super(message);
  }

  get answer(): Answer {
    const { status, headers, code, message } = this;
    return { status, headers, body: { code, message, details: {}, ref: randomUUID() } };
  }
}

export const badRequest = (message: string) => new Refusal(400, 'InvalidRequest', message);

export const notFound = (what: string) => new Refusal(404, 'ResourceNotFound', `${what} was not found.`);

export const ok = (body: unknown): Answer => ({ status: 200, body });

export function bodyText({ body }: Answer): string {
  return typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
}

/** Headers and body of `answer`, compressed if the client accepts that, unless it is small. Headers of the answer take precedence. */
export function encode({ req }: ServerResponse, answer: Answer) {
  const plain = Buffer.from(bodyText(answer));
  const compress =
    plain.length > 1_024 &&
    answer.headers?.['content-encoding'] === undefined &&
    /\bgzip\b/.test(String(req.headers['accept-encoding']));
  const bytes = compress ? gzipSync(plain, { level: 1 }) : plain;
  const headers: OutgoingHttpHeaders = {
    ...(answer.status === 204 ? {} : { 'content-type': 'application/json', 'content-length': bytes.length }),
    ...(compress && { 'content-encoding': 'gzip', vary: 'Accept-Encoding' }),
    ...answer.headers,
  };
  return { headers, bytes };
}

export function send(response: ServerResponse, answer: Answer): void {
  const { headers, bytes } = encode(response, answer);
  response.writeHead(answer.status, headers).end(bytes);
}
