import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServiceClient } from '../../../src/service/client';
import { isServiceError, mayBeMissing, type ServiceFailure } from '../../../src/service/errors';
import { startScriptedService, type Fault, type ScriptedService } from '../../support/demo/service';
import { createTestClient, demo } from '../support/service';
import { Schedule } from '../../../src/service/schedule';

/** The outcome of an operation; `fine` if the operation does not evaluate the response. */
type Outcome = ServiceFailure['kind'] | 'fine';

interface Row {
  readonly name: string;
  readonly fault: Fault;
  /** The outcome of a read. */
  readonly read: Outcome;
  /** The outcome of a read that needs a complete response, if it differs. */
  readonly wholeRead?: Outcome;
  /** The outcome of a change, if it differs. */
  readonly change?: Outcome;
  /** How often a read may be repeated; as usual if it is missing. */
  readonly retries?: number;
  /** How often a read is sent; once by default. */
  readonly sent?: number;
  /** The outcome of the next read, after the fault; `fine` by default. */
  readonly next?: Outcome;
  /** What else the failure of a read says. */
  readonly says?: Partial<ServiceFailure>;
}

/** The first request and three retries. */
const repeated = 4;

const ofService = { code: 'Broken', message: 'it broke', ref: 'r-1', details: [] };
const longPause = { 'retry-after': '61' };

/** The faults that are only a status, with the outcome of a read. */
const statuses: readonly [number, Outcome, sent?: number][] = [
  [400, 'invalidRequest'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'notFound'],
  [405, 'unsupported'],
  [409, 'invalidRequest'],
  [410, 'notFound'],
  [499, 'invalidRequest'],
  [500, 'serviceFault'],
  [501, 'unsupported'],
  [503, 'serviceFault', repeated],
];

const rows: readonly Row[] = [
  ...statuses.map(([status, read, sent = 1]): Row => {
    return { name: String(status), fault: { kind: 'status', status }, read, sent, says: { status } };
  }),
  {
    name: '429',
    fault: { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
    read: 'rateLimited',
    sent: repeated,
  },
  {
    name: '429 for long',
    fault: { kind: 'status', status: 429, headers: longPause },
    read: 'rateLimited',
    next: 'rateLimited',
  },
  {
    name: '503 for long',
    fault: { kind: 'status', status: 503, headers: longPause },
    read: 'serviceFault',
    next: 'serviceFault',
  },
  {
    name: 'error body of the service',
    fault: { kind: 'status', status: 500, body: ofService },
    read: 'serviceFault',
    says: { code: 'Broken', serviceMessage: 'it broke', ref: 'r-1' },
  },
  { name: '502 of a proxy', fault: { kind: 'html', status: 502 }, read: 'serviceFault', sent: repeated },
  { name: '504', fault: { kind: 'empty', status: 504 }, read: 'serviceFault', sent: repeated },
  { name: '202', fault: { kind: 'empty', status: 202 }, read: 'invalidResponse' },
  { name: '207', fault: { kind: 'empty', status: 207 }, read: 'invalidResponse' },
  { name: '200 with an error', fault: { kind: 'status', status: 200 }, read: 'invalidResponse' },
  {
    name: 'redirect',
    fault: { kind: 'redirect', location: 'https://elsewhere.example/login?x=1' },
    read: 'redirected',
    says: { redirectOrigin: 'https://elsewhere.example' },
  },
  {
    name: 'redirect to a scheme other than http and https',
    fault: { kind: 'redirect', location: 'javascript:alert(1)', status: 303 },
    read: 'redirected',
    says: { redirectOrigin: 'javascript:' },
  },
  {
    name: 'reset',
    fault: { kind: 'reset' },
    read: 'unreachable',
    sent: repeated,
    says: { reason: 'ECONNRESET' },
  },
  { name: 'reset after acting', fault: { kind: 'resetAfterActing' }, read: 'unreachable', sent: repeated },
  { name: 'cut body', fault: { kind: 'cutBody' }, read: 'unreachable', sent: repeated },
  { name: 'cut headers', fault: { kind: 'cutHeaders' }, read: 'unreachable', sent: repeated },
  { name: 'silence', fault: { kind: 'hang' }, read: 'timedOut', sent: repeated },
  { name: 'silence in the middle', fault: { kind: 'hangBody' }, read: 'timedOut', retries: 0 },
  { name: 'never done', fault: { kind: 'drip' }, read: 'timedOut', retries: 0 },
  {
    name: 'page',
    fault: { kind: 'html', status: 200 },
    read: 'invalidResponse',
    says: { reason: 'notJson' },
  },
  { name: '101', fault: { kind: 'upgrade' }, read: 'invalidResponse' },
  { name: '103', fault: { kind: 'earlyHints' }, read: 'fine' },
  {
    name: 'too many items',
    fault: { kind: 'itemBomb', items: 50_001 },
    read: 'fine',
    wholeRead: 'invalidResponse',
    change: 'invalidResponse',
  },
  { name: 'no body', fault: { kind: 'empty' }, read: 'invalidResponse', change: 'fine' },
  { name: 'no JSON', fault: { kind: 'notJson' }, read: 'invalidResponse', says: { reason: 'notJson' } },
  {
    name: 'null',
    fault: { kind: 'wrongJson', body: null },
    read: 'invalidResponse',
    change: 'fine',
  },
  {
    name: 'a list',
    fault: { kind: 'wrongJson', body: [] },
    read: 'invalidResponse',
    says: { reason: 'wrongShape' },
  },
  {
    name: 'deep',
    fault: { kind: 'deepJson', levels: 10_000 },
    read: 'fine',
    wholeRead: 'invalidResponse',
    change: 'invalidResponse',
  },
  { name: 'no HTTP', fault: { kind: 'notHttp' }, read: 'invalidResponse' },
  { name: 'no gzip', fault: { kind: 'badGzip' }, read: 'invalidResponse', change: 'fine' },
  {
    name: 'too large when unpacked',
    fault: { kind: 'gzipBomb', bytes: 2_000_000 },
    read: 'invalidResponse',
    says: { reason: 'tooLarge' },
  },
  { name: 'names of inherited properties', fault: { kind: 'protoKeys' }, read: 'fine' },
  {
    name: 'too large',
    fault: { kind: 'huge', bytes: 2_000_000 },
    read: 'invalidResponse',
    says: { reason: 'tooLarge' },
  },
];

type Ask = (client: ServiceClient, service: ScriptedService) => Promise<unknown>;

/** One of each kind of request, for all faults: how a response is read depends on the kind, not on the operation. */
const reads: Readonly<Record<string, Ask>> = {
  'list machines': (client, service) =>
    client.listMachines({ ...anyPool(service).cluster, poolName: 'workers' }),
  'read a cluster': (client, service) => client.readCluster(anyPool(service).cluster.uid, undefined),
  'list resource roles': (client, service) => client.listTeamResourceRoles(anyTeam(service).uid),
};

const changes: Readonly<Record<string, Ask>> = {
  'remove a resource role': (client, service) => {
    const { uid, resourceRoles } = anyTeam(service);
    return client.removeTeamResourceRole(uid, resourceRoles[0]?.uid ?? '');
  },
};

/** The other operations, for the faults that show whether one is repeated, and how its response is read. */
const otherReads: typeof reads = {
  'list projects by GET': (client) => client.listProjects({ method: 'get', limit: 5 }),
  'list projects by POST': (client) => client.listProjects({ method: 'post', limit: 5 }),
  'read a cloud config': (client, service) => client.readCloudConfig(anyPool(service).cluster),
  'list project uids': (client) => client.listProjectUids(),
  'list events': (client) => client.listEvents({ projectUid: undefined }),
  'list audits': (client) => client.listAudits({ resourceUid: 'c1', startTime: 0, endTime: 0 }),
  'list clusters that wait for approval': (client) => client.listPendingRepaves(undefined),
  'read an overview': (client, service) =>
    client.readClusterOverview(anyPool(service).cluster.uid, undefined),
  'read a repave': (client, service) => client.readRepave(anyPool(service).cluster.uid, undefined),
  'read certificates': (client, service) => client.readCertificates(anyPool(service).cluster.uid, undefined),
  'list metrics': (client, service) => {
    const clusterUid = anyPool(service).cluster.uid;
    return client.listMachineMetrics({ clusterUid, projectUid: undefined, start: 0, end: 0, period: 1 });
  },
  'list teams': (client) => client.listTeams(undefined),
};

const otherChanges: typeof changes = {
  'add a resource role': (client, service) =>
    client.addTeamResourceRole(anyTeam(service).uid, {
      roles: service.fleet.directory.roles.slice(0, 1).map(({ uid }) => uid),
      projectUids: [],
      filterRefs: [],
    }),
};

const faultsOfAll = new Set(['503', 'null']);

/** Of the reads for all faults, those that a service need not offer. */
const optional = new Set<string>(['read a cluster', 'list resource roles']);

/** Of these, those that must not take a part for the whole. */
const wholeOrNone = new Set<string>(['list resource roles']);

function anyPool({ fleet }: ScriptedService) {
  return fleet.pool('payments-eu', 'workers');
}

function anyTeam({ fleet }: ScriptedService) {
  const [team] = fleet.directory.teams;
  if (team === undefined) throw new Error('The demo service has no team');
  return team;
}

const rejections: unknown[] = [];
const onRejection = (error: unknown): void => {
  rejections.push(error);
};

/** Sockets and timers that keep this process alive. */
const openHandles = (): readonly string[] =>
  process.getActiveResourcesInfo().filter((resource) => /Timeout|TCP|TLS|Zlib/.test(resource));
const openBefore = openHandles().length;

/** Reads change nothing, and share a service. */
let shared: ScriptedService;
beforeAll(async () => {
  shared = await startScriptedService();
});
afterAll(() => shared.close());

// Full jitter waits for a random part of the backoff: none of it here.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  process.on('unhandledRejection', onRejection);
});

afterEach(() => {
  vi.restoreAllMocks();
  process.off('unhandledRejection', onRejection);
});

describe.each(rows)('$name', (row) => {
  const {
    name,
    fault,
    read,
    wholeRead = read,
    change = read,
    sent = 1,
    next = 'fine',
    says,
    ...options
  } = row;
  const isLate = read === 'timedOut';

  /** A client with little patience during the fault. */
  const clientOf = ({ baseUrl, apiKey }: ScriptedService, patienceMs: number) => {
    let timeoutMs = isLate ? patienceMs : 60_000;
    const created = createTestClient(baseUrl, {
      apiKey: () => Promise.resolve(apiKey),
      timeoutMs: () => timeoutMs,
      maxAnswerBytes: 1_000_000,
      schedule: new Schedule(options),
    });
    return { ...created, wait: () => (timeoutMs = 60_000) };
  };

  // Each read waits for each of its time-outs.
  const own = Object.entries(reads).slice(0, isLate ? 1 : undefined);
  it.each([...own, ...(faultsOfAll.has(name) ? Object.entries(otherReads) : [])])('%s', async (what, ask) => {
    // A request that is given up may arrive later.
    const service = isLate ? await demo() : shared;
    service.clearRequests();
    const { client, records, wait } = clientOf(service, 400);
    service.faults.add({ ...fault, times: repeated });
    const outcome = await outcomeOf(ask(client, service));
    service.faults.clear();
    const usual = wholeOrNone.has(what) ? wholeRead : read;
    const expected = usual === 'notFound' && optional.has(what) ? 'unsupported' : usual;
    expect(outcome).toMatchObject(expected === 'fine' ? {} : { ...says, kind: expected });
    expect(service.requests).toHaveLength(sent);
    expect(records.map(({ failure }) => failure?.kind ?? 'fine')).toEqual(Array(sent).fill(expected));
    const { failure } = records.at(-1) ?? {};
    // Whether the item or the operation is missing is not known to the log.
    const reason = expected === 'unsupported' && usual === 'notFound' ? mayBeMissing : failure?.reason;
    if (outcome.kind !== 'fine') expect({ ...failure, reason }).toEqual(outcome);

    wait();
    // A service that does not offer an operation is not asked again.
    client.refusals.forget();
    expect((await outcomeOf(ask(client, service))).kind, 'the next one').toBe(next);
  });

  const isSent = !isLate || fault.kind === 'hang';
  const sending = { ...(isSent && changes), ...(faultsOfAll.has(name) && otherChanges) };
  it.each(Object.entries(sending))('%s', async (_what, ask) => {
    const changed = await demo();
    // It is sent once, and must arrive within the timeout even on a busy computer.
    const { client } = clientOf(changed, 1000);
    changed.faults.add({ ...fault, times: repeated });
    expect((await outcomeOf(ask(client, changed))).kind).toBe(change);
    expect(changed.requests).toHaveLength(1);
  });
});

describe('after all faults', () => {
  it('there are no unhandled rejections and no open handles', async () => {
    await shared.close();
    await expect.poll(() => openHandles().length).toBeLessThanOrEqual(openBefore + 2);
    expect(rejections).toEqual([]);
  });
});

async function outcomeOf(promise: Promise<unknown>): Promise<ServiceFailure | { readonly kind: 'fine' }> {
  try {
    await promise;
    return { kind: 'fine' };
  } catch (error) {
    if (isServiceError(error)) return error.failure;
    throw error;
  }
}
