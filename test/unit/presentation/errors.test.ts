import { describe, expect, it, vi } from 'vitest';
import { describeError, errorSentence } from '../../../src/presentation/errors';
import {
  notSent,
  ServiceError,
  type Operation,
  type ServiceErrorKind,
  type ServiceFailure,
} from '../../../src/service/errors';

const operations: readonly Operation[] = [
  'listProjects',
  'readCluster',
  'readCloudConfig',
  'listMachines',
  'listTeamResourceRoles',
  'removeTeamResourceRole',
];
const kinds: readonly ServiceErrorKind[] = [
  'unauthorized',
  'forbidden',
  'notFound',
  'unsupported',
  'invalidRequest',
  'rateLimited',
  'serviceFault',
  'redirected',
  'unreachable',
  'untrustedCertificate',
  'timedOut',
  'cancelled',
  'invalidResponse',
];

describe('an error in words', () => {
  it.each(kinds)('%s says what failed, why and what to do', (kind) => {
    for (const operation of operations) {
      const { what, why, actions } = describeError(new ServiceError({ kind, operation }));
      expect(what).toMatch(/^Cannot /);
      expect(why).toMatch(/^[a-z].*[^.]$/);
      expect(`${what}${why}`).not.toMatch(/undefined|\{\d\}|\(\)/);
      expect(actions).toContain('showLog');
      expect(actions[0]).toBe(kind === 'unauthorized' ? 'replaceApiKey' : 'retry');
    }
  });

  it('offers to enter the API key where none is stored', () => {
    const error = new ServiceError({ kind: 'unauthorized', operation: 'listProjects', reason: 'noKey' });
    expect(describeError(error).actions[0]).toBe('enterApiKey');
  });

  it('quotes the service, as text', () => {
    const error = new ServiceError({
      kind: 'serviceFault',
      operation: 'listMachines',
      status: 500,
      code: 'Broken',
      serviceMessage: 'line one\nline two\u202e',
      ref: 'r-1',
    });
    expect(errorSentence(error)).toBe(
      'Cannot list the machines: the service has a problem of its own (500, Broken: line one line two, ref r-1).',
    );
  });

  it.each([
    ['rateLimited', 429, 'rate limit reached'],
    ['serviceFault', 503, 'the service has a problem of its own'],
  ] as const)('says until when a service that answers %s asked to wait', (kind, status, cause) => {
    vi.useFakeTimers({ now: new Date(2026, 10, 22, 9, 1, 20) });
    const error = new ServiceError({
      kind,
      operation: 'listTeams',
      status,
      reason: notSent,
      retryAfterMs: 30 * 60_000,
    });
    // The text may be shown later: it still tells the same time.
    vi.setSystemTime(new Date(2026, 10, 22, 9, 20));
    expect(errorSentence(error)).toBe(`Cannot list the teams: ${cause}; waiting until 09:32 (${status}).`);
    vi.useRealTimers();
  });

  it.each<[Partial<ServiceFailure> & Pick<ServiceFailure, 'kind'>, RegExp]>([
    [{ kind: 'unauthorized' }, /does not accept the API key$/],
    [{ kind: 'unauthorized', reason: 'noKey' }, /no API key has been entered/],
    [{ kind: 'unauthorized', reason: 'keyUnreadable' }, /cannot be read from the secret storage/],
    [{ kind: 'notFound' }, /the service does not know it/],
    [{ kind: 'unsupported' }, /the service does not offer this$/],
    [{ kind: 'unsupported', operation: 'listProjects' }, /no list of projects at this address/],
    [
      { kind: 'unsupported', operation: 'listTeamResourceRoles', status: 404 },
      /does not know the team, or does not offer this/,
    ],
    [{ kind: 'unsupported', operation: 'listTeamResourceRoles', status: 405 }, /^the service does not offer/],
    [{ kind: 'invalidRequest' }, /the service refuses the request/],
    [{ kind: 'invalidRequest', reason: 'impossibleName' }, /its name or uid/],
    [{ kind: 'rateLimited' }, /rate limit reached/],
    [{ kind: 'serviceFault' }, /a problem of its own/],
    [{ kind: 'redirected' }, /redirects, which Poolview does not follow/],
    [{ kind: 'unreachable' }, /cannot be reached/],
    [{ kind: 'unreachable', reason: 'ECONNREFUSED' }, /cannot be reached \(ECONNREFUSED\)/],
    [{ kind: 'unreachable', reason: 'proxyRefuses' }, /the proxy does not connect/],
    [{ kind: 'untrustedCertificate' }, /certificate of the service is not trusted/],
    [{ kind: 'timedOut' }, /did not answer in time/],
    [{ kind: 'cancelled' }, /cancelled/],
    [{ kind: 'invalidResponse', reason: 'notJson' }, /is not JSON/],
    [{ kind: 'invalidResponse', reason: 'tooLarge' }, /too large/],
    [{ kind: 'invalidResponse' }, /not what this service should give/],
  ])('says why it happened: %j', (failure, why) => {
    expect(describeError(new ServiceError({ operation: 'listMachines', ...failure })).why).toMatch(why);
  });

  it.each<[Operation, what: RegExp, permission: string]>([
    ['listProjects', /list the projects$/, 'project.list'],
    ['listProjectUids', /list the projects$/, 'project.list'],
    ['searchClusters', /list the clusters$/, 'cluster.list'],
    ['readCluster', /read the cluster$/, 'cluster.get'],
    ['readCloudConfig', /list the machine pools$/, 'cloudconfig.get'],
    ['listMachines', /list the machines$/, 'machine.list'],
    ['listTeams', /list the teams$/, 'team.list'],
    ['listTeamResourceRoles', /list the resource roles of the team$/, 'team.get'],
    ['addTeamResourceRole', /add the resource role$/, 'team.update'],
    ['removeTeamResourceRole', /remove the resource role$/, 'team.update'],
  ])('says what failed and which permission is missing: %s', (operation, whatFailed, permission) => {
    const { what, why } = describeError(new ServiceError({ kind: 'forbidden', operation }));
    expect(what).toMatch(whatFailed);
    expect(why.split(' ')).toContain(permission);
  });

  it('names where a redirect leads', () => {
    const error = new ServiceError({
      kind: 'redirected',
      operation: 'listProjects',
      status: 302,
      redirectOrigin: 'https://login.example',
    });
    expect(errorSentence(error)).toContain('https://login.example');
  });
});
