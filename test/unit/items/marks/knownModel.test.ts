import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventEmitter } from 'vscode';
import { memoryFiles } from '../../../../src/connections/storedFiles';
import { attentionIn } from '../../../../src/items/attention';
import { ChangeLogs } from '../../../../src/timeline/changeLogs';
import { Inventory } from '../../../../src/items/inventory';
import { isRow, kindOf, type ClusterRow, type MachineRow, pathOfRow } from '../../../../src/items/kinds';
import { Marks, comparedCause } from '../../../../src/items/marks/marks';
import { storedMarks, type KnownProblem } from '../../../../src/items/marks/stored';
import type { Severity } from '../../../../src/items/severity';
import { sanitizeLine } from '../../../../src/text/text';
import type { ServiceClient } from '../../../../src/service/client';
import { clearSettings, writeSetting } from '../../support/vscode';
import { machineFrom } from '../../support/resources';
import { sourceOf } from '../../support/service';
import { runs } from '../../support/randomRuns';

const hour = 60 * 60 * 1000;
const written = `disk\n\u202e${'x'.repeat(300)}`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.UTC(2026, 10, 24, 9) });
});

afterEach(() => {
  vi.useRealTimers();
  clearSettings();
});

/** What a machine can be like: what the service says, and how bad it is. */
const healths = {
  well: { instanceState: 'Running' },
  diskPressure: ready('DiskPressure', 'True'),
  notReady: ready('Ready', 'False'),
  unexplained: { instanceState: 'Running', health: { state: 'UnHealthy' } },
  failed: { instanceState: 'Failed' },
  silent: { instanceState: 'Running', health: { lastHeartBeatTimestamp: '1970-01-01T00:00:00Z' } },
  maintained: { instanceState: 'Running', maintenanceStatus: { action: 'cordon' } },
  starting: { instanceState: 'Provisioning' },
  odd: { instanceState: 'Odd' },
};
type HealthName = keyof typeof healths;

function ready(type: string, status: string) {
  return { instanceState: 'Running', health: { conditions: [{ type, status }] } };
}

const names = ['a', 'b'] as const;
type ClusterName = (typeof names)[number];
const machinesPerCluster = 2;

/** A project with two clusters of two machines each, whose clusters say nothing about their machines. */
async function start(more: Partial<ServiceClient> = {}) {
  const states: Record<ClusterName, HealthName[]> = {
    a: Array.from({ length: machinesPerCluster }, () => 'well'),
    b: Array.from({ length: machinesPerCluster }, () => 'well'),
  };
  const client: Partial<ServiceClient> = {
    listProjects: () => Promise.resolve({ items: [{ metadata: { uid: 'p', name: 'p' }, source: {} }] }),
    searchClusters: () =>
      Promise.resolve({
        items: names.map((name) => ({
          metadata: { uid: name, name },
          specSummary: { cloudConfig: { uid: name, cloudType: 'aws' } },
          status: { state: 'Running', health: { state: 'Healthy' } },
          source: {},
        })),
      }),
    readCloudConfig: () =>
      Promise.resolve({
        spec: { machinePoolConfig: [{ name: 'pool', source: {} }] },
        source: {},
      }),
    listMachines: ({ configUid }) =>
      Promise.resolve({
        items: states[configUid as ClusterName].map((health, index) => {
          const status = healths[health];
          return machineFrom({ metadata: { uid: `${configUid}${index}` }, status });
        }),
      }),
    ...more,
  };
  const stored = storedMarks(memoryFiles(), 'Test');
  const marks = new Marks(stored);
  const inventory = new Inventory(sourceOf(client as ServiceClient), marks);
  const changes = new ChangeLogs({ active: inventory, onDidChangeActive: new EventEmitter<void>().event });
  const { store } = inventory;
  await store.load();
  const [project] = store.rows();
  for (const cluster of await inventory.readBelow(project?.id ?? '', {})) {
    for (const pool of await inventory.readBelow(cluster, {})) await inventory.readBelow(pool, {});
  }
  const named = (name: string): MachineRow | ClusterRow => {
    const row = inventory.rows.find((each) => kindOf(each).uid(each) === name);
    return isRow(row, 'machine', 'cluster') ? row : expect.fail(name);
  };
  const machine = (name: string): MachineRow => {
    const row = named(name);
    return row.kind === 'machine' ? row : expect.fail(name);
  };
  return {
    inventory,
    marks,
    changes,
    states,
    machine,
    /** Reads the machines of a cluster a second later. */
    read: async (cluster: ClusterName): Promise<void> => {
      await vi.advanceTimersByTimeAsync(1000);
      await inventory.refresh(machine(`${cluster}0`).parent);
      await settled(marks);
    },
    mark: async (name: string, until?: number): Promise<void> => {
      const row = named(name);
      const { own: health } = inventory.derivedOf(row);
      const value: KnownProblem = {
        ...{ ...pathOfRow(row), note: written, at: Date.now() },
        ...{ severity: health.severity, cause: comparedCause(row.kind, health) },
        ...(until === undefined ? {} : { until }),
      };
      await marks.set([{ kind: 'known', key: row.id, value }]);
    },
    unmark: (name: string) => marks.set([{ kind: 'known', key: machine(name).id, value: undefined }]),
  };
}

/** Waits for the marks that a reading ended: each is a turn after it, and ends no other. */
async function settled(marks: Marks): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    await marks.read();
  }
}

/** What the rule needs to know of a machine, written down without the code that is tested. */
const facts: Readonly<Record<HealthName, { readonly severity: Severity; readonly cause: string }>> = {
  well: { severity: 'healthy', cause: '' },
  diskPressure: { severity: 'unhealthy', cause: 'DiskPressure' },
  notReady: { severity: 'unhealthy', cause: 'NotReady' },
  unexplained: { severity: 'unhealthy', cause: 'Unhealthy' },
  failed: { severity: 'failed', cause: 'Failed' },
  silent: { severity: 'lateHeartbeat', cause: 'lateHeartbeat' },
  maintained: { severity: 'maintenance', cause: '' },
  starting: { severity: 'inTransition', cause: '' },
  odd: { severity: 'unknown', cause: '' },
};
const order = ['lateHeartbeat', 'unhealthy', 'failed'];

/** A plain model: what is known of each machine, and its mark. */
class PlainFleet {
  readonly shown = new Map<string, HealthName>();
  readonly marks = new Map<string, { name: HealthName; until: number; recovered: boolean }>();
  readonly reopened: string[] = [];

  read(name: string, health: HealthName): void {
    this.shown.set(name, health);
    const mark = this.marks.get(name);
    const { severity, cause } = facts[health];
    if (mark === undefined || severity === 'maintenance' || severity === 'unknown') return;
    const marked = facts[mark.name];
    if (!order.includes(severity)) mark.recovered = true;
    else if (
      mark.recovered ||
      order.indexOf(severity) > order.indexOf(marked.severity) ||
      cause !== marked.cause
    ) {
      this.#reopen(name);
    }
  }

  passTo(now: number): void {
    for (const [name, { until }] of [...this.marks]) {
      if (until > now) continue;
      if (this.isIll(name)) this.#reopen(name);
      else this.marks.delete(name);
    }
  }

  isIll(name: string): boolean {
    return [...order, 'maintenance'].includes(facts[this.shown.get(name) ?? 'well'].severity);
  }

  isOpen(name: string): boolean {
    return this.isIll(name) && !this.marks.has(name) && this.shown.get(name) !== 'maintained';
  }

  /** How many clusters need attention, and how many have only known problems. */
  get counts() {
    const machinesOf = (cluster: string) => [...this.shown.keys()].filter((name) => name.startsWith(cluster));
    const ill = names.filter((cluster) => machinesOf(cluster).some((name) => this.isIll(name)));
    const open = ill.filter((cluster) => machinesOf(cluster).some((name) => this.isOpen(name)));
    const machines = [...this.shown.keys()].filter((name) => this.isOpen(name)).length;
    return { count: open.length, clusters: open.length, machines, known: ill.length - open.length };
  }

  #reopen(name: string): void {
    this.marks.delete(name);
    this.reopened.push(name);
  }
}

const cluster = fc.constantFrom(...names);
const index = fc.nat(machinesPerCluster - 1);
const healthName = fc.constantFrom(...(Object.keys(healths) as HealthName[]));
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('read'), cluster, index, health: healthName }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('mark'), cluster, index, hours: fc.constantFrom(0, 1, 2) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unmark'), cluster, index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), cluster, index }) },
);

describe('known problems', () => {
  it('and those that need attention add up, and reopen exactly when the rule says so', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const fleet = await start();
        const plain = new PlainFleet();
        for (const name of names) {
          fleet.states[name].forEach((health, at) => {
            plain.read(`${name}${at}`, health);
          });
        }
        for (const each of steps) {
          const name = `${each.cluster}${each.index}`;
          if ('health' in each) {
            fleet.states[each.cluster][each.index] = each.health;
            await fleet.read(each.cluster);
            plain.passTo(Date.now());
            fleet.states[each.cluster].forEach((health, at) => {
              plain.read(`${each.cluster}${at}`, health);
            });
          } else if ('hours' in each) {
            if (!plain.isOpen(name)) continue;
            const until = each.hours === 0 ? undefined : Date.now() + each.hours * hour;
            await fleet.mark(name, until);
            const shown = plain.shown.get(name) ?? 'well';
            plain.marks.set(name, { name: shown, until: until ?? Infinity, recovered: false });
          } else if (each.do === 'unmark') {
            await fleet.unmark(name);
            plain.marks.delete(name);
          } else {
            await vi.advanceTimersByTimeAsync(hour);
            await settled(fleet.marks);
            plain.passTo(Date.now());
          }
          const { rows, counted, ...counts } = attentionIn(fleet.inventory);
          expect(counted).toHaveLength(counts.count);
          expect(counts).toEqual(plain.counts);
          expect(rows).toHaveLength(counts.clusters + counts.machines);
          expect([...fleet.marks.values.known.keys()].map(nameOfKey).sort()).toEqual(
            [...plain.marks.keys()].sort(),
          );
          const reopened = fleet.changes
            .of(fleet.inventory.session)
            .changes.filter(({ what }) => what === 'reopened');
          expect(reopened.map(({ item }) => item.names.at(-1)).sort()).toEqual([...plain.reopened].sort());
          for (const { from } of reopened) expect(from).toBe(sanitizeLine(written, 200));
        }
        fleet.changes.dispose();
        fleet.inventory.dispose();
      }),
      { numRuns: runs(40) },
    );
  });

  it('do not change how many there are together', async () => {
    const fleet = await start();
    fleet.states.a = ['failed', 'diskPressure'];
    fleet.states.b = ['maintained', 'well'];
    for (const name of names) await fleet.read(name);
    expect(attentionIn(fleet.inventory)).toMatchObject({ count: 1, known: 1, machines: 2 });
    // A mark covers only its item: the other one keeps the cluster open.
    await fleet.mark('a0');
    expect(attentionIn(fleet.inventory)).toMatchObject({ count: 1, known: 1, machines: 1 });
    await fleet.mark('a1');
    expect(attentionIn(fleet.inventory)).toMatchObject({ count: 0, known: 2, machines: 0, rows: [] });
    expect(fleet.inventory.itemOf(fleet.machine('a0').parent.parent as never).known).toEqual({ by: 'below' });
    const note = sanitizeLine(written, 200);
    expect(fleet.inventory.itemOf(fleet.machine('a0')).known).toMatchObject({ by: 'user', note });
    writeSetting('poolview.maintenanceNeedsAttention', true);
    fleet.inventory.updateAll();
    expect(attentionIn(fleet.inventory)).toMatchObject({ count: 1, known: 1, machines: 1 });
  });

  it.each<[HealthName, HealthName[], string | undefined]>([
    ['diskPressure', ['well', 'diskPressure'], 'DiskPressure, failed again'],
    ['diskPressure', ['failed'], 'Failed, got worse'],
    ['diskPressure', ['notReady'], 'NotReady, cause changed'],
    ['failed', ['diskPressure'], 'DiskPressure, cause changed'],
    ['diskPressure', ['maintained', 'odd', 'diskPressure'], undefined],
  ])('reopen with a reason: %s, then %j', async (marked, readings, reason) => {
    const fleet = await start();
    for (const health of [marked, ...readings]) {
      fleet.states.a = [health, 'well'];
      await fleet.read('a');
      if (health === marked && fleet.marks.values.known.size === 0) await fleet.mark('a0');
    }
    expect(
      fleet.changes.of(fleet.inventory.session).changes.find(({ what }) => what === 'reopened')?.to,
    ).toBe(reason);
  });

  it('stay known while the time until a certificate expires passes', async () => {
    const expiry = Date.now() + 6 * 24 * hour;
    const certificates = { machineCertificates: [{ certificateAuthorities: [{ name: 'etcd', expiry }] }] };
    const fleet = await start({ readCertificates: () => Promise.resolve(certificates) });
    const cluster = () => fleet.inventory.items().find(({ uid }) => uid === 'a');
    expect(cluster()).toMatchObject({ state: 'healthy' });
    await fleet.inventory.clusterReads.read('certificates', { uid: 'a', projectUid: 'p' });
    expect(cluster()).toMatchObject({ state: 'unhealthy', cause: 'Certificate etcd expires in 6 days' });
    await fleet.mark('a');
    await vi.advanceTimersByTimeAsync(30 * hour);
    // As of now, although nothing was read.
    expect(cluster()).toMatchObject({ cause: 'Certificate etcd expires in 4 days', known: { by: 'user' } });
    await fleet.inventory.refresh();
    await settled(fleet.marks);
    expect(attentionIn(fleet.inventory)).toMatchObject({ count: 0, known: 1 });
    expect(fleet.marks.values.known.size).toBe(1);
  });
});

/** The UID of a machine in a key. */
function nameOfKey(key: string): string {
  return key.slice(key.lastIndexOf(':') + 1);
}
