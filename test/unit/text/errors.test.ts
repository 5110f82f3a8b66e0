import { describe, expect, it, vi } from 'vitest';
import { describeError, errorSentence } from '../../../src/text/errors';
import {
  notSent,
  ServiceError,
  type ServiceErrorKind,
  type ServiceFailure,
} from '../../../src/service/errors';
import type { Operation } from '../../../src/service/operations';

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

describe('error messages', () => {
  it.each(kinds)('say what failed, why and what to do: %s', (kind) => {
    for (const operation of operations) {
      const { what, why, actions } = describeError(new ServiceError({ kind, operation }));
      expect(what).toMatch(/^Couldn't .*[^.]$/);
      expect(why).toMatch(/^[A-Z].*[^.]\.$/);
      expect(`${what}${why}`).not.toMatch(/undefined|\{\d\}|\(\)/);
      expect(actions).toContain('showLog');
      expect(actions[0]).toBe(kind === 'unauthorized' ? 'replaceApiKey' : 'retry');
    }
  });

  it('offer to enter the API key if none is stored', () => {
    const error = new ServiceError({ kind: 'unauthorized', operation: 'listProjects', reason: 'noKey' });
    expect(describeError(error).actions[0]).toBe('enterApiKey');
  });

  it('quote the service on one line', () => {
    const error = new ServiceError({
      kind: 'serviceFault',
      operation: 'listMachines',
      status: 500,
      code: 'Broken',
      serviceMessage: 'line one\nline two\u202e',
      ref: 'r-1',
    });
    expect(errorSentence(error)).toBe(
      "Couldn't load machines. The service reported an internal error (500, Broken: line one line two, ref r-1).",
    );
  });

  it.each([
    ['rateLimited', 429, 'Rate limit reached'],
    ['serviceFault', 503, 'The service reported an internal error'],
  ] as const)('say when to retry if the service asked to wait: %s', (kind, status, cause) => {
    vi.useFakeTimers({ now: new Date(2026, 10, 22, 9, 1, 20) });
    const error = new ServiceError({
      kind,
      operation: 'listTeams',
      status,
      reason: notSent,
      retryAfterMs: 30 * 60_000,
    });
    // The text may be shown later, but the time stays the same.
    vi.setSystemTime(new Date(2026, 10, 22, 9, 20));
    expect(errorSentence(error)).toBe(`Couldn't load teams. ${cause} (${status}). Try again after 09:32.`);
    vi.useRealTimers();
  });

  it.each<[Partial<ServiceFailure> & Pick<ServiceFailure, 'kind'>, string]>([
    [{ kind: 'unauthorized' }, 'The service rejected the API key.'],
    [{ kind: 'unauthorized', reason: 'noKey' }, 'No API key is stored for this connection.'],
    [
      { kind: 'unauthorized', reason: 'keyUnreadable' },
      "The API key can't be read from the secret storage of VS Code.",
    ],
    [{ kind: 'notFound', status: 404 }, 'Not found (404). It may have been deleted.'],
    [{ kind: 'unsupported' }, "The service doesn't support this."],
    [
      { kind: 'unsupported', operation: 'listProjects' },
      'No project list was found at this address. Check the base URL.',
    ],
    [
      { kind: 'unsupported', operation: 'listTeamResourceRoles', status: 404, reason: 'mayBeMissing' },
      "It doesn't exist, or the service doesn't support this (404).",
    ],
    [
      { kind: 'unsupported', operation: 'listTeamResourceRoles', status: 405 },
      "The service doesn't support this (405).",
    ],
    [{ kind: 'invalidRequest' }, 'The service rejected the request.'],
    [{ kind: 'invalidRequest', reason: 'impossibleName' }, 'Its name or UID has invalid characters.'],
    [{ kind: 'rateLimited' }, 'Rate limit reached.'],
    [{ kind: 'serviceFault' }, 'The service reported an internal error.'],
    [{ kind: 'redirected' }, 'The service redirected the request. Check the base URL.'],
    [
      { kind: 'redirected', status: 302, redirectOrigin: 'https://login.example' },
      "The service redirected the request to https://login.example (302). Poolview doesn't send the API key there. If that address is right, connect to it.",
    ],
    [
      { kind: 'unreachable', reason: 'ECONNREFUSED' },
      "The service can't be reached (ECONNREFUSED). Check your network connection and the base URL.",
    ],
    [
      { kind: 'unreachable', reason: 'proxyRefuses' },
      'The proxy refused the connection. Check the proxy settings of VS Code.',
    ],
    [
      { kind: 'untrustedCertificate', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
      "The service's certificate isn't trusted (DEPTH_ZERO_SELF_SIGNED_CERT). If it's your own, add its certificate authority to those that this computer trusts.",
    ],
    [
      { kind: 'timedOut' },
      "The service didn't respond in time. To wait longer, change the setting poolview.requestTimeoutSeconds.",
    ],
    [{ kind: 'cancelled' }, 'Canceled.'],
    [
      { kind: 'invalidResponse', reason: 'notJson', status: 200 },
      "The response isn't JSON. Check the base URL.",
    ],
    [
      { kind: 'invalidResponse', reason: 'notConfirmed', status: 200 },
      "The service didn't confirm the change (200).",
    ],
    [{ kind: 'invalidResponse', reason: 'tooLarge' }, 'The response is too large.'],
    [{ kind: 'invalidResponse' }, 'Unexpected response. Check the base URL.'],
  ])('give the cause, then the advice: %j', (failure, why) => {
    expect(describeError(new ServiceError({ operation: 'listMachines', ...failure })).why).toBe(why);
  });

  it.each<[Operation, what: string, permission: string]>([
    ['listProjects', "Couldn't load projects", 'project.list'],
    ['listProjectUids', "Couldn't load projects", 'project.list'],
    ['searchClusters', "Couldn't load clusters", 'cluster.list'],
    ['searchClusterMetadata', "Couldn't load clusters", 'cluster.list'],
    ['readCluster', "Couldn't load the cluster", 'cluster.get'],
    ['readCloudConfig', "Couldn't load machine pools", 'cloudconfig.get'],
    ['listMachines', "Couldn't load machines", 'machine.list'],
    ['listEvents', "Couldn't load events", 'cluster.get'],
    ['listAudits', "Couldn't load the audit log", 'audit.list'],
    ['listTeams', "Couldn't load teams", 'team.list'],
    ['listTeamResourceRoles', "Couldn't load the team's roles", 'team.get'],
    ['listTenantRoles', "Couldn't load access", 'team.get'],
    ['addTeamResourceRole', "Couldn't add the role", 'team.update'],
    ['removeTeamResourceRole', "Couldn't remove the role", 'team.update'],
  ])('say what failed and which permission is missing: %s', (operation, whatFailed, permission) => {
    const { what, why } = describeError(new ServiceError({ kind: 'forbidden', operation, permission }));
    expect(what).toBe(whatFailed);
    expect(why).toBe(`The API key probably lacks the ${permission} permission.`);
  });
});
