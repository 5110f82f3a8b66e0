import { describe, expect, it, vi } from 'vitest';
import { kindOfStatus, ServiceError } from '../../../src/service/errors';
import { Refusals } from '../../../src/service/refusals';

type Request = Parameters<Refusals['ask']>[0];

function failure(status: number): ServiceError {
  return new ServiceError({
    kind: kindOfStatus(status, false) ?? 'serviceFault',
    operation: 'readCluster',
    status,
  });
}

/** Requests `resource` from a service that responds with `status`. Returns whether the request was sent. */
async function isAsked(
  refusals: Refusals,
  status: number,
  resource?: string,
  request: Partial<Request> = {},
): Promise<boolean> {
  const service = vi.fn(() => (status === 200 ? Promise.resolve('answer') : Promise.reject(failure(status))));
  const answer = refusals.ask({ operation: 'readCluster', resource, ...request }, service);
  const isAskedNow = service.mock.calls.length === 1;
  if (isAskedNow && status === 200) expect(await answer).toBe('answer');
  else await expect(answer).rejects.toBeInstanceOf(ServiceError);
  return isAskedNow;
}

describe('an operation that the service lacks is not requested again', () => {
  it.each([
    ['a 405', 405, 'a'],
    ['a 501', 501, 'a'],
    ['a 404 about nothing in particular', 404, undefined],
  ])('after %s', async (_name, status, resource) => {
    const refusals = new Refusals();
    expect(await isAsked(refusals, status, resource)).toBe(true);
    expect(await isAsked(refusals, 200, resource)).toBe(false);
    expect(await isAsked(refusals, 200, 'another')).toBe(false);
    expect(refusals.of('readCluster')?.kind).toBe('unsupported');
  });

  it('after 404s for two resources, but not after two for the same one', async () => {
    const refusals = new Refusals();
    for (const resource of ['a', 'a', 'a', 'b']) expect(await isAsked(refusals, 404, resource)).toBe(true);
    expect(await isAsked(refusals, 200, 'c')).toBe(false);
  });

  it('but is after any number of 404s if it has worked before', async () => {
    const refusals = new Refusals();
    await isAsked(refusals, 200);
    for (const resource of [undefined, undefined, 'a', 'b']) {
      expect(await isAsked(refusals, 404, resource)).toBe(true);
    }
    expect(await isAsked(refusals, 200)).toBe(true);
    expect(refusals.of('readCluster')).toBeUndefined();
  });

  it('and fails with the same error again', async () => {
    const refusals = new Refusals();
    const error = failure(405);
    const request: Request = { operation: 'readCluster', resource: 'a' };
    await expect(refusals.ask(request, () => Promise.reject(error))).rejects.toBe(error);
    await expect(refusals.ask(request, () => Promise.resolve(1))).rejects.toBe(error);
    expect(refusals.of('readCluster')).toBe(error);
  });

  it('until that is forgotten', async () => {
    const refusals = new Refusals();
    await isAsked(refusals, 405, 'a');
    refusals.forget();
    expect(refusals.of('readCluster')).toBeUndefined();
    expect(await isAsked(refusals, 404, 'a')).toBe(true);
    refusals.forget();
    // One of the two misses was forgotten.
    expect(await isAsked(refusals, 404, 'b')).toBe(true);
    expect(await isAsked(refusals, 200, 'c')).toBe(true);
  });
});

describe('an operation that the API key may not use', () => {
  it('is not requested again for everything that the key can access', async () => {
    const refusals = new Refusals();
    for (const projectUid of [undefined, '']) {
      expect(await isAsked(refusals, 403, undefined, { projectUid })).toBe(projectUid === undefined);
      expect(refusals.of('readCluster')?.kind).toBe('forbidden');
    }
    refusals.forget();
    expect(await isAsked(refusals, 200)).toBe(true);
  });

  it('is requested for a project or a resource, whatever was refused before', async () => {
    const refusals = new Refusals();
    for (const request of [
      { projectUid: 'p' },
      { resource: 'a' },
      {},
      { projectUid: 'p' },
      { resource: 'a' },
    ]) {
      expect(await isAsked(refusals, 403, undefined, request)).toBe(true);
    }
  });
});

describe('an operation that may be offered is requested again', () => {
  it.each([400, 401, 409, 429, 500, 503])('after a %i', async (status) => {
    const refusals = new Refusals();
    for (const resource of [undefined, 'a', 'b', 'c']) {
      expect(await isAsked(refusals, status, resource)).toBe(true);
    }
    expect(await isAsked(refusals, 200)).toBe(true);
  });

  it.each([
    ['worked before', [200, 404, 404, 404]],
    ['worked between', [404, 200, 404, 404]],
    ['could not be used', [403, 404, 404, 404]],
    ['rejected a request', [404, 400, 404, 404]],
  ])('after 404s for different resources if it %s', async (_name, statuses) => {
    const refusals = new Refusals();
    for (const [index, status] of statuses.entries()) {
      expect(await isAsked(refusals, status, `resource ${index}`)).toBe(true);
    }
    expect(await isAsked(refusals, 200, 'last')).toBe(true);
  });

  it.each([
    ['operation', { operation: 'readCloudConfig' }],
    ['cloud type', { cloudType: 'aws' }],
  ] as const)('if the service lacks another %s', async (_name, other) => {
    const refusals = new Refusals();
    await isAsked(refusals, 405, 'a');
    expect(await isAsked(refusals, 404, 'a', other)).toBe(true);
    expect(await isAsked(refusals, 200, 'b', other)).toBe(true);
  });

  it('after an error that is not a ServiceError', async () => {
    const refusals = new Refusals();
    const request: Request = { operation: 'readCluster' };
    await expect(refusals.ask(request, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
    expect(await isAsked(refusals, 200)).toBe(true);
  });
});
