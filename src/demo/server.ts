import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { notFound, Refusal, send, type Answer } from './answers';
import { FaultPlan } from './faults';
import { Fleet } from './fleet/fleet';
import { honestPoolName, hostileAnswer } from './hostile';
import { createLimiter } from './limits';
import { misbehave } from './misbehave';
import { operationsOn } from './operations';
import { defaultOptions, type DemoOptions } from './options';
import { offerOf } from './profiles';
import { decodeSegment, readBody, readTarget, type RecordedRequest } from './requests';
import { findRoute } from './routes';

export type { Fault } from './faults';
export type { Limits } from './limits';
export type { DemoOptions, Size } from './options';
export { profiles, type Profile } from './profiles';
export type { RecordedRequest } from './requests';
export type { Operation } from './routes';

export interface DemoService {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The last `keptRequests` requests, oldest first, whatever the answer was. Without the right key they have no body. */
  readonly requests: readonly RecordedRequest[];
  clearRequests(): void;
  readonly faults: Pick<FaultPlan, 'add' | 'clear'>;
  readonly fleet: Fleet;
  /** Stops, and drops every connection, answered or not. */
  close(): Promise<void>;
}

/** Starts the service on a loopback port of its own. */
export async function startDemoService(given: Partial<DemoOptions> = {}): Promise<DemoService> {
  const options = { ...defaultOptions, apiKey: randomBytes(24).toString('base64url'), ...given };
  const fleet = new Fleet(options);
  const offer = offerOf(options.profile);
  const operations = operationsOn(fleet);
  const faults = new FaultPlan();
  const limit = createLimiter(options.limits, options.clock);
  const requests: RecordedRequest[] = [];

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path, query } = readTarget(request);
    const { method = '', url = '', headers } = request;
    const isAuthorized = hasKey(header(headers, 'apikey'), options.apiKey);
    // Anybody who reaches the port could fill the memory with bodies.
    const body = await readBody(request, isAuthorized);
    const route = findRoute(method, path, offer, options.without);
    const operation = 'operation' in route ? route.operation : undefined;
    requests.push({ operation, method, path: url, headers, body, time: options.now() });
    if (requests.length > options.keptRequests) {
      requests.shift();
    }

    // Every request counts, whatever becomes of it.
    const pastLimit = limit(path);
    const answer = answering(() => {
      if (pastLimit) {
        throw pastLimit;
      }
      if (!isAuthorized) {
        throw new Refusal(401, 'InvalidApiKey', 'The API key is missing or not valid.');
      }
      if ('allowed' in route) {
        throw noSuchRoute(route.allowed);
      }
      const given = route.parameters.map(decodeSegment);
      const parameters = options.hostile ? given.map(honestPoolName) : given;
      return operations[route.operation]({
        parameters,
        query,
        projectUid: header(headers, 'projectuid'),
        body,
      });
    });
    const act = options.hostile ? () => hostileAnswer(answer()) : answer;
    const fault = faults.take(operation, url);
    if (fault) {
      misbehave(fault, response, query, act);
    } else {
      send(response, act());
    }
  }

  const server = createServer({ requireHostHeader: false }, (request, response) => {
    respond(request, response).catch((error: unknown) => {
      // Where the client has gone away in the middle of its request, this reaches nobody.
      send(response, asRefusal(error).answer);
    });
  });
  server.listen(options.port, '127.0.0.1');
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));

  let closed: Promise<void> | undefined;
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: options.apiKey,
    requests,
    clearRequests() {
      requests.length = 0;
    },
    faults,
    fleet,
    close() {
      closed ??= new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      });
      return closed;
    },
  };
}

/** The same, but with every error made the answer to it. */
function answering(act: () => Answer): () => Answer {
  return () => {
    try {
      return act();
    } catch (error) {
      return asRefusal(error).answer;
    }
  };
}

const asRefusal = (error: unknown) =>
  error instanceof Refusal ? error : new Refusal(500, 'InternalError', String(error));

function hasKey(given: string | undefined, apiKey: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return given !== undefined && timingSafeEqual(digest(given), digest(apiKey));
}

const noSuchRoute = (allowed: readonly string[]) =>
  allowed.length === 0
    ? notFound('The path')
    : new Refusal(405, 'MethodNotAllowed', 'The path does not know this method.', {
        allow: allowed.join(', '),
      });

/** An empty header is as good as none. */
function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]?.toString();
  return value === '' ? undefined : value;
}
