import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Random } from '../../../src/demo/random';
import { createTestClient, serve } from '../../unit/support/service';
import {
  complaintsAbout,
  complaintsAboutRequest,
  operationFor,
  type DescribedOperation,
  type Received,
} from './description';
import { inventedAnswer, sampleOf } from './fields';

/** How a service responds. */
export interface Answers {
  /** Responses are random and depend on it. Without it, they contain every documented field once. */
  readonly seed?: string | undefined;
  /** Whether random responses have all fields. */
  readonly isComplete?: boolean;
  /** The status of every response, instead of the documented success. */
  readonly status?: number;
  /** The endpoints that the service offers; by default, all of the description. */
  readonly has?: (endpoint: string) => boolean;
}

/** The required operations. Poolview must work with only these. */
export const smallestService: readonly string[] = [
  'GET /v1/dashboard/projects',
  'GET /v1/cloudconfigs/openstack/{configUid}/machinePools/{machinePoolName}/machines',
  'DELETE /v1/teams/{uid}/resourceRoles/{resourceRoleUid}',
];

/** A service on loopback that responds as its description says, and a connected client; closed when the test ends. */
export async function describedService(answers: Answers = {}) {
  const { seed, isComplete = false, status, has = () => true } = answers;
  /** Where requests, and the responses to them, differ from the description. */
  const complaints: string[] = [];
  /** The requests, such as `GET /v1/teams/team-1?limit=5`. */
  const sent: string[] = [];
  let last: unknown;

  function answer(operation: DescribedOperation | undefined, path: string, response: ServerResponse): void {
    if (!operation || !has(operation.endpoint)) {
      last = undefined;
      response.writeHead(404).end();
      return;
    }
    const [code, schema] =
      [...operation.responses].find(([one]) => (status === undefined ? one < 300 : one === status)) ?? [];
    if (code === undefined) throw new Error(`${operation.endpoint} has no response ${status}`);
    last =
      schema &&
      (seed === undefined
        ? sampleOf(schema).answer
        : inventedAnswer(schema, new Random(`${seed}${path}`), isComplete));
    if (schema) complaints.push(...complaintsAbout(last, schema));
    response.writeHead(code, { 'content-type': 'application/json' });
    response.end(last === undefined ? undefined : JSON.stringify(last));
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const received: Received = { method, path, headers, body: await text(request) };
    sent.push(`${method} ${path}`);
    complaints.push(...complaintsAboutRequest(received));
    answer(operationFor(received), path, response);
  }

  const { baseUrl } = await serve((request, response) => void respond(request, response));
  return { ...createTestClient(baseUrl), sent, complaints, lastAnswer: () => last };
}
