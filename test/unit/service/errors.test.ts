import { describe, expect, it } from 'vitest';
import {
  isServiceError,
  kindOfStatus,
  ServiceError,
  type ServiceErrorKind,
  type ServiceFailure,
} from '../../../src/service/errors';

const operation = 'listMachines';

describe('the kind of a response', () => {
  it.each<[number, ServiceErrorKind | undefined]>([
    [204, undefined],
    [299, undefined],
    [300, 'redirected'],
    [399, 'redirected'],
    [408, 'invalidRequest'],
  ])('with the status %i is %s', (status, kind) => {
    expect(kindOfStatus(status, true)).toBe(kind);
  });

  it('with the status 404 depends on whether every service offers the operation', () => {
    expect(kindOfStatus(404, false)).toBe('unsupported');
  });
});

describe('a failed read', () => {
  it.each<[boolean, Partial<ServiceFailure> & Pick<ServiceFailure, 'kind'>]>([
    [true, { kind: 'rateLimited', status: 429, retryAfterMs: 60_000 }],
    [false, { kind: 'rateLimited', status: 429, retryAfterMs: 60_001 }],
    [true, { kind: 'unreachable', reason: 'ECONNABORTED' }],
    [true, { kind: 'unreachable', reason: 'EPIPE' }],
    [true, { kind: 'unreachable', reason: 'EAI_AGAIN' }],
    [true, { kind: 'unreachable', reason: 'ERR_STREAM_PREMATURE_CLOSE' }],
    [false, { kind: 'unreachable' }],
    [false, { kind: 'invalidResponse', status: 503 }],
    [false, { kind: 'untrustedCertificate', reason: 'ECONNRESET' }],
  ])('can be retried: %j, %j', (canRetry, failure) => {
    expect(new ServiceError({ operation, ...failure }).canRetry).toBe(canRetry);
  });
});

describe('a service error', () => {
  it('has a message with only its kind, operation and status', () => {
    const failure = { operation, kind: 'serviceFault', code: 'Secret', serviceMessage: 'secret' } as const;
    expect(new ServiceError({ ...failure, status: 500 }).message).toBe('listMachines: serviceFault (500)');
    expect(new ServiceError(failure).message).toBe('listMachines: serviceFault');
    expect(new ServiceError(failure).name).toBe('ServiceError');
  });

  it('is distinguished from other errors, and by its kind', () => {
    const error = new ServiceError({ operation, kind: 'notFound' });
    expect(isServiceError(error)).toBe(true);
    expect(isServiceError(error, 'timedOut', 'notFound')).toBe(true);
    expect(isServiceError(error, 'timedOut')).toBe(false);
    expect(isServiceError(new Error('of another kind'))).toBe(false);
    expect(isServiceError(undefined)).toBe(false);
  });
});
