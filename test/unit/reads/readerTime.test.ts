import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLimiter } from '../../support/demo/limits';
import { FleetReader } from '../../../src/reads/fleetReader';
import { requestsFor } from '../../../src/reads/machinePlan';
import type { Inventory } from '../../../src/items/inventory';
import type { Item } from '../../../src/items/item';
import type { ItemKind } from '../../../src/items/kinds/levels';
import { ServiceError } from '../../../src/service/errors';
import type { Operation, CallOptions } from '../../../src/service/operations';
import { Refusals } from '../../../src/service/refusals';
import type { ClusterSummary } from '../../../src/service/resources/cluster';
import { Schedule } from '../../../src/service/schedule';
import { newKey } from '../../support/keyIdentity';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const none = () => ({ dispose: () => undefined });

interface Fleet {
  readonly clusters: number;
  readonly pools: number;
  /** Whether cluster search has been read. */
  readonly isLocated: boolean;
  /** How long a request takes; 40 by default. */
  readonly latencyMs?: number;
}

/** Clusters and pools whose requests have the published limits, on a clock that does not wait. */
function fleetOf({ clusters, pools, isLocated, latencyMs = 40 }: Fleet) {
  const schedule = new Schedule();
  const limiter = createLimiter('published', () => performance.now());
  const refusals: unknown[] = [];
  const request = async (operation: Operation, path: string, options: CallOptions): Promise<void> => {
    try {
      await send(operation, path, options);
    } catch (error) {
      throw options.signal?.aborted === true ? new ServiceError({ kind: 'cancelled', operation }) : error;
    }
  };
  const send = (operation: Operation, path: string, options: CallOptions) =>
    schedule.run({ operation, path: path.split('/').slice(1) }, options, async () => {
      if (limiter(path) !== undefined) {
        refusals.push(path);
        throw new ServiceError({ kind: 'rateLimited', operation });
      }
      await new Promise((resolve) => setTimeout(resolve, latencyMs));
    });
  const read = new Set<string>();
  const known = new Set<string>();
  const names = (parent: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${parent}/${at}`);
  const item = (kind: ItemKind, id: string, parent?: string): Item => ({
    kind,
    id,
    parent,
    name: id,
    state: 'unknown',
    cause: '',
    addresses: [],
    isStale: false,
  });
  const uids = names('c', clusters);
  const isCloudConfigKnown = (id: string): boolean => isLocated || known.has(id);
  /** The row of a cluster. */
  const rowOf = (id: string) => {
    const cloudConfig = { uid: id, machinePools: Array.from({ length: pools }, () => ({})) };
    const search = { value: { specSummary: { cloudConfig } }, readAt: 0, requestNumber: 1 };
    return uids.includes(id) && { kind: 'cluster', id, readings: isCloudConfigKnown(id) ? { search } : {} };
  };
  const inventory = {
    session: {
      connection: { name: 'Test', baseUrl: 'https://service.example' },
      keyIdentity: newKey(),
      listing: undefined,
      projects: () => expect.fail(),
      refusals: new Refusals(),
      client: () =>
        Promise.resolve({
          searchClusters: async ({ continue: token = '0' }: { continue?: string }, options: CallOptions) => {
            await request('searchClusters', '/v1/dashboard/spectroclusters/search', options);
            const from = Number(token);
            const items = uids.slice(from, from + 50).map((uid) => ({ metadata: { uid }, source: {} }));
            const next = from + 50 < clusters ? String(from + 50) : '';
            return { items, total: clusters, continue: next };
          },
        } as unknown as Awaited<ReturnType<Inventory['session']['client']>>),
    },
    items: () => [item('project', 'p'), ...uids.map((uid) => item('cluster', uid, 'p'))],
    coverage: () => ({
      projects: { read: 1 },
      clusters: { read: clusters, total: clusters },
      machines: { read: 0 },
    }),
    clusterReads: { onDidRead: none },
    onDidChange: none,
    store: { find: rowOf, markOutdated: none },
    refreshes: { onDidEnd: none },
    onDidRefresh: none,
    closed: new AbortController().signal,
    takeProjects: none,
    setAllClustersKnownAt: none,
    takeClusters: (found: readonly ClusterSummary[]) => {
      for (const { metadata } of found) known.add(metadata?.uid ?? '');
    },
    readBelow: async (id: string, options: CallOptions) => {
      const isPool = id.split('/').length > 2;
      if (!isPool && !isCloudConfigKnown(id)) {
        await request('readCluster', `/v1/spectroclusters/${id}`, options);
      }
      await request(isPool ? 'listMachines' : 'readCloudConfig', `/v1/cloudconfigs/${id}`, options);
      read.add(id);
      return isPool ? [] : names(id, pools);
    },
    isRead: (id: string) => read.has(id),
    isUnlisted: () => false,
  };
  return { reader: new FleetReader(inventory as unknown as Inventory), refusals, request };
}

describe('reading machines', () => {
  it.each<[Fleet, requests: number, seconds: number]>([
    [{ clusters: 280, pools: 2, isLocated: true }, 840, 13],
    [{ clusters: 280, pools: 2, isLocated: false }, 6 + 840, 13],
    [{ clusters: 2000, pools: 2, isLocated: false }, 40 + 6000, 120],
    [{ clusters: 40, pools: 2, isLocated: true }, 120, 1],
    [{ clusters: 40, pools: 2, isLocated: true, latencyMs: 4000 }, 120, 80],
    [{ clusters: 100, pools: 2, isLocated: false, latencyMs: 1000 }, 2 + 300, 52],
  ])(
    'takes the requests that are announced, no longer than the limits ask for: %j',
    async (fleet, requests, seconds) => {
      const { reader, refusals } = fleetOf(fleet);
      expect(requestsFor(reader.inventory, { kind: 'all' })).toBe(requests);
      const started = performance.now();
      let ended = 0;
      const sent = vi.fn();
      const reading = reader.machines.read({ kind: 'all' }, { onProgress: sent }).then((result) => {
        ended = performance.now();
        return result;
      });
      await vi.advanceTimersByTimeAsync(2 * seconds * 1000);
      expect(await reading).toBe('complete');
      expect(sent).toHaveBeenLastCalledWith(requests, requests);
      expect(Math.abs((ended - started) / 1000 - seconds)).toBeLessThan(Math.max(1, seconds / 10));
      expect(refusals).toEqual([]);
    },
  );

  it('does not make a click wait', async () => {
    const { reader, request } = fleetOf({ clusters: 2000, pools: 2, isLocated: true });
    const reading = reader.machines.read({ kind: 'all' });
    // The burst is used up.
    await vi.advanceTimersByTimeAsync(20_000);
    const clicked = performance.now();
    let answered = 0;
    void request('readCloudConfig', '/v1/cloudconfigs/clicked', { priority: 'user' }).then(() => {
      answered = performance.now();
    });
    await vi.advanceTimersByTimeAsync(2000);
    // The time of the request, of the one that waited for its turn, and of a slot.
    expect(answered - clicked).toBeGreaterThan(0);
    expect(answered - clicked).toBeLessThan(150);
    reader.reads.cancel();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await reading).toBe('cancelled');
  });
});
