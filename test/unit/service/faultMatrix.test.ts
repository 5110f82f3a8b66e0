import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServiceClient } from '../../../src/service/client';
import { isServiceError, type Operation, type ServiceErrorKind } from '../../../src/service/errors';
import { connected } from '../support/service';
import type { ScriptedService, Fault } from '../../support/demo/service';

/** The outcome of an operation; `fine` if the operation does not evaluate the response. */
type Outcome = ServiceErrorKind | 'fine';

interface Row {
  readonly name: string;
  readonly fault: Fault;
  /** The outcome of a read. */
  readonly read: Outcome;
  /** The outcome of a read that needs a complete response, if it differs. */
  readonly wholeRead?: Outcome;
  /** The outcome of a change, if it differs. */
  readonly change?: Outcome;
  /** How often a read is sent. */
  readonly sent: number;
  /** The outcome of the next read, after the fault; `fine` by default. */
  readonly next?: Outcome;
}

const once = 1;
/** The first request and three retries. */
const repeated = 4;

const rows: readonly Row[] = [
  { name: '400', fault: { kind: 'status', status: 400 }, read: 'invalidRequest', sent: once },
  { name: '401', fault: { kind: 'status', status: 401 }, read: 'unauthorized', sent: once },
  { name: '403', fault: { kind: 'status', status: 403 }, read: 'forbidden', sent: once },
  { name: '404', fault: { kind: 'status', status: 404 }, read: 'notFound', sent: once },
  { name: '405', fault: { kind: 'status', status: 405 }, read: 'unsupported', sent: once },
  { name: '409', fault: { kind: 'status', status: 409 }, read: 'invalidRequest', sent: once },
  { name: '410', fault: { kind: 'status', status: 410 }, read: 'notFound', sent: once },
  { name: '499', fault: { kind: 'status', status: 499 }, read: 'invalidRequest', sent: once },
  { name: '202', fault: { kind: 'empty', status: 202 }, read: 'invalidResponse', sent: once },
  { name: '207', fault: { kind: 'empty', status: 207 }, read: 'invalidResponse', sent: once },
  {
    name: '200 with an error',
    fault: { kind: 'status', status: 200 },
    read: 'invalidResponse',
    sent: once,
  },
  {
    name: '429',
    fault: { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
    read: 'rateLimited',
    sent: repeated,
  },
  {
    name: '429 for long',
    fault: { kind: 'status', status: 429, headers: { 'retry-after': '61' } },
    read: 'rateLimited',
    sent: once,
    next: 'rateLimited',
  },
  {
    name: '503 for long',
    fault: { kind: 'status', status: 503, headers: { 'retry-after': '61' } },
    read: 'serviceFault',
    sent: once,
    next: 'serviceFault',
  },
  { name: '500', fault: { kind: 'status', status: 500 }, read: 'serviceFault', sent: once },
  { name: '501', fault: { kind: 'status', status: 501 }, read: 'unsupported', sent: once },
  { name: '502 of a proxy', fault: { kind: 'html', status: 502 }, read: 'serviceFault', sent: repeated },
  { name: '503', fault: { kind: 'status', status: 503 }, read: 'serviceFault', sent: repeated },
  { name: '504', fault: { kind: 'empty', status: 504 }, read: 'serviceFault', sent: repeated },
  { name: 'redirect', fault: { kind: 'redirect', location: '/elsewhere' }, read: 'redirected', sent: once },
  {
    name: '303',
    fault: { kind: 'redirect', location: '/elsewhere', status: 303 },
    read: 'redirected',
    sent: once,
  },
  { name: 'reset', fault: { kind: 'reset' }, read: 'unreachable', sent: repeated },
  { name: 'reset after acting', fault: { kind: 'resetAfterActing' }, read: 'unreachable', sent: repeated },
  { name: 'cut body', fault: { kind: 'cutBody' }, read: 'unreachable', sent: repeated },
  { name: 'silence', fault: { kind: 'hang' }, read: 'timedOut', sent: repeated },
  { name: 'silence in the middle', fault: { kind: 'hangBody' }, read: 'timedOut', sent: repeated },
  { name: 'too late', fault: { kind: 'delay', milliseconds: 2000 }, read: 'timedOut', sent: repeated },
  {
    name: 'page',
    fault: { kind: 'html', status: 200 },
    read: 'invalidResponse',
    sent: once,
  },
  { name: '101', fault: { kind: 'upgrade' }, read: 'invalidResponse', sent: once },
  { name: '103', fault: { kind: 'earlyHints' }, read: 'fine', sent: once },
  {
    name: 'too many items',
    fault: { kind: 'itemBomb', items: 100_000 },
    read: 'fine',
    wholeRead: 'invalidResponse',
    change: 'invalidResponse',
    sent: once,
  },
  { name: 'no body', fault: { kind: 'empty' }, read: 'invalidResponse', change: 'fine', sent: once },
  { name: 'no JSON', fault: { kind: 'notJson' }, read: 'invalidResponse', sent: once },
  {
    name: 'null',
    fault: { kind: 'wrongJson', body: null },
    read: 'invalidResponse',
    change: 'fine',
    sent: once,
  },
  {
    name: 'a list',
    fault: { kind: 'wrongJson', body: [] },
    read: 'invalidResponse',
    sent: once,
  },
  {
    name: 'deep',
    fault: { kind: 'deepJson', levels: 10_000 },
    read: 'fine',
    wholeRead: 'invalidResponse',
    change: 'invalidResponse',
    sent: once,
  },
  { name: 'no HTTP', fault: { kind: 'notHttp' }, read: 'invalidResponse', sent: once },
  { name: 'no gzip', fault: { kind: 'badGzip' }, read: 'invalidResponse', change: 'fine', sent: once },
  { name: 'cut headers', fault: { kind: 'cutHeaders' }, read: 'unreachable', sent: repeated },
  { name: 'never done', fault: { kind: 'drip' }, read: 'timedOut', sent: repeated },
  {
    name: 'too large when unpacked',
    fault: { kind: 'gzipBomb', bytes: 100_000_000 },
    read: 'invalidResponse',
    sent: once,
  },
  { name: 'names of inherited properties', fault: { kind: 'protoKeys' }, read: 'fine', sent: once },
  { name: 'too large', fault: { kind: 'huge', bytes: 3_000_000 }, read: 'invalidResponse', sent: once },
];

type Ask = (client: ServiceClient, service: ScriptedService) => Promise<unknown>;

/** One of each kind of request, for all faults: how a response is read depends on the kind, not on the operation. */
const kinds: {
  readonly reads: Readonly<Record<string, Ask>>;
  readonly changes: Readonly<Record<string, Ask>>;
} = {
  reads: {
    'read a cluster': (client, service) => client.readCluster(anyPool(service).cluster.uid, undefined),
    'list machines': (client, service) =>
      client.listMachines({ ...anyPool(service).cluster, poolName: 'workers' }),
    'list resource roles': (client, service) => client.listTeamResourceRoles(anyTeam(service).uid),
  },
  changes: {
    'remove a resource role': (client, service) => {
      const { uid, resourceRoles } = anyTeam(service);
      return client.removeTeamResourceRole(uid, resourceRoles[0]?.uid ?? '');
    },
  },
};

/** The other operations, for a few faults. */
const others: typeof kinds = {
  reads: {
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
    'read certificates': (client, service) =>
      client.readCertificates(anyPool(service).cluster.uid, undefined),
    'list metrics': (client, service) => {
      const clusterUid = anyPool(service).cluster.uid;
      return client.listMachineMetrics({ clusterUid, projectUid: undefined, start: 0, end: 0, period: 1 });
    },
    'list teams': (client) => client.listTeams(undefined),
  },
  changes: {
    'add a resource role': (client, service) =>
      client.addTeamResourceRole(anyTeam(service).uid, {
        roles: service.fleet.directory.roles.slice(0, 1).map(({ uid }) => uid),
        projectUids: [],
        filterRefs: [],
      }),
  },
};

/** Whether the operation is offered, whether it is repeated, and how its response is read. */
const fewFaults = new Set(['404', '503', 'too many items', 'null', 'no JSON']);

/** The operations that a service need not offer. */
const optional: ReadonlySet<Operation> = new Set([
  'listProjects',
  'readCluster',
  'readCloudConfig',
  'listProjectUids',
  'listEvents',
  'listAudits',
  'listPendingRepaves',
  'readClusterOverview',
  'readRepave',
  'readCertificates',
  'listMachineMetrics',
  'listTeams',
  'listTeamResourceRoles',
]);

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

// Full jitter waits for a random part of the backoff: none of it here.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  process.on('unhandledRejection', onRejection);
});

afterEach(() => {
  vi.restoreAllMocks();
  process.off('unhandledRejection', onRejection);
});

/** Reads that must not take another response for an empty list. */
const wholeOrNone = new Set<string>(['listProjectUids', 'listTeamResourceRoles']);

describe.each(rows)('$name', (row) => {
  const { name, fault, read, wholeRead = read, change = read, sent, next = 'fine' } = row;
  const all = fewFaults.has(name) ? [kinds, others] : [kinds];
  const start = (patienceMs = 150) =>
    connected(
      {},
      { timeoutMs: () => (read === 'timedOut' ? patienceMs : 10_000), maxAnswerBytes: 1_000_000 },
    );

  it.each(all.flatMap(({ reads }) => Object.entries(reads)))('%s', async (_name, ask) => {
    const { service, client, records } = await start();
    service.faults.add({ ...fault, times: repeated });
    const outcome = await outcomeOf(ask(client, service));
    const operation = records[0]?.operation ?? 'listProjects';
    const usual = wholeOrNone.has(operation) ? wholeRead : read;
    const expected = usual === 'notFound' && optional.has(operation) ? 'unsupported' : usual;
    expect(outcome).toBe(expected);
    expect(service.requests).toHaveLength(sent);
    expect(records.map(({ failure }) => failure?.kind ?? 'fine')).toEqual(Array(sent).fill(expected));

    service.faults.clear();
    // A service that does not offer an operation is not asked again.
    client.refusals.forget();
    expect(await outcomeOf(ask(client, service)), 'the next one').toBe(next);
  });

  it.each(all.flatMap(({ changes }) => Object.entries(changes)))('%s', async (_name, ask) => {
    // It is sent once, and must arrive within the timeout even on a busy computer.
    const { service, client } = await start(1000);
    service.faults.add({ ...fault, times: repeated });
    expect(await outcomeOf(ask(client, service))).toBe(change);
    expect(service.requests).toHaveLength(1);
  });
});

describe('after all faults', () => {
  it('there are no unhandled rejections and no open handles', async () => {
    await expect.poll(() => openHandles().length).toBeLessThanOrEqual(openBefore + 2);
    expect(rejections).toEqual([]);
  });
});

async function outcomeOf(promise: Promise<unknown>): Promise<Outcome> {
  try {
    await promise;
    return 'fine';
  } catch (error) {
    if (isServiceError(error)) return error.kind;
    throw error;
  }
}
