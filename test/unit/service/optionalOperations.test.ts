import { describe, expect, it, vi } from 'vitest';
import { kindOfStatus, ServiceError } from '../../../src/service/errors';
import { OptionalOperations } from '../../../src/service/optionalOperations';

function failure(status: number): ServiceError {
  return new ServiceError({
    kind: kindOfStatus(status, true) ?? 'serviceFault',
    operation: 'readCluster',
    status,
  });
}

/** Requests `thing` from a service that responds with `status`. Returns whether the request was sent. */
async function isAsked(
  operations: OptionalOperations,
  status: number,
  thing: string,
  operation = 'read',
): Promise<boolean> {
  const service = vi.fn(() => (status === 200 ? Promise.resolve('answer') : Promise.reject(failure(status))));
  const answer = operations.request(operation, thing, service);
  const isAskedNow = service.mock.calls.length === 1;
  if (isAskedNow && status === 200) expect(await answer).toBe('answer');
  else await expect(answer).rejects.toBeInstanceOf(ServiceError);
  return isAskedNow;
}

describe('an unsupported operation is not requested again', () => {
  it.each([
    ['a 405', 405, 'a'],
    ['a 501', 501, 'a'],
    ['a 404 about nothing in particular', 404, ''],
  ])('after %s', async (_name, status, thing) => {
    const operations = new OptionalOperations();
    expect(await isAsked(operations, status, thing)).toBe(true);
    expect(await isAsked(operations, 200, thing)).toBe(false);
    expect(await isAsked(operations, 200, 'another')).toBe(false);
  });

  it('after 404s for two resources, but not after two for the same one', async () => {
    const operations = new OptionalOperations();
    for (const thing of ['a', 'a', 'a', 'b']) expect(await isAsked(operations, 404, thing)).toBe(true);
    expect(await isAsked(operations, 200, 'c')).toBe(false);
  });

  it('but is after any number of 404s if it has worked before', async () => {
    const operations = new OptionalOperations();
    await isAsked(operations, 200, '');
    for (const thing of ['', '', 'a', 'b']) expect(await isAsked(operations, 404, thing)).toBe(true);
    expect(await isAsked(operations, 200, '')).toBe(true);
  });

  it('and fails with the same error again', async () => {
    const operations = new OptionalOperations();
    const error = failure(405);
    const first = operations.request('read', 'a', () => Promise.reject(error));
    await expect(first).rejects.toBe(error);
    await expect(operations.request('read', 'b', () => Promise.resolve(1))).rejects.toBe(error);
  });

  it('until it is reset', async () => {
    const operations = new OptionalOperations();
    await isAsked(operations, 405, 'a');
    operations.reset();
    expect(await isAsked(operations, 404, 'a')).toBe(true);
    operations.reset();
    // One of the two misses was forgotten.
    expect(await isAsked(operations, 404, 'b')).toBe(true);
    expect(await isAsked(operations, 200, 'c')).toBe(true);
  });
});

describe('an operation that may be supported is requested again', () => {
  it.each([400, 401, 403, 409, 429, 500, 503])('after a %i', async (status) => {
    const operations = new OptionalOperations();
    for (const thing of ['', 'a', 'b', 'c']) expect(await isAsked(operations, status, thing)).toBe(true);
    expect(await isAsked(operations, 200, '')).toBe(true);
  });

  it.each([
    ['before', [200, 404, 404, 404]],
    ['between', [404, 200, 404, 404]],
  ])('after 404s for different resources if it worked %s', async (_name, statuses) => {
    const operations = new OptionalOperations();
    for (const [index, status] of statuses.entries()) {
      expect(await isAsked(operations, status, `thing ${index}`)).toBe(true);
    }
    expect(await isAsked(operations, 200, 'last')).toBe(true);
  });

  it('if another operation is unsupported', async () => {
    const operations = new OptionalOperations();
    await isAsked(operations, 405, 'a', 'one');
    expect(await isAsked(operations, 404, 'a', 'other')).toBe(true);
    expect(await isAsked(operations, 200, 'b', 'other')).toBe(true);
  });

  it('after an error that is not a ServiceError', async () => {
    const operations = new OptionalOperations();
    await expect(operations.request('read', '', () => Promise.reject(new Error('a bug')))).rejects.toThrow(
      'a bug',
    );
    expect(await isAsked(operations, 200, '')).toBe(true);
  });
});
