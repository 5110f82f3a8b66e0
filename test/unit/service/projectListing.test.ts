import { describe, expect, it } from 'vitest';
import type { DemoOptions } from '../../../src/demo/server';
import { ServiceError } from '../../../src/service/errors';
import { listingOf, listAllProjects } from '../../../src/service/projectListing';
import { Refusals } from '../../../src/service/refusals';
import type { ListingMethod, ProjectSearch } from '../../../src/service/resources/project';
import { connected, failureOf } from '../support/service';

async function listing(options: Partial<DemoOptions>, remembered?: ListingMethod) {
  const harness = await connected(options);
  const refusals = new Refusals();
  const operation = 'listProjects';
  if (remembered === 'post') refusals.worked({ operation });
  if (remembered === 'get') refusals.refuse(new ServiceError({ kind: 'unsupported', operation }));
  const start = (search: ProjectSearch = {}) =>
    listAllProjects(harness.client, refusals, { ...search, limit: 10 });
  const known = (): ListingMethod | undefined => {
    const isPostRefused = refusals.of(operation) !== undefined;
    expect(listingOf(refusals)).toBe(isPostRefused ? 'get' : 'post');
    return isPostRefused ? 'get' : refusals.hasWorked(operation) ? 'post' : undefined;
  };
  return { ...harness, start, remembered: known };
}

describe('the project listing of a service', () => {
  it('is the POST, found with the first page', async () => {
    const { service, start, remembered } = await listing({});
    expect((await start().next()).value?.items).toHaveLength(10);
    expect(service.requests.map(({ method }) => method)).toEqual(['POST']);
    expect(remembered()).toBe('post');
  });

  it('is the GET if there is no POST, which takes one more request once', async () => {
    const { service, start, remembered } = await listing({ without: ['listProjectsPost'] });
    const pages = start();
    await pages.next();
    await pages.next();
    await start().next();
    expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET']);
    expect(remembered()).toBe('get');
  });

  it.each([400, 405, 415, 501])('is the GET if the POST fails with %i', async (status) => {
    const { service, start } = await listing({});
    service.faults.add({ kind: 'status', status, operation: 'listProjectsPost' });
    expect((await start().next()).value?.items).toHaveLength(10);
    expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it('is the GET for a first search, too, if the POST fails with 400', async () => {
    const { service, start, remembered } = await listing({});
    service.faults.add({ kind: 'status', status: 400, operation: 'listProjectsPost', times: 2 });
    const page = await start({ name: 'ledger' }).next();
    expect(page.value?.items.length).toBeGreaterThan(0);
    // The second one tells whether only the search was rejected.
    expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
    expect(remembered()).toBe('get');
  });

  it('stays the POST if that rejects only a first search', async () => {
    const { service, start, remembered } = await listing({});
    service.faults.add({ kind: 'status', status: 400 });
    expect((await failureOf(start({ name: '((' }).next())).kind).toBe('invalidRequest');
    expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
    expect(remembered()).not.toBe('get');
  });

  it('is not reported as missing if the service rejects the request itself', async () => {
    const { service, start } = await listing({ without: ['listProjectsPost'] }, 'get');
    service.faults.add({
      kind: 'status',
      status: 400,
      body: { code: 'BadPeriod', message: 'period must be 60' },
    });
    expect((await failureOf(start().next())).failure).toMatchObject({
      kind: 'invalidRequest',
      code: 'BadPeriod',
    });
    expect(service.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  it('stays the POST that worked before if it rejects a search', async () => {
    const { service, start, remembered } = await listing({}, 'post');
    service.faults.add({ kind: 'status', status: 400 });
    expect((await failureOf(start({ name: '((' }).next())).kind).toBe('invalidRequest');
    expect(service.requests.map(({ method }) => method)).toEqual(['POST']);
    expect(remembered()).toBe('post');
  });

  it.each<ProjectSearch>([{}, { name: '' }])(
    'is the GET if the POST that worked before is rejected without a search: %j',
    async (search) => {
      const { service, start, remembered } = await listing({}, 'post');
      service.faults.add({ kind: 'status', status: 400 });
      await start(search).next();
      expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
      expect(remembered()).toBe('get');
    },
  );

  it.each([
    [400, 500, 500],
    [405, 500, 500],
    [405, 401, 401],
    [400, 404, 400],
    [405, 404, 404],
  ])('is unknown after a %i and a %i, and the error is the %i', async (first, other, told) => {
    const { service, start, remembered } = await listing({});
    service.faults.add({ kind: 'status', status: first }, { kind: 'status', status: other });
    expect((await failureOf(start().next())).failure.status).toBe(told);
    expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(remembered()).toBeUndefined();
  });

  it.each([403, 500, 302])('is detected again after a %i of the remembered one', async (status) => {
    const { service, start, remembered } = await listing({}, 'get');
    service.faults.add({ kind: 'status', status });
    await failureOf(start().next());
    expect(remembered()).toBeUndefined();
    await start().next();
    expect(service.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(remembered()).toBe('post');
  });

  it('is detected again if the remembered one is no longer offered', async () => {
    const { service, start, remembered } = await listing({ without: ['listProjectsGet'] }, 'get');
    await start().next();
    expect(service.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(remembered()).toBe('post');
  });

  it.each([401, 403, 409, 500])('is not detected after a %i', async (status) => {
    const { service, start, remembered } = await listing({});
    service.faults.add({ kind: 'status', status });
    expect((await failureOf(start().next())).failure.status).toBe(status);
    expect(service.requests).toHaveLength(1);
    expect(remembered()).toBeUndefined();
  });

  it('does not change within a list', async () => {
    const { service, start } = await listing({});
    const pages = start();
    await pages.next();
    service.faults.add({ kind: 'status', status: 404 });
    expect((await failureOf(pages.next())).kind).toBe('unsupported');
    expect((await pages.next()).value?.items).toHaveLength(10);
    expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST']);
  });
});
