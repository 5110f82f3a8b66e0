import { describe, expect, it } from 'vitest';
import { describeError, errorSentence } from '../../../src/details/errors';
import { ServiceError, type Operation, type ServiceErrorKind } from '../../../src/service/errors';

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
      const { what, why, mends } = describeError(new ServiceError({ kind, operation }));
      expect(what).toMatch(/^Cannot /);
      expect(why).toMatch(/^[a-z].*[^.]$/);
      expect(`${what}${why}`).not.toMatch(/undefined|\{\d\}|\(\)/);
      expect(mends).toContain('showLog');
      expect(mends[0]).toBe(kind === 'unauthorized' ? 'replaceApiKey' : 'retry');
    }
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
