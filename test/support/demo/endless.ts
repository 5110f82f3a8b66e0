import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { bodyText, type Answer } from '../../../src/demo/answers';

const head = '{"items":[],"padding":"';
const tail = '"}';
const chunk = 'x'.repeat(64 * 1_024);

/** Sends valid JSON of slightly more than `bytes` bytes, without keeping it in memory. */
export function flood(response: ServerResponse, bytes: number, isGzip: boolean): void {
  response.writeHead(200, {
    'content-type': 'application/json',
    ...(isGzip ? { 'content-encoding': 'gzip' } : { 'content-length': head.length + bytes + tail.length }),
  });
  pipe(padded(bytes), response, isGzip);
}

/** Sends a compressed list of `items` empty objects. */
export function floodOfItems(response: ServerResponse, items: number): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  pipe(emptyObjects(items), response, true);
}

function pipe(text: Iterable<string>, response: ServerResponse, isGzip: boolean): void {
  const source = Readable.from(text, { objectMode: false });
  // It fails when the client closes the connection.
  (isGzip ? pipeline(source, createGzip(), response) : pipeline(source, response)).catch(() => undefined);
}

function* padded(bytes: number) {
  yield head;
  for (let left = bytes; left > 0; left -= chunk.length) {
    yield chunk.slice(0, left);
  }
  yield tail;
}

const objects = 10_000;

function* emptyObjects(items: number) {
  yield '{"items":[{}';
  for (let left = items - 1; left > 0; left -= objects) {
    yield ',{}'.repeat(Math.min(left, objects));
  }
  yield ']}';
}

/** Sends the headers, then a few bytes of `answer` every `milliseconds`, then endless blanks. */
export function drip(response: ServerResponse, answer: Answer, milliseconds: number): void {
  const bytes = Buffer.from(bodyText(answer));
  let sent = 0;
  response
    // 204 allows no body.
    .writeHead(answer.status === 204 ? 200 : answer.status, {
      'content-type': 'application/json',
      ...answer.headers,
    })
    .flushHeaders();
  const timer = setInterval(() => {
    response.write(sent < bytes.length ? bytes.subarray(sent, (sent += 4)) : ' ');
  }, milliseconds);
  onceGone(response, () => {
    clearInterval(timer);
  });
}

/** Calls `stop` when the client no longer waits for the response. */
export function onceGone(response: ServerResponse, stop: () => void): void {
  if (response.destroyed) {
    stop();
  } else {
    response.once('close', stop);
  }
}
