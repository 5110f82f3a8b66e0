import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
import type { ClientRequest } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { createServiceClient, type ServiceClient } from '../../../src/service/client';
import { builtInCloudTypes } from '../../../src/service/cloudTypes';
import type { RequestRecord } from '../../../src/service/http';
import { atEnd, unhurried } from '../../unit/support/service';
import type { Schema } from './fields';

/** How a service answers that is made from nothing but a description. */
export interface Answers {
  /** Answers are invented, the same ones from the same seed; without a seed they are the description's examples. */
  readonly seed?: string | undefined;
  /** Each invented answer differs from the one before. */
  readonly vary?: boolean;
  /** The status of every answer, instead of the success that is described. */
  readonly status?: number;
  /** Which of the described endpoints there are; all of them where it is left out. */
  readonly has?: (endpoint: string) => boolean;
}

/** An answer as it was sent; undefined for an empty body. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The ways of answering that every test is run with. */
export const waysOfAnswering: readonly { readonly way: string; readonly seed?: string }[] = [
  { way: 'with examples' },
  ...['2', '4', '5', '8'].map((seed) => ({ way: `with invented data, seed ${seed}`, seed })),
];

/** All that the smallest service has, which has to be enough. */
export const smallestService: readonly string[] = [
  'GET /v1/dashboard/projects',
  'GET /v1/cloudconfigs/openstack/{configUid}/machinePools/{machinePoolName}/machines',
  'DELETE /v1/teams/{uid}/resourceRoles/{resourceRoleUid}',
];

const otherDescription = process.env['POOLVIEW_API_DESCRIPTION'];

/** Whether the service is the one of `service.openapi.yaml`: `POOLVIEW_API_DESCRIPTION` can name another file. */
export const isOwnDescription = otherDescription === undefined;

const operations = await getHttpOperationsFromSpec(
  await descriptionIn(otherDescription ?? fileURLToPath(new URL('../service.openapi.yaml', import.meta.url))),
);

const apiKey = 'key';

/** A Prism mock server on loopback and a client that is connected to it; closed when the test is over. */
export async function describedService(answers: Answers = {}): Promise<{
  readonly client: ServiceClient;
  readonly records: readonly RequestRecord[];
  /** What the client sent, such as `GET /v1/teams/team-1?limit=5`. */
  readonly sent: readonly string[];
  /** What Prism found wrong with a request, or with its own answer. */
  readonly complaints: readonly string[];
  /** Sends a request without Poolview. */
  readonly ask: (method: string, path: string, key?: string) => Promise<Answer>;
  /** What the last request of the client was answered with. */
  readonly lastAnswer: () => Promise<unknown>;
}> {
  const { seed = '', vary = false, status, has = () => true } = answers;
  const complaints: string[] = [];
  let count = 0;
  const server = createServer(
    operations.filter((operation) => has(endpointOf(operation))),
    {
      cors: false,
      components: {
        logger: createLogger(
          'contract',
          { level: 'error' },
          {
            write: (line: string) => {
              complaints.push((JSON.parse(line) as { readonly msg: string }).msg);
            },
          },
        ),
      },
      config: {
        isProxy: false,
        checkSecurity: true,
        validateRequest: true,
        validateResponse: true,
        errors: true,
        upstreamProxy: undefined,
        mock: {
          dynamic: seed !== '',
          ...(status === undefined ? {} : { code: status }),
          // Prism reads it with each request.
          get seed() {
            return vary ? `${seed}/${count++}` : seed;
          },
        },
      },
    },
  );
  const baseUrl = await server.listen(0, '127.0.0.1');
  atEnd(() => server.close());

  const sent: string[] = [];
  const onRequest = (message: unknown): void => {
    const { request } = message as { readonly request: ClientRequest };
    if (`http://${request.host}:${String(request.getHeader('host')).split(':')[1] ?? ''}` === baseUrl) {
      sent.push(`${request.method} ${request.path}`);
    }
  };
  // Prism does not tell the requests that it gets.
  subscribe('http.client.request.start', onRequest);
  atEnd(() => unsubscribe('http.client.request.start', onRequest));

  const records: RequestRecord[] = [];
  const client = createServiceClient(
    {
      baseUrl,
      apiKey: () => Promise.resolve(apiKey),
      timeoutMs: () => 10_000,
      onRequest: (record) => {
        records.push(record);
      },
    },
    unhurried(),
  );
  const ask = async (method: string, path: string, key = apiKey): Promise<Answer> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', ApiKey: key },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const lastAnswer = async (): Promise<unknown> => {
    const last = records.at(-1);
    if (last === undefined) throw new Error('Nothing was sent');
    // From the same seed comes the same answer, so that asking again is as good as listening in.
    return (await ask(last.method, last.path)).body;
  };
  return { client, records, sent, complaints, ask, lastAnswer };
}

/** All that the description has, such as `GET /v1/teams/{uid}`. */
export const describedEndpoints: readonly string[] = operations.map(endpointOf);

/** What the answer of `endpoint` to a request that succeeds looks like; undefined where it has no body. */
export function describedAnswer(endpoint: string): Schema | undefined {
  const response = operations
    .find((operation) => endpointOf(operation) === endpoint)
    ?.responses.find(({ code }) => code.startsWith('2'));
  return response?.contents?.[0]?.schema as Schema | undefined;
}

/** The names of the query parameters that `endpoint` is described with. */
export function describedQuery(endpoint: string): readonly string[] {
  return operations
    .filter((operation) => endpointOf(operation) === endpoint)
    .flatMap(({ request }) => request?.query ?? [])
    .map(({ name }) => name);
}

/** The query parameters of `sent` that `endpoint` is not described with. Prism lets them pass. */
export function undescribedQuery(endpoint: string, sent: readonly string[]): readonly string[] {
  const described = describedQuery(endpoint);
  return sent
    .flatMap((request) => [...new URLSearchParams(request.split('?')[1] ?? '').keys()])
    .filter((name) => !described.includes(name));
}

/** The address of the cloud configs of a type, as it is described. */
export function describedConfig(cloudType: string): string {
  const type = builtInCloudTypes.includes(cloudType) ? cloudType : 'cloudTypes/{cloudType}';
  return `GET /v1/cloudconfigs/${type}/{configUid}`;
}

/** The address of the machines of a pool of a type, as it is described. */
export function describedMachines(cloudType: string): string {
  return `${describedConfig(cloudType)}/machinePools/{machinePoolName}/machines`;
}

/** The cloud types that come with the service, and one that was added to it. */
export const cloudTypes: readonly string[] = [...builtInCloudTypes, 'acme-cloud'];

/** Whether the description has `endpoint`, such as `GET /v1/teams/{uid}`. */
export function isDescribed(endpoint: string): boolean {
  return describedEndpoints.includes(endpoint);
}

/** The statuses other than success that `endpoint` is described with. */
export function describedFailures(endpoint: string): readonly number[] {
  return operations
    .filter((operation) => endpointOf(operation) === endpoint)
    .flatMap(({ responses }) => responses.map(({ code }) => Number(code)))
    .filter((code) => code >= 400);
}

function endpointOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method.toUpperCase()} ${path}`;
}

/** What Prism can make a service from: the name of a file, or a description. */
async function descriptionIn(file: string): Promise<string | object> {
  if (!file.endsWith('.json')) return file;
  const description = JSON.parse(await readFile(file, 'utf8'), withDescribedResponses) as object;
  // Swagger 2.0 may leave open what the bodies are; Prism then takes it that there are none.
  return { consumes: ['application/json'], produces: ['application/json'], ...description };
}

/** Prism overlooks responses about which nothing is said, such as that of a removal. */
function withDescribedResponses(key: string, value: unknown): unknown {
  if (key !== 'responses' || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([status, response]) => [status, { description: '', ...(response as object) }]),
  );
}
