import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { send } from './answers';
import { Fleet } from './fleet/fleet';
import { defaultOptions, largeTenant, type DemoOptions } from './options';
import type { RecordedRequest } from './requests';
import { asRefusal, respondTo } from './respond';

export type { DemoOptions } from './options';
export { profiles, type Profile } from './profiles';
export type { RecordedRequest } from './requests';
export type { Operation } from './routes';

export interface DemoService {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The last `keptRequests` requests, oldest first. Those without the right key have no body. */
  readonly requests: readonly RecordedRequest[];
  clearRequests(): void;
  readonly fleet: Fleet;
  /** Stops the service and closes all connections. */
  close(): Promise<void>;
}

/** Starts the service on a loopback port of its own. */
export async function startDemoService(given: Partial<DemoOptions> = {}): Promise<DemoService> {
  const options = {
    ...defaultOptions,
    ...(given.profile === 'large' && largeTenant),
    apiKey: randomBytes(24).toString('base64url'),
    ...given,
  };
  const fleet = new Fleet(options);
  const requests: RecordedRequest[] = [];
  const respond = respondTo(options, fleet, (request) => {
    requests.push(request);
    if (requests.length > options.keptRequests) requests.shift();
  });
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    respond(request, response).catch((error: unknown) => {
      // A client that disconnected during its request does not get this.
      send(response, asRefusal(error).answer);
    });
  });
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');

  const baseUrl = `http://127.0.0.1:${portOf(server)}`;
  let closed: Promise<void> | undefined;
  return {
    baseUrl,
    apiKey: options.apiKey,
    requests,
    clearRequests() {
      requests.length = 0;
    },
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

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  return address.port;
}
