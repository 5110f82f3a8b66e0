import { expect, test } from 'vitest';
import { isWaiting } from '../../../../src/items/cluster';
import { ClusterReads } from '../../../../src/items/details/clusterReads';
import { foundClusterRow, mergeCluster } from '../../../../src/items/kinds/cluster';
import { foundProjectRow } from '../../../../src/items/kinds/project';
import { ServiceError } from '../../../../src/service/errors';
import { requestTime } from '../../../../src/service/requestTime';

const ref = { uid: 'c1', projectUid: 'p1' };

/** Reads with a service that answers each request with the next of `answers`. */
function newReads(...answers: readonly (object | ServiceError)[]) {
  let sent = 0;
  const readClusterOverview = async (): Promise<object> => {
    const answer = answers[sent++];
    await Promise.resolve();
    if (answer === undefined || answer instanceof ServiceError) throw answer ?? new Error('No answer left');
    return answer;
  };
  const listMachineMetrics = async () => ({ items: [await readClusterOverview()] });
  const session = { client: () => Promise.resolve({ readClusterOverview, listMachineMetrics } as never) };
  const reads = new ClusterReads(session, new Map());
  return { reads, sent: () => sent };
}

const overview = { status: { kubeMeta: { kubernetesVersion: '1.31.2' } } };
const refused = new ServiceError({ kind: 'forbidden', operation: 'readClusterOverview' });

test('two reads of the same fact at a time send one request', async () => {
  const { reads, sent } = newReads(overview);
  await Promise.all([reads.read('overview', ref), reads.read('overview', ref)]);
  expect(sent()).toBe(1);
  expect(reads.of('c1')?.overview?.value).toEqual(overview);
});

test('a read is canceled once nobody waits for it, and tells nothing then', async () => {
  const sent: (AbortSignal | undefined)[] = [];
  const client = {
    readClusterOverview: (_uid: string, _project: string, { signal }: { signal?: AbortSignal }) => {
      sent.push(signal);
      return new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => {
          reject(new ServiceError({ kind: 'cancelled', operation: 'readClusterOverview' }));
        }),
      );
    },
  };
  const reads = new ClusterReads({ client: () => Promise.resolve(client as never) }, new Map());
  const callers = [new AbortController(), new AbortController()] as const;
  const waiting = callers.map(({ signal }) => reads.read('overview', ref, { signal }));
  callers[0].abort();
  await waiting[0];
  expect(sent.map((signal) => signal?.aborted)).toEqual([false]);
  callers[1].abort();
  await waiting[1];
  expect(sent.map((signal) => signal?.aborted)).toEqual([true]);
  expect(reads.of('c1')).toBeUndefined();
});

test('what was read stays when it cannot be read again, as old as it is', async () => {
  const { reads } = newReads(overview, refused);
  await reads.read('overview', ref);
  const before = reads.of('c1')?.overview;
  await reads.read('overview', ref);
  const after = reads.of('c1')?.overview;
  expect(after).toMatchObject({ value: overview, readAt: before?.readAt, error: refused });
  expect(after?.requested.requestNumber).toBeGreaterThan(before?.requested.requestNumber ?? Infinity);
});

test('readings are the same object until the next read, and are announced', async () => {
  const { reads } = newReads(overview, overview);
  const announced: string[] = [];
  reads.onDidRead(({ uid }) => announced.push(uid));
  expect(reads.of('c1')).toBeUndefined();
  await reads.read('overview', ref);
  const first = reads.of('c1');
  expect(reads.of('c1')).toBe(first);
  await reads.read('overview', ref);
  expect(reads.of('c1')).not.toBe(first);
  expect(announced).toEqual(['c1', 'c1']);
});

/** The metrics of a cluster with so many machines, as they are read: 3 kinds of 31 points each. */
const measured = (machines: number) => {
  const points = Array.from({ length: 31 }, (_, time) => ({ time, value: 1 }));
  const metrics = ['cpu', 'memory', 'disk'].map((kind) => ({ kind, points }));
  return Array.from({ length: machines }, () => ({ metrics }));
};

test('the usage of 100 clusters is kept, and what else is known of more than 2,000', async () => {
  const { reads } = newReads(...Array.from({ length: 2001 }, () => overview), ...measured(100));
  for (let index = 0; index <= 2000; index++) {
    await reads.read('overview', { uid: `c${index}`, projectUid: 'p1' });
  }
  for (let index = 0; index < 100; index++) {
    await reads.read('metrics', { uid: `c${index}`, projectUid: 'p1' });
  }
  expect(reads.of('c0')?.overview?.value).toEqual(overview);
  expect(reads.of('c0')?.metrics?.value).toHaveLength(1);
});

test('a cluster no longer waits once its repave says so, until the cluster is read again', async () => {
  const client = { readRepave: () => Promise.resolve({ status: { state: 'Approved' } }) };
  const reads = new ClusterReads({ client: () => Promise.resolve(client as never) }, new Map());
  const project = foundProjectRow({ metadata: { uid: 'p' }, source: {} }, 'root');
  const found = {
    metadata: { uid: 'c1' },
    source: {},
    status: { repave: { state: 'Pending' } },
  };
  const row = foundClusterRow(project, found, requestTime());
  expect(isWaiting(row)).toBe(true);
  await reads.read('repave', ref);
  mergeCluster(row, { ...row, readings: {}, facts: reads.of('c1') });
  expect(isWaiting(row)).toBe(false);
  mergeCluster(row, foundClusterRow(project, found, requestTime()));
  expect(isWaiting(row)).toBe(true);
});
