import { describe, expect, it } from 'vitest';
import { findHostProblem, parseApiKey, parseEnteredBaseUrl } from '../../../src/connections/enteredValues';
import { ServiceError, type ServiceFailure } from '../../../src/service/errors';

const baseUrl = 'https://api.example.com:8443/platform';
const host = 'api.example.com:8443';

function problemOf(failure: Omit<ServiceFailure, 'operation'>) {
  return findHostProblem(
    Promise.reject(new ServiceError({ operation: 'listProjects', ...failure })),
    baseUrl,
  );
}

it('a host that answers has no problem', async () => {
  expect(await findHostProblem(Promise.resolve(), baseUrl)).toBeUndefined();
});

it.each<[Omit<ServiceFailure, 'operation'>, string]>([
  [{ kind: 'unreachable', reason: 'ENOTFOUND' }, `${host} was not found.`],
  [{ kind: 'unreachable', reason: 'ECONNREFUSED' }, `${host} refused the connection.`],
  [{ kind: 'unreachable', reason: 'ECONNRESET' }, `Can't connect to ${host} (ECONNRESET).`],
  [{ kind: 'unreachable', reason: 'proxyRefuses' }, `The proxy can't connect to ${host}.`],
  [{ kind: 'timedOut' }, `${host} didn't respond in time.`],
  [
    { kind: 'untrustedCertificate', reason: 'SELF_SIGNED_CERT_IN_CHAIN' },
    `The certificate of ${host} isn't trusted (SELF_SIGNED_CERT_IN_CHAIN).`,
  ],
])('%j has to be corrected', async (failure, start) => {
  const problem = await problemOf(failure);
  expect(problem).toMatch(start);
});

it.each<[Omit<ServiceFailure, 'operation'>, string]>([
  [{ kind: 'redirected', redirectOrigin: 'https://login.example' }, 'redirects to https://login.example.'],
  [{ kind: 'redirected', redirectOrigin: 'https://api.example.com:8443' }, "doesn't respond like the API"],
  [{ kind: 'invalidResponse', reason: 'notJson' }, "doesn't respond like the API"],
  [{ kind: 'unsupported', status: 404 }, "doesn't respond like the API"],
])('%j can be a false alarm', async (failure, part) => {
  const problem = await problemOf(failure);
  expect(problem).toEqual({ warning: expect.stringContaining(`${host} ${part}`) as string });
});

it('other errors are thrown', async () => {
  await expect(findHostProblem(Promise.reject(new Error('broken')), baseUrl)).rejects.toThrow('broken');
});

describe('a base URL as users enter it', () => {
  it.each([
    ['api.example.com', 'https://api.example.com'],
    [' api.example.com:8443/platform/v1/ ', 'https://api.example.com:8443/platform'],
    ['localhost:3000', 'http://localhost:3000'],
    ['127.0.0.1/v1', 'http://127.0.0.1'],
    ['https://gateway.example.com/v1/platform', 'https://gateway.example.com/v1/platform'],
  ])('%j is completed to %s', (input, value) => {
    expect(parseEnteredBaseUrl(input)).toEqual({ value });
  });

  it.each([
    'https://api.example.com/v1/dashboard/projects?limit=50',
    'api.example.com/v1/teams',
    'https://api.example.com/v1/cloudconfigs/openstack/uid#x',
  ])('%j is the URL of a request, whose base URL is suggested', (input) => {
    const reason = 'This is the URL of a request. The base URL is https://api.example.com';
    expect(parseEnteredBaseUrl(input)).toEqual({ reason });
  });

  it.each(['', ' ', 'two words', 'http://api.example.com', 'http://api.example.com/v1/teams'])(
    '%j is rejected',
    (input) => {
      expect(parseEnteredBaseUrl(input).value).toBeUndefined();
    },
  );
});

describe('an API key', () => {
  it('is trimmed', () => {
    expect(parseApiKey(' abc-123_=\n')).toEqual({ value: 'abc-123_=' });
  });

  it.each(['', '   ', 'two words', 'line\nbreak', 'schlüssel', 'a\u0000b'])('%j is rejected', (input) => {
    expect(parseApiKey(input).value).toBeUndefined();
  });
});
