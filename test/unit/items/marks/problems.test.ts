import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryFiles } from '../../../../src/connections/storedFiles';
import { attentionIn } from '../../../../src/items/attention';
import { ChangeLog } from '../../../../src/items/changes/changeLog';
import { Inventory } from '../../../../src/items/inventory';
import { isRow, kindOf, type ResourceRow } from '../../../../src/items/kinds';
import { machineRow } from '../../../../src/items/kinds/machine';
import { poolRow } from '../../../../src/items/kinds/pool';
import { Marks, markKey } from '../../../../src/items/marks/marks';
import { comparedCause, MarkWatch } from '../../../../src/items/marks/problems';
import { StoredMarks } from '../../../../src/items/marks/stored';
import { pathTo } from '../../../../src/items/readings';
import { sanitizeLine } from '../../../../src/presentation/text';
import type { ServiceClient } from '../../../../src/service/client';
import { requestTime } from '../../../../src/service/requestTime';
import type { Machine } from '../../../../src/service/resources/machine';
import { attacks } from '../../support/hostile';
import { machineFrom } from '../../support/resources';
import { sourceOf } from '../../support/service';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const second = 1000;
const states = ['well', 'disk', 'memory', 'failed'] as const;
type State = (typeof states)[number];

function machine(name: string, state: State): Machine {
  const pressure = { disk: 'DiskPressure', memory: 'MemoryPressure' } as const;
  const type = state === 'disk' || state === 'memory' ? pressure[state] : undefined;
  const status = {
    instanceState: state === 'failed' ? 'Failed' : 'Running',
    health: { conditions: type === undefined ? [] : [{ type, status: 'True' }] },
  };
  return machineFrom({ metadata: { uid: name, name }, status });
}

/** An inventory of clusters with a machine pool each, whose machines are read again with each call of `read`. */
function fleet(client: Partial<ServiceClient> = {}) {
  const stored = new StoredMarks(memoryFiles());
  const marks = new Marks(() => Promise.resolve(stored));
  const inventory = new Inventory(sourceOf(client as ServiceClient), undefined, marks);
  const { store } = inventory;
  const find = (id: string): ResourceRow => {
    const row = store.find(id);
    return isRow(row, 'cluster', 'machine') ? row : expect.fail(id);
  };
  const read = async (
    clusters: readonly { readonly isFailed: boolean; readonly machines: readonly State[] }[],
  ) => {
    vi.advanceTimersByTime(second);
    const time = requestTime();
    await inventory.addClusters(
      clusters.map(({ isFailed }, index) => ({
        metadata: { uid: `c${index}`, name: `c${index}` },
        specSummary: { projectMeta: { uid: 'p', name: 'p' } },
        status: { state: isFailed ? 'Failed' : 'Running', health: { state: 'Healthy' } },
        source: {},
      })),
      time,
      true,
    );
    for (const [index, { machines }] of clusters.entries()) {
      const cluster = find(`Test/project:p/cluster:c${index}`);
      if (cluster.kind !== 'cluster') continue;
      const ref = { cloudType: 'aws', configUid: 'x', poolName: 'pool', projectUid: 'p' };
      const pool = poolRow(cluster, ref, { name: 'pool', source: {} }, time);
      store.learn([{ parent: cluster, rows: [pool], isWhole: true }], time.requestNumber);
      const rows = machines.map((state, each) =>
        machineRow(pool, machine(`m${each}`, state), `${pool.id}/machine:m${each}`, time),
      );
      store.learn([{ parent: pool, rows, isWhole: true }], time.requestNumber);
    }
    vi.advanceTimersByTime(second);
  };
  const mark = async (id: string, until?: number): Promise<void> => {
    const row = find(id);
    const health = kindOf(row).health(row, store);
    const { severity } = health;
    const value = {
      ...{ kind: row.kind, names: pathTo(row), severity, cause: comparedCause(row, health), note: 'disk' },
      ...(until === undefined ? {} : { until }),
      at: Date.now(),
    };
    await marks.set([{ kind: 'known', key: markKey(id), value }]);
  };
  return { inventory, marks, read, mark };
}

const machineId = (cluster: number, index: number): string =>
  `Test/project:p/cluster:c${cluster}/pool:x:pool/machine:m${index}`;

describe('known problems', () => {
  const anyCluster = fc.record({
    isFailed: fc.boolean(),
    isMarked: fc.boolean(),
    machines: fc.array(fc.record({ state: fc.constantFrom(...states), isMarked: fc.boolean() }), {
      maxLength: 3,
    }),
  });

  it('and what needs attention add up to what needs attention without marks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCluster, { minLength: 1, maxLength: 5 }), async (clusters) => {
        const { inventory, read, mark } = fleet();
        await read(
          clusters.map(({ isFailed, machines }) => ({
            isFailed,
            machines: machines.map(({ state }) => state),
          })),
        );
        const before = attentionIn(inventory).count;
        for (const [index, { isFailed, isMarked, machines }] of clusters.entries()) {
          if (isFailed && isMarked) await mark(`Test/project:p/cluster:c${index}`);
          for (const [each, one] of machines.entries())
            if (one.isMarked && one.state !== 'well') await mark(machineId(index, each));
        }
        const open = clusters.filter(
          ({ isFailed, isMarked, machines }) =>
            (isFailed && !isMarked) || machines.some((one) => one.state !== 'well' && !one.isMarked),
        );
        const { count, known } = attentionIn(inventory);
        expect(count).toBe(open.length);
        expect(count + known).toBe(before);
        inventory.dispose();
      }),
      { numRuns: 60 },
    );
  });

  it('stay known while the time until a certificate expires passes', async () => {
    const hour = 3600 * second;
    const expiry = Date.now() + 6 * 24 * hour;
    const certificates = { machineCertificates: [{ certificateAuthorities: [{ name: 'etcd', expiry }] }] };
    const { inventory, marks, read, mark } = fleet({ readCertificates: () => Promise.resolve(certificates) });
    const watch = new MarkWatch(inventory, new ChangeLog(), () => undefined);
    const one = [{ isFailed: false, machines: [] }];
    const id = 'Test/project:p/cluster:c0';
    const cluster = () => inventory.items().find((item) => item.id === id);
    await read(one);
    expect(cluster()).toMatchObject({ state: 'healthy' });
    await inventory.clusterReads.read('certificates', { uid: 'c0', projectUid: 'p' });
    expect(cluster()).toMatchObject({ state: 'unhealthy', cause: 'Certificate etcd expires in 5 days' });
    await mark(id);
    vi.advanceTimersByTime(30 * hour);
    inventory.updateKnown();
    // As of now, although nothing was read.
    expect(cluster()).toMatchObject({ cause: 'Certificate etcd expires in 4 days', known: { by: 'user' } });
    await read(one);
    watch.check();
    expect(attentionIn(inventory)).toMatchObject({ count: 0, known: 1 });
    expect(marks.values.known.size).toBe(1);
    watch.dispose();
    inventory.dispose();
  });

  it('reopen exactly when they get worse, change, or come back', async () => {
    const severity = { well: 2, disk: 1, memory: 1, failed: 0 } as const;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('disk', 'memory', 'failed' as const),
        fc.array(fc.constantFrom(...states), { maxLength: 6 }),
        async (marked, readings) => {
          const { inventory, marks, read, mark } = fleet();
          const log = new ChangeLog();
          const watch = new MarkWatch(inventory, log, () => undefined);
          await read([{ isFailed: false, machines: [marked] }]);
          await mark(machineId(0, 0));
          let isKnown = true;
          let hasRecovered = false;
          for (const state of readings) {
            await read([{ isFailed: false, machines: [state] }]);
            watch.check();
            await vi.advanceTimersByTimeAsync(0);
            const isIll = state !== 'well';
            if (isIll && (hasRecovered || severity[state] < severity[marked] || state !== marked))
              isKnown = false;
            hasRecovered ||= !isIll;
            expect(marks.values.known.size === 1).toBe(isKnown);
            if (!isKnown) break;
          }
          expect(log.changes.filter(({ what }) => what === 'reopened')).toHaveLength(isKnown ? 0 : 1);
          watch.dispose();
          inventory.dispose();
        },
      ),
      { numRuns: 100 },
    );
  });

  it('reopen when their time is over', async () => {
    const { inventory, marks, read, mark } = fleet();
    const log = new ChangeLog();
    const watch = new MarkWatch(inventory, log, () => undefined);
    await read([{ isFailed: false, machines: ['disk'] }]);
    await mark(machineId(0, 0), Date.now() + 60 * second);
    watch.check();
    expect(attentionIn(inventory)).toMatchObject({ count: 0, known: 1 });
    await vi.advanceTimersByTimeAsync(61 * second);
    expect(marks.values.known.size).toBe(0);
    expect(attentionIn(inventory)).toMatchObject({ count: 1, known: 0 });
    expect(log.changes.map(({ what, from }) => [what, from])).toEqual([['reopened', 'disk']]);
    watch.dispose();
    inventory.dispose();
  });

  it('have notes of one line, however they were written', async () => {
    const { inventory, marks, read, mark } = fleet();
    await read([{ isFailed: false, machines: ['disk'] }]);
    await mark(machineId(0, 0));
    const [[key, value] = expect.fail()] = marks.values.known;
    for (const note of [...attacks, 'x'.repeat(10_000), 'line\nline', '\u202egnp.exe']) {
      await marks.set([{ kind: 'known', key, value: { ...value, note } }]);
      const shown = inventory.items().find(({ id }) => id === machineId(0, 0))?.known?.note ?? expect.fail();
      expect(shown.length).toBeLessThanOrEqual(200);
      expect(shown).toBe(sanitizeLine(note, 200));
      expect(/[\p{Cc}\u2028\u2029\u202e]/u.test(shown)).toBe(false);
    }
    inventory.dispose();
  });
});
