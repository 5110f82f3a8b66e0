import { describe, expect, it } from 'vitest';
import { failureOf } from '../unit/support/service';
import { calls, type Call } from './support/calls';
import { complaintsAboutRequest, described, describedEndpoints } from './support/description';
import { misread } from './support/misread';
import { describedService, type Answers } from './support/service';

/** The fields of the response that the client reads wrongly. */
async function readWrongly({ send, given }: Call, answers: Answers = {}): Promise<readonly string[]> {
  const { client, complaints, sent, lastAnswer } = await describedService(answers);
  const read = await send(client);
  expect(complaints).toEqual([]);
  expect(sent).toHaveLength(1);
  if (given === 'converted') return [];
  const answer = lastAnswer();
  return misread(answer && given ? given(answer) : answer, read);
}

describe('a service that responds as it is described', () => {
  it.each(calls)('accepts $endpoint $how, and its response is read completely', async (call) => {
    expect(await readWrongly(call)).toEqual([]);
  });

  const readers = calls.filter(({ kind }) => kind !== undefined);
  it.each(readers)('is read completely by $endpoint, whatever its lists and texts contain', async (call) => {
    // Who has access is invalid if anything is missing.
    const isExact = call.kind === 'projectUids' || /\wRoles$|^roles$/.test(call.kind ?? '');
    for (const seed of ['1', '2', '3', '4']) {
      const isComplete = isExact || seed === '1';
      expect(await readWrongly(call, { seed, isComplete }), seed).toEqual([]);
    }
  });

  // How an error is read does not depend on the operation: one of each kind.
  const oneOfEach = /^GET \/v1\/(?:spectroclusters\/\{uid\}|teams)$|^DELETE/;
  it.each(calls.filter(({ endpoint }) => oneOfEach.test(endpoint)))(
    'rejects $endpoint $how with an error that contains its message',
    async ({ endpoint, send }) => {
      const failures = [...described(endpoint).responses.keys()].filter((status) => status >= 400);
      for (const status of failures) {
        const { client, complaints, lastAnswer } = await describedService({ status });
        const { failure } = await failureOf(send(client));
        expect(complaints).toEqual([]);
        const { code, serviceMessage: message, ref } = failure;
        expect(misread(lastAnswer(), { code, message, ref })).toEqual([]);
        expect(failure).toMatchObject({ status, code: expect.any(String) as string });
      }
    },
  );
});

describe('a service without', () => {
  /** What depends on something that may not be there, or is offered in another way. */
  const mayBeMissing = /machines$|\{objectUid\}|^(?:POST|DELETE) \/v1\/teams/;

  it.each(calls)('$endpoint $how fails', async ({ endpoint, send }) => {
    const { client } = await describedService({ has: (other) => other !== endpoint });
    const { kind } = await failureOf(send(client));
    expect(kind).toBe(mayBeMissing.test(endpoint) ? 'notFound' : 'unsupported');
  });
});

describe('these tests', () => {
  it('send a request to every documented endpoint, and to no other', () => {
    expect([...new Set(calls.map(({ endpoint }) => endpoint))].sort()).toEqual(
      [...describedEndpoints].sort(),
    );
  });

  const projects = '/v1/dashboard/projects';
  it.each([
    ['', 'POST', `${projects}?limit=5`, '{}'],
    ['colour is not described', 'GET', `${projects}?limit=5&colour=red`, ''],
    ['limit data/value must be integer', 'POST', `${projects}?limit=many`, ''],
    ['limit data/value must be <= 50', 'POST', `${projects}?limit=51`, ''],
    ['objectKind data/value must be equal', 'GET', '/v1/events/components/moon/uid', ''],
    ['"additionalProperty":"colour"', 'POST', '/v1/teams/a/resourceRoles', '{"colour":"red"}'],
    ['ProjectUid is not described', 'GET', '/v1/roles', ''],
    [' must NOT be valid', 'GET', projects, '{}'],
    [' is not described', 'PUT', projects, ''],
  ])('detect that %s: %s %s %s', (complaint, method, path, body) => {
    const headers = { apikey: 'key', ...(!path.startsWith('/v1/teams') && { projectuid: 'project-1' }) };
    const [found = ''] = complaintsAboutRequest({ method, path, headers, body });
    expect(found).toContain(complaint);
    expect(found === '').toBe(complaint === '');
  });

  it('detect a missing API key', () => {
    const request = { method: 'POST', path: projects, headers: {}, body: '' };
    expect(complaintsAboutRequest(request)).toEqual(['The API key is missing']);
  });
});
