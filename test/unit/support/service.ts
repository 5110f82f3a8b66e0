import type { Session } from '../../../src/connections/session';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createServiceClient, type ServiceClient } from '../../../src/service/client';
import { ServiceError } from '../../../src/service/errors';
import type { HttpOptions, RequestRecord } from '../../../src/service/http';
import { listingOf, listAllProjects } from '../../../src/service/projectListing';
import { Refusals } from '../../../src/service/refusals';
import type { ListingMethod } from '../../../src/service/resources/project';
import { Schedule } from '../../../src/service/schedule';
import { newKey } from '../../support/keyIdentity';
import { withoutLimits } from '../../support/withoutLimits';
import { startScriptedService, type ScriptedOptions, type ScriptedService } from '../../support/demo/service';

/** Calls `cleanUp` when the test ends. */
export function atEnd(cleanUp: () => unknown): void {
  onTestFinished(async () => {
    await cleanUp();
  });
}

/** A demo service that is closed when the test ends. */
export async function demo(options: Partial<ScriptedOptions> = {}): Promise<ScriptedService> {
  const service = await startScriptedService(options);
  atEnd(() => service.close());
  return service;
}

/** An HTTP server on loopback, for responses that the demo service does not send. */
export async function serve(answer: RequestListener): Promise<{ readonly baseUrl: string }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  atEnd(() => server.close());
  await once(server, 'listening');
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

export interface Harness {
  readonly service: ScriptedService;
  readonly client: ServiceClient;
  readonly records: readonly RequestRecord[];
}

/** A schedule without rate limits and retries. */
export function unhurried(): Schedule {
  return new Schedule({ limits: withoutLimits, retries: 0 });
}

export interface TestClientOptions extends Partial<HttpOptions> {
  /** Without rate limits and retries by default. */
  readonly schedule?: Schedule;
}

/** A client of the service at `baseUrl`, and the records of its requests. */
export function createTestClient(
  baseUrl: string,
  { schedule = unhurried(), ...http }: TestClientOptions = {},
): { readonly client: ServiceClient; readonly records: RequestRecord[] } {
  const records: RequestRecord[] = [];
  const client = createServiceClient(
    {
      baseUrl,
      apiKey: () => Promise.resolve('key'),
      timeoutMs: () => 60_000,
      onRequest: (record) => {
        records.push(record);
      },
      ...http,
    },
    schedule,
  );
  return { client, records };
}

/** A demo service and a client that is connected to it, with rate limits and retries by default. */
export async function connected(
  options: Partial<ScriptedOptions> = {},
  http: Partial<HttpOptions> = {},
  schedule = new Schedule(),
): Promise<Harness> {
  const service = await demo(options);
  const apiKey = () => Promise.resolve(service.apiKey);
  return { service, ...createTestClient(service.baseUrl, { apiKey, schedule, ...http }) };
}

export interface SourceOptions {
  readonly limit?: number;
  readonly kept?: Map<string, unknown>;
  /** The listing that is tried first, as remembered by a session. */
  readonly listing?: ListingMethod | undefined;
}

/** A session with `client`, whose state is in `kept`. */
export function sourceOf(
  client: Omit<ServiceClient, 'refusals'> & Partial<ServiceClient>,
  { limit = 50, kept = new Map<string, unknown>(), listing = 'post' }: SourceOptions = {},
  baseUrl = 'http://service',
): Session {
  const { refusals = new Refusals() } = client;
  if (listing === 'get')
    refusals.refuse(new ServiceError({ kind: 'unsupported', operation: 'listProjects' }));
  return {
    connection: { name: 'Test', baseUrl },
    keyIdentity: newKey(),
    get listing() {
      return listingOf(refusals);
    },
    refusals,
    containsApiKey: () => Promise.resolve(false),
    state: {
      read: (name) => kept.get(name),
      write: (name, value) => Promise.resolve(void kept.set(name, value)),
    },
    client: () => Promise.resolve({ ...client, refusals }),
    projects: (search = {}) => Promise.resolve(listAllProjects(client, refusals, { ...search, limit })),
  };
}

/** The ServiceError that `promise` is rejected with. */
export async function failureOf(promise: Promise<unknown>): Promise<ServiceError> {
  const error = await promise.then(
    () => {
      throw new Error('The promise was not rejected');
    },
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw error;
  return error;
}
