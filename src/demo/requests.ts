import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { badRequest, Refusal } from './answers';
import type { Operation } from './routes';

export interface RecordedRequest {
  /** Undefined where the service offers nothing at that path. */
  readonly operation: Operation | undefined;
  readonly method: string;
  /** With its query, as received. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly time: Date;
}

export interface Target {
  readonly path: string;
  readonly query: URLSearchParams;
}

const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * Reads the target of a request, and refuses hosts other than loopback: the host name of a web page may resolve to this
 * computer (DNS rebinding).
 */
export function readTarget({ url = '', headers }: IncomingMessage): Target {
  const absolute = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url);
  const hosts = [headers.host ?? '', ...(absolute?.slice(1, 2) ?? [])];
  if (!hosts.every((host) => loopback.test(host))) {
    throw new Refusal(421, 'HostNotServed', 'Only requests to a loopback address are answered.');
  }
  const [path = '', query = ''] = (absolute?.[2] ?? url).split(/\?(.*)/s);
  return { path, query: new URLSearchParams(query) };
}

/** @throws {Refusal} for invalid percent-encoding */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest('The path is not properly percent-encoded.');
  }
}

const largestBody = 64 * 1024;

/** The connection of a client that sends more is closed. */
const mostRead = 4 * 1024 * 1024;

/**
 * Reads a body to its end, up to `mostRead`: a client that is still sending does not see the refusal.
 * @returns the body, or an empty text unless `isWanted`
 */
export async function readBody(request: IncomingMessage, isWanted: boolean): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    length += chunk.length;
    if (length > mostRead) request.socket.destroy();
    if (isWanted && length <= largestBody) chunks.push(chunk);
  }
  if (length > largestBody) {
    throw new Refusal(400, 'RequestTooLarge', `A body may have up to ${largestBody} bytes.`);
  }
  return Buffer.concat(chunks).toString();
}
