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
    [200, undefined],
    [204, undefined],
    [299, undefined],
    [300, 'redirected'],
    [302, 'redirected'],
    [399, 'redirected'],
    [400, 'invalidRequest'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [405, 'unsupported'],
    [408, 'invalidRequest'],
    [409, 'invalidRequest'],
    [429, 'rateLimited'],
    [499, 'invalidRequest'],
    [500, 'serviceFault'],
    [501, 'unsupported'],
    [503, 'serviceFault'],
  ])('with the status %i is %s', (status, kind) => {
    expect(kindOfStatus(status, true)).toBe(kind);
  });

  it('with the status 404 depends on whether every service offers the operation', () => {
    expect(kindOfStatus(404, false)).toBe('unsupported');
  });
});

describe('a failed read', () => {
  it.each<[boolean, Partial<ServiceFailure> & Pick<ServiceFailure, 'kind'>]>([
    [true, { kind: 'rateLimited', status: 429 }],
    [true, { kind: 'rateLimited', status: 429, retryAfterMs: 60_000 }],
    [false, { kind: 'rateLimited', status: 429, retryAfterMs: 60_001 }],
    [true, { kind: 'timedOut' }],
    [true, { kind: 'serviceFault', status: 502 }],
    [true, { kind: 'serviceFault', status: 503 }],
    [true, { kind: 'serviceFault', status: 504 }],
    [false, { kind: 'serviceFault', status: 503, retryAfterMs: 60_001 }],
    [false, { kind: 'serviceFault', status: 500 }],
    [true, { kind: 'unreachable', reason: 'ECONNRESET' }],
    [true, { kind: 'unreachable', reason: 'ECONNABORTED' }],
    [true, { kind: 'unreachable', reason: 'EPIPE' }],
    [true, { kind: 'unreachable', reason: 'EAI_AGAIN' }],
    [true, { kind: 'unreachable', reason: 'ERR_STREAM_PREMATURE_CLOSE' }],
    [false, { kind: 'unreachable', reason: 'ECONNREFUSED' }],
    [false, { kind: 'unreachable' }],
    [false, { kind: 'invalidResponse', status: 503 }],
    [false, { kind: 'untrustedCertificate', reason: 'ECONNRESET' }],
    [false, { kind: 'unauthorized', status: 401 }],
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

  it('has the time until which the service asked to wait', () => {
    expect(new ServiceError({ operation, kind: 'rateLimited' }).retryAt).toBeUndefined();
    const before = Date.now();
    const { retryAt } = new ServiceError({ operation, kind: 'rateLimited', retryAfterMs: 5000 });
    expect(retryAt).toBeGreaterThanOrEqual(before + 5000);
    expect(retryAt).toBeLessThanOrEqual(Date.now() + 5000);
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
