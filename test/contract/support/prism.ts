import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
import type { ClientRequest } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import type { ServiceClient } from '../../../src/service/client';
import { builtInCloudTypes } from '../../../src/service/cloudTypes';
import type { RequestRecord } from '../../../src/service/http';
import { atEnd, createTestClient } from '../../unit/support/service';
import type { Schema } from './fields';

/** How a service generates responses from its description. */
export interface Answers {
  /** The seed of the generated responses. Without a seed, they are the examples of the description. */
  readonly seed?: string | undefined;
  /** Makes each generated response differ from the previous one. */
  readonly vary?: boolean;
  /** The status of every response, instead of the documented success. */
  readonly status?: number;
  /** The endpoints that the service offers; by default, all of the description. */
  readonly has?: (endpoint: string) => boolean;
}

/** A response as it was sent; undefined for an empty body. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The kinds of responses that every test runs with. */
export const waysOfAnswering: readonly { readonly way: string; readonly seed?: string }[] = [
  { way: 'with examples' },
  ...['2', '4', '5', '8'].map((seed) => ({ way: `with invented data, seed ${seed}`, seed })),
];

/** The required operations. Poolview must work with only these. */
export const smallestService: readonly string[] = [
  'GET /v1/dashboard/projects',
  'GET /v1/cloudconfigs/openstack/{configUid}/machinePools/{machinePoolName}/machines',
  'DELETE /v1/teams/{uid}/resourceRoles/{resourceRoleUid}',
];

const otherDescription = process.env['POOLVIEW_API_DESCRIPTION'];

/** Whether the tests use `service.openapi.yaml`: `POOLVIEW_API_DESCRIPTION` can name another file. */
export const isOwnDescription = otherDescription === undefined;

const operations = await getHttpOperationsFromSpec(
  await descriptionIn(otherDescription ?? fileURLToPath(new URL('../service.openapi.yaml', import.meta.url))),
);

const apiKey = 'key';

/** A Prism mock server on loopback and a connected client; closed when the test ends. */
export async function describedService(answers: Answers = {}): Promise<{
  readonly client: ServiceClient;
  readonly records: readonly RequestRecord[];
  /** The requests of the client, such as `GET /v1/teams/team-1?limit=5`. */
  readonly sent: readonly string[];
  /** The errors that Prism found in requests and in its own responses. */
  readonly complaints: readonly string[];
  /** Sends a request without Poolview. */
  readonly ask: (method: string, path: string, key?: string) => Promise<Answer>;
  /** The response to the last request of the client. */
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
          // Prism reads this for each request.
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
  // Prism does not report its requests.
  subscribe('http.client.request.start', onRequest);
  atEnd(() => unsubscribe('http.client.request.start', onRequest));

  const { client, records } = createTestClient(baseUrl, { apiKey: () => Promise.resolve(apiKey) });
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
    // The same seed generates the same response again.
    return (await ask(last.method, last.path)).body;
  };
  return { client, records, sent, complaints, ask, lastAnswer };
}

/** The documented endpoints, such as `GET /v1/teams/{uid}`. */
export const describedEndpoints: readonly string[] = operations.map(endpointOf);

/** The schema of a successful response of `endpoint`; undefined if it has no body. */
export function describedAnswer(endpoint: string): Schema | undefined {
  const response = operations
    .find((operation) => endpointOf(operation) === endpoint)
    ?.responses.find(({ code }) => code.startsWith('2'));
  return response?.contents?.[0]?.schema as Schema | undefined;
}

/** The names of the documented query parameters of `endpoint`. */
export function describedQuery(endpoint: string): readonly string[] {
  return operations
    .filter((operation) => endpointOf(operation) === endpoint)
    .flatMap(({ request }) => request?.query ?? [])
    .map(({ name }) => name);
}

/** The undocumented query parameters of `sent`, which Prism accepts. */
export function undescribedQuery(endpoint: string, sent: readonly string[]): readonly string[] {
  const described = describedQuery(endpoint);
  return sent
    .flatMap((request) => [...new URLSearchParams(request.split('?')[1] ?? '').keys()])
    .filter((name) => !described.includes(name));
}

/** The documented path of the cloud configs of a type. */
export function describedConfig(cloudType: string): string {
  const type = builtInCloudTypes.includes(cloudType) ? cloudType : 'cloudTypes/{cloudType}';
  return `GET /v1/cloudconfigs/${type}/{configUid}`;
}

/** The documented path of the machines of a pool of a type. */
export function describedMachines(cloudType: string): string {
  return `${describedConfig(cloudType)}/machinePools/{machinePoolName}/machines`;
}

/** The built-in cloud types and a custom one. */
export const cloudTypes: readonly string[] = [...builtInCloudTypes, 'acme-cloud'];

/** Whether the description has `endpoint`, such as `GET /v1/teams/{uid}`. */
export function isDescribed(endpoint: string): boolean {
  return describedEndpoints.includes(endpoint);
}

/** The documented statuses of `endpoint` other than success. */
export function describedFailures(endpoint: string): readonly number[] {
  return operations
    .filter((operation) => endpointOf(operation) === endpoint)
    .flatMap(({ responses }) => responses.map(({ code }) => Number(code)))
    .filter((code) => code >= 400);
}

function endpointOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method.toUpperCase()} ${path}`;
}

/** The name of a file, or a description. */
async function descriptionIn(file: string): Promise<string | object> {
  if (!file.endsWith('.json')) return file;
  const description = JSON.parse(await readFile(file, 'utf8'), withDescribedResponses) as object;
  // Swagger 2.0 may omit the media types of bodies; Prism then sends no bodies.
  return { consumes: ['application/json'], produces: ['application/json'], ...description };
}

/** Prism ignores responses without content, such as the response to a removal. */
function withDescribedResponses(key: string, value: unknown): unknown {
  if (key !== 'responses' || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([status, response]) => [status, { description: '', ...(response as object) }]),
  );
}
