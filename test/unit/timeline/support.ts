import type { Change } from '../../../src/items/changes/change';
import { Inventory } from '../../../src/items/inventory';
import type { ItemPath } from '../../../src/items/item';
import { isRow, pathOfRow, pathTo } from '../../../src/items/kinds';
import type { SelectedItem, TimelineScope } from '../../../src/timeline/entry';
import { Timeline } from '../../../src/timeline/timeline';
import type { ServiceClient } from '../../../src/service/client';
import { ServiceError, type ServiceErrorKind } from '../../../src/service/errors';
import { requestTime } from '../../../src/service/requestTime';
import type { ServiceEvent } from '../../../src/service/resources/logs';
import { fakeChanges } from '../../support/fakeChanges';
import { atEnd, sourceOf } from '../support/service';

export const now = Date.parse('2026-11-24T12:00:00Z');
export const ago = (minutes: number): number => now - minutes * 60_000;

const nothing = { items: [] };

/** A service that offers everything, and in which nothing happened. */
const quiet: Partial<ServiceClient> = {
  listEvents: () => Promise.resolve(nothing),
  listAudits: () => Promise.resolve(nothing),
  readClusterOverview: () => Promise.resolve({} as never),
  readRepave: () => Promise.resolve({} as never),
};

/** An inventory that knows the cluster `payments-eu` of the project `payments`. */
export async function inventoryOf(client: Partial<ServiceClient>) {
  const inventory = new Inventory(sourceOf({ ...quiet, ...client } as ServiceClient));
  atEnd(() => {
    inventory.dispose();
  });
  const cluster = {
    metadata: { name: 'payments-eu', uid: 'c1' },
    specSummary: { projectMeta: { name: 'payments', uid: 'p1' } },
  };
  await inventory.takeClusters([cluster as never], requestTime(), true);
  const row = inventory.clusterOf('c1');
  if (!isRow(row, 'cluster')) throw new Error('The cluster is not known');
  const machine: ItemPath = {
    kind: 'machine',
    id: `${row.id}/pool:workers/machine:m5`,
    names: [...pathTo(row), 'workers', 'workers-5'],
  };
  return { inventory, cluster: pathOfRow(row), project: pathOfRow(row.parent), machine };
}

type Known = Awaited<ReturnType<typeof inventoryOf>>;

interface Setup extends Omit<TimelineScope, 'since' | 'item'> {
  readonly client?: Partial<ServiceClient>;
  readonly changes?: (known: Known) => readonly Change[];
  readonly item?: (known: Known) => SelectedItem | undefined;
  readonly since?: number;
}

/** A timeline of which nothing was read yet, by default of the cluster and of a day. */
export async function timelineOf(setup: Setup = {}) {
  const { client = {}, changes: found, item = ({ cluster }) => cluster, since = ago(1440), sources } = setup;
  const known = await inventoryOf(client);
  const changes = fakeChanges(undefined);
  changes.replace(found?.(known) ?? []);
  const timeline = new Timeline(known.inventory, changes, { item: item(known), since, sources });
  atEnd(() => {
    timeline.dispose();
  });
  const texts = () => timeline.entries.map(({ source, what }) => `${source}: ${what}`);
  return { ...known, changes, timeline, texts };
}

export const listOf =
  (...items: readonly ServiceEvent[]) =>
  () =>
    Promise.resolve({ items });

/** An event of a machine; an audit entry if it has an actor. */
export function eventAt(time: number | undefined, rest: Partial<ServiceEvent> = {}): ServiceEvent {
  return {
    metadata: { uid: undefined, creationTimestamp: time },
    involvedObject: { kind: 'machine', name: 'workers-5', uid: 'm5' },
    relatedObject: undefined,
    message: undefined,
    reason: 'NotReady',
    severity: undefined,
    source: undefined,
    ...rest,
  };
}

export const ada = { name: 'Ada Lovelace', type: 'user', mail: 'ada@acme.example' };

export const failsWith =
  (kind: ServiceErrorKind, operation: 'listEvents' | 'listAudits' | 'readRepave', permission?: string) =>
  () =>
    Promise.reject(new ServiceError({ kind, operation, permission }));
