import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noContent, type Request } from '../../../src/service/endpoint';
import { kindOfStatus, ServiceError } from '../../../src/service/errors';
import type { Operation } from '../../../src/service/operations';
import { Refusals } from '../../../src/service/refusals';
import { searchClusters } from '../../../src/service/resources/cluster';
import { readClusterOverview, readRepave } from '../../../src/service/resources/clusterFacts';

type Asked = Partial<Request> & Pick<Request, 'operation'>;

function failure(status: number, operation: Operation = 'readCluster'): ServiceError {
  return new ServiceError({ kind: kindOfStatus(status, false) ?? 'serviceFault', operation, status });
}

const noOther = () => expect.fail('There is nothing else to ask for');

/** Sends a request, or what tells more about its 404. */
function ask(
  refusals: Refusals,
  asked: Asked,
  send: () => Promise<unknown>,
  sendOther: () => Promise<unknown> = noOther,
): Promise<unknown> {
  const request: Request = { path: [], read: noContent, ...asked };
  return refusals.ask(request, (each) => (each === request ? send() : sendOther()) as Promise<never>);
}

/** Requests `resource` from a service that responds with `status`. Returns whether the request was sent. */
async function isAsked(
  refusals: Refusals,
  status: number,
  resource?: string,
  request: Partial<Asked> = {},
  sendOther: () => Promise<unknown> = noOther,
): Promise<boolean> {
  const service = vi.fn(() => (status === 200 ? Promise.resolve('answer') : Promise.reject(failure(status))));
  const answer = ask(refusals, { operation: 'readCluster', resource, ...request }, service, sendOther);
  const isAskedNow = service.mock.calls.length === 1;
  if (isAskedNow && status === 200) expect(await answer).toBe('answer');
  else await expect(answer).rejects.toBeInstanceOf(ServiceError);
  return isAskedNow;
}

const overviewOf = (uid: string) =>
  ({ operation: 'readClusterOverview', ...readClusterOverview(uid, 'p') }) as const;
const repaveOf = (uid: string) => ({ operation: 'readRepave', ...readRepave(uid, 'p') }) as const;

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

  it('after 404s for two items, one of which can be read by its own path', async () => {
    const refusals = new Refusals();
    const found: string[] = [];
    const asks = (uid: string) => {
      const request = overviewOf(uid);
      return isAsked(refusals, 404, uid, request, () => {
        found.push(uid);
        return uid === 'c' ? Promise.resolve() : Promise.reject(failure(404));
      });
    };
    for (const uid of ['a', 'a', 'b', 'c']) expect(await asks(uid)).toBe(true);
    expect(found).toEqual(['b', 'c']);
    expect(refusals.of('readClusterOverview')).toMatchObject({
      kind: 'unsupported',
      failure: { status: 404 },
    });
    expect(await asks('d')).toBe(false);
  });

  it('but is after any number of 404s if none of the items can be read by its own path, which is not always asked', async () => {
    const refusals = new Refusals();
    const other = vi.fn(() => Promise.reject(failure(404)));
    for (let uid = 0; uid < 9; uid++)
      expect(await isAsked(refusals, 404, `${uid}`, overviewOf(`${uid}`), other)).toBe(true);
    expect(other).toHaveBeenCalledTimes(2);
    for (let uid = 0; uid < 9; uid++)
      expect(await isAsked(refusals, 404, `${uid}`, repaveOf(`${uid}`))).toBe(true);
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
    const request: Asked = { operation: 'readCluster', resource: 'a' };
    await expect(ask(refusals, request, () => Promise.reject(error))).rejects.toBe(error);
    await expect(ask(refusals, request, () => Promise.resolve(1))).rejects.toBe(error);
    expect(refusals.of('readCluster')).toBe(error);
  });

  it('until that is forgotten', async () => {
    const refusals = new Refusals();
    await isAsked(refusals, 405, 'a');
    refusals.forget();
    expect(refusals.of('readCluster')).toBeUndefined();
    expect(await isAsked(refusals, 200, 'a')).toBe(true);
  });
});

describe('forgetting an operation by its name', () => {
  it('forgets that it exists: a service that has lost it since does not offer it', async () => {
    const refusals = new Refusals();
    await isAsked(refusals, 200);
    await isAsked(refusals, 404);
    expect(refusals.of('readCluster')).toBeUndefined();
    refusals.forget('readCluster');
    expect(await isAsked(refusals, 404)).toBe(true);
    expect(refusals.of('readCluster')?.kind).toBe('unsupported');
  });

  it('forgets nothing about others: which items were not found, and that they exist', async () => {
    const refusals = new Refusals();
    const found = () => Promise.resolve();
    await isAsked(refusals, 200);
    await isAsked(refusals, 404, 'a', overviewOf('a'), found);
    refusals.forget('listProjects');
    await isAsked(refusals, 404, 'b', overviewOf('b'), found);
    await isAsked(refusals, 404);
    expect(refusals.of('readClusterOverview')?.kind).toBe('unsupported');
    expect(refusals.of('readCluster')).toBeUndefined();
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

  it('is requested for a project or a resource, even if it is refused for everything', async () => {
    const refusals = new Refusals();
    for (const request of [{ resource: 'a' }, {}, { projectUid: 'p' }, { resource: 'a' }]) {
      expect(await isAsked(refusals, 403, undefined, request)).toBe(true);
    }
  });

  it('is not requested again for a project in which it is refused', async () => {
    const refusals = new Refusals();
    expect(await isAsked(refusals, 403, undefined, { projectUid: 'p' })).toBe(true);
    expect(await isAsked(refusals, 200, undefined, { projectUid: 'p' })).toBe(false);
    expect(await isAsked(refusals, 200, 'a', { projectUid: 'p' })).toBe(true);
    expect(await isAsked(refusals, 200, undefined, { projectUid: 'q' })).toBe(true);
    expect(refusals.of('readCluster')).toBeUndefined();
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
    ['cloud type', { variant: 'aws' }],
  ] as const)('if the service lacks another %s', async (_name, other) => {
    const refusals = new Refusals();
    await isAsked(refusals, 405, 'a');
    expect(await isAsked(refusals, 404, 'a', other)).toBe(true);
    expect(await isAsked(refusals, 200, 'b', other)).toBe(true);
  });

  it('after an error that is not a ServiceError', async () => {
    const refusals = new Refusals();
    const request: Asked = { operation: 'readCluster' };
    await expect(ask(refusals, request, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
    expect(await isAsked(refusals, 200)).toBe(true);
  });
});

describe('a project that is not found', () => {
  /** Searches clusters in projects, and says which requests were sent: by the UIDs of projects, `all` for the probe. */
  function searches(answers: Readonly<Record<string, number>>) {
    const refusals = new Refusals();
    const sent: string[] = [];
    const send = (uid: string) => () => {
      sent.push(uid);
      const status = answers[uid] ?? 200;
      return status === 200 ? Promise.resolve(uid) : Promise.reject(failure(status, 'searchClusters'));
    };
    const search = async (projectUid: string) => {
      const request: Request = { operation: 'searchClusters', ...searchClusters({ projectUid }) };
      const answer = ask(refusals, request, send(projectUid), send('all'));
      return answer.catch((error: unknown) => (error instanceof ServiceError ? error.failure : error));
    };
    return { refusals, sent, search };
  }

  it('says nothing about the next one, even if it is the first one that is asked for', async () => {
    const { refusals, sent, search } = searches({ gone: 404 });
    expect(await search('gone')).toMatchObject({ kind: 'notFound', reason: 'noProject', status: 404 });
    expect(await search('p')).toBe('p');
    expect(await search('gone')).toMatchObject({ kind: 'notFound' });
    expect(sent).toEqual(['gone', 'all', 'p', 'gone']);
    expect(refusals.of('searchClusters')).toBeUndefined();
  });

  it.each([403, 400])('exists no less if the search of everything fails with a %i', async (status) => {
    const { search } = searches({ gone: 404, all: status });
    expect(await search('gone')).toMatchObject({ kind: 'notFound', reason: 'noProject' });
    expect(await search('p')).toBe('p');
  });

  it('means that the operation is lacking if it is not found for everything either', async () => {
    const { refusals, sent, search } = searches({ p: 404, q: 404, all: 404 });
    expect(await search('p')).toMatchObject({ kind: 'unsupported' });
    expect(await search('q')).toMatchObject({ kind: 'unsupported' });
    expect(sent).toEqual(['p', 'all']);
    expect(refusals.of('searchClusters')?.kind).toBe('unsupported');
  });

  it('decides nothing if the search of everything fails otherwise', async () => {
    const { refusals, sent, search } = searches({ p: 404, all: 503 });
    expect(await search('p')).toMatchObject({ kind: 'unsupported' });
    expect(await search('q')).toBe('q');
    expect(sent).toEqual(['p', 'all', 'q']);
    expect(refusals.of('searchClusters')).toBeUndefined();
  });

  it('is the reason why nothing in it is found', async () => {
    const { refusals, search } = searches({ gone: 404 });
    await search('gone');
    for (const resource of ['a', 'b', undefined, 'c']) {
      expect(await isAsked(refusals, 404, resource, { projectUid: 'gone' })).toBe(true);
    }
    expect(refusals.of('readCluster')).toBeUndefined();
  });
});

describe('a change', () => {
  const removal = { operation: 'removeTeamResourceRole', changes: true } as const;

  it('is sent, even if it was refused before', async () => {
    const refusals = new Refusals();
    for (const status of [403, 403, 405])
      expect(await isAsked(refusals, status, undefined, removal)).toBe(true);
    expect(refusals.of(removal.operation)).toBeDefined();
    expect(await isAsked(refusals, 200, undefined, removal)).toBe(true);
    expect(refusals.of(removal.operation)).toBeUndefined();
  });

  it('is known to be refused until that is forgotten by its name', async () => {
    const refusals = new Refusals();
    await isAsked(refusals, 403, undefined, removal);
    refusals.forget();
    expect(refusals.of(removal.operation)).toBeDefined();
    refusals.forget(removal.operation);
    expect(refusals.of(removal.operation)).toBeUndefined();
  });
});

describe('that the service lacks the current listing of projects', () => {
  const day = 24 * 60 * 60 * 1000;
  const listing = { operation: 'listProjects' } as const;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function stored(kept?: unknown) {
    const store = {
      kept,
      read: () => store.kept,
      write: (refusal: unknown) => {
        store.kept = structuredClone(refusal);
      },
    };
    return store;
  }

  it('is known to later sessions for a week', async () => {
    const store = stored();
    new Refusals(store).refuse(failure(405, 'listProjects'));
    const later = new Refusals(store);
    vi.setSystemTime(Date.now() + 7 * day - 1000);
    later.forget();
    expect(await isAsked(later, 200, undefined, listing)).toBe(false);
    expect(later.of('listProjects')?.kind).toBe('unsupported');
    vi.setSystemTime(Date.now() + 1000);
    expect(await isAsked(later, 200, undefined, listing)).toBe(true);
  });

  it('is not known if the clock is set back, and once it is forgotten by its name', async () => {
    const store = stored();
    new Refusals(store).refuse(failure(405, 'listProjects'));
    new Refusals(store).forget('listMachineMetrics');
    expect(await isAsked(new Refusals(store), 200, undefined, listing)).toBe(false);
    vi.setSystemTime(Date.now() - day);
    expect(new Refusals(store).of('listProjects')).toBeUndefined();
    vi.setSystemTime(Date.now() + day);
    new Refusals(store).forget('listProjects');
    expect(await isAsked(new Refusals(store), 200, undefined, listing)).toBe(true);
  });

  it.each(['readCluster', 'listMachineMetrics'] as const)(
    'is all that is stored, not %s',
    async (operation) => {
      const store = stored();
      await isAsked(new Refusals(store), 405, undefined, { operation });
      await isAsked(new Refusals(store), 403, undefined, { operation, projectUid: 'p' });
      expect(store.read()).toBeUndefined();
    },
  );

  it.each([null, 'x', {}, [{}], { at: 'x' }, { at: -1 }, [{ key: 'listProjects  ', at: 0 }]])(
    'is not known if what is stored is invalid: %j',
    async (kept) => {
      expect(await isAsked(new Refusals(stored(kept)), 200, undefined, listing)).toBe(true);
    },
  );
});
