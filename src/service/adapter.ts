import type { IncomingMessage } from 'node:http';
import { addAbortSignal, pipeline, Readable, type Transform } from 'node:stream';
import { urlToHttpOptions } from 'node:url';
import { constants, createBrotliDecompress, createUnzip } from 'node:zlib';
import type { AxiosAdapter } from 'axios';
import { request } from './transport';

/**
 * How axios sends a request here, in the place of its own way for Node: that follows redirects, which could carry the key
 * to another origin, and asks for proxies, which VS Code sees to. The body of the answer is a stream: as such axios
 * neither parses it nor hides why it ended.
 */
export const adapter: AxiosAdapter = (config) =>
  new Promise((resolve, reject) => {
    const { url = '', method = 'get', headers, maxContentLength = Infinity } = config;
    const signal = config.signal as AbortSignal | undefined;
    const sent = request(
      {
        ...urlToHttpOptions(new URL(url)),
        method: method.toUpperCase(),
        headers: { 'Accept-Encoding': 'gzip, br', ...headers.toJSON() },
        // Whatever this process was started with: a lenient parser takes what is smuggled in.
        insecureHTTPParser: false,
        signal,
      },
      (answer) => {
        const body = Readable.from(atMost(maxContentLength, unpacked(answer)), { objectMode: false });
        resolve({
          status: answer.statusCode ?? 0,
          statusText: answer.statusMessage ?? '',
          headers: answer.headers as Record<string, string>,
          config,
          request: sent,
          data: signal === undefined ? body : addAbortSignal(signal, body),
        });
      },
    );
    // Told of a connection that is lost while an answer takes its time.
    sent.setSocketKeepAlive(true, 60_000);
    sent.on('error', reject);
    sent.end(config.data);
  });

/** The body of an answer, decompressed: each part as soon as it is there, and as far as it goes where it is cut. */
function unpacked(answer: IncomingMessage): Readable {
  const unpacker = unpackerFor(answer.headers['content-encoding']?.toLowerCase());
  // Who reads the end of it is told of errors, too.
  return unpacker === undefined ? answer : pipeline(answer, unpacker, () => undefined);
}

function unpackerFor(encoding: string | undefined): Transform | undefined {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return createUnzip({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH });
    case 'br':
      return createBrotliDecompress({
        flush: constants.BROTLI_OPERATION_FLUSH,
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
      });
    default:
      return undefined;
  }
}

/** The code of the error with which a body ends that has more bytes than are wanted. */
export const tooLarge = 'TOO_LARGE';

async function* atMost(most: number, body: AsyncIterable<unknown>): AsyncIterable<Buffer> {
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) throw Object.assign(new Error('The answer is too large'), { code: tooLarge });
    yield chunk;
  }
}
