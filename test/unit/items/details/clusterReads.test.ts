import { expect, test } from 'vitest';
import { factOf, isWaiting } from '../../../../src/items/cluster';
import { Inventory } from '../../../../src/items/inventory';
import type { ServiceClient } from '../../../../src/service/client';
import { ServiceError } from '../../../../src/service/errors';
import { requestTime } from '../../../../src/service/requestTime';
import type { ClusterSummary } from '../../../../src/service/resources/cluster';
import { atEnd, sourceOf } from '../../support/service';

const ref = { uid: 'c1', projectUid: 'p1' };

/** An inventory that knows a cluster, and what was read of it. */
function newInventory(client: object) {
  const inventory = new Inventory(sourceOf(client as ServiceClient));
  atEnd(() => {
    inventory.dispose();
  });
  const project = { metadata: { uid: 'p1' }, status: { usage: { clusters: [{ uid: 'c1' }] } }, source: {} };
  inventory.takeProjects([project], requestTime(), true);
  const cluster = () => inventory.clusterOf('c1') ?? expect.fail();
  return { inventory, cluster, reads: inventory.clusterReads };
}

/** Reads with a service that answers each request with the next of `answers`. */
function newReads(answers: readonly (object | ServiceError)[]) {
  let sent = 0;
  const readClusterOverview = async (): Promise<object> => {
    const answer = answers[sent++];
    await Promise.resolve();
    if (answer === undefined || answer instanceof ServiceError) throw answer ?? new Error('No answer left');
    return answer;
  };
  const { reads, cluster } = newInventory({ readClusterOverview });
  return { reads, cluster, sent: () => sent };
}

const overview = { status: { kubeMeta: { kubernetesVersion: '1.31.2' } } };
const refused = new ServiceError({ kind: 'forbidden', operation: 'readClusterOverview' });

test('two reads of the same fact at a time send one request', async () => {
  const { reads, cluster, sent } = newReads([overview]);
  await Promise.all([reads.read('overview', ref), reads.read('overview', ref)]);
  expect(sent()).toBe(1);
  expect(factOf(cluster(), 'overview')?.value).toEqual(overview);
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
  const { reads, cluster } = newInventory(client);
  const callers = [new AbortController(), new AbortController()] as const;
  const waiting = callers.map(({ signal }) => reads.read('overview', ref, { signal }));
  callers[0].abort();
  await waiting[0];
  expect(sent.map((signal) => signal?.aborted)).toEqual([false]);
  callers[1].abort();
  await waiting[1];
  expect(sent.map((signal) => signal?.aborted)).toEqual([true]);
  expect(factOf(cluster(), 'overview')).toBeUndefined();
});

test('what was read stays when it cannot be read again, as old as it is', async () => {
  const { reads, cluster } = newReads([overview, refused]);
  await reads.read('overview', ref);
  const before = factOf(cluster(), 'overview');
  await reads.read('overview', ref);
  const after = factOf(cluster(), 'overview');
  expect(after).toMatchObject({ value: overview, readAt: before?.readAt, error: refused });
  expect(after?.requested.requestNumber).toBeGreaterThan(before?.requested.requestNumber ?? Infinity);
});

test('a value stays the same object as long as the service says the same, and each read is announced', async () => {
  const { reads, cluster } = newReads([overview, structuredClone(overview)]);
  const announced: string[] = [];
  reads.onDidRead(({ uid }) => announced.push(uid));
  expect(factOf(cluster(), 'overview')).toBeUndefined();
  await reads.read('overview', ref);
  const first = factOf(cluster(), 'overview');
  await reads.read('overview', ref);
  const second = factOf(cluster(), 'overview');
  expect(second?.value).toBe(first?.value);
  expect(second?.requested.requestNumber).toBeGreaterThan(first?.requested.requestNumber ?? Infinity);
  expect(announced).toEqual(['c1', 'c1']);
});

test('a cluster no longer waits once its repave says so, until the cluster is read again', async () => {
  const client = { readRepave: () => Promise.resolve({ status: { state: 'Approved' } }) };
  const { inventory, reads, cluster } = newInventory(client);
  const found: ClusterSummary = {
    metadata: { uid: 'c1' },
    source: {},
    specSummary: { projectMeta: { uid: 'p1' } },
    status: { repave: { state: 'Pending' } },
  };
  await inventory.takeClusters([found], requestTime(), false);
  expect(isWaiting(cluster())).toBe(true);
  await reads.read('repave', ref);
  expect(isWaiting(cluster())).toBe(false);
  await inventory.takeClusters([found], requestTime(), false);
  expect(isWaiting(cluster())).toBe(true);
});
