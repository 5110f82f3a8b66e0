import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  /** A string is sent as it is, undefined as no body, anything else as JSON. */
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

export function bodyText({ body }: Answer): string {
  return typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
}

/** Headers for `answer`; those it brings along win. */
export function answerHeaders(answer: Answer, text = bodyText(answer)): OutgoingHttpHeaders {
  return {
    ...(answer.status === 204
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...answer.headers,
  };
}

export function send(response: ServerResponse, answer: Answer): void {
  const text = bodyText(answer);
  response.writeHead(answer.status, answerHeaders(answer, text)).end(text);
}
