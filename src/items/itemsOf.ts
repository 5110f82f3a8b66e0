import { isDeepStrictEqual } from 'node:util';
import { settings } from '../connections/settings';
import { cloudTypeOf, isWaiting, machineTotalOf, tagsOf } from './cluster';
import { needsAttention, type Severity } from './severity';
import type { Capacity, Item } from './item';
import type { Compute } from '../service/resources/cluster';
import { healthOf, readingOf, stateOf } from './known';
import {
  isResourceRow,
  kindOf,
  shownName,
  type ClusterRow,
  type PoolRow,
  type ProjectRow,
  type ResourceRow,
  type ViewRow,
} from './kinds';
import { knownOf, type KnownSource } from './knownProblems';
import { markKey } from './marks/marks';
import type { ItemStore } from './kinds/kind';

/** The item of a row, and what it was made of. */
interface KnownItem {
  readonly item: Item;
  readonly basis: readonly unknown[];
}

/** The items of a store. An item stays the same object as long as nothing about it changes. */
export class Items {
  readonly #known = new WeakMap<ResourceRow, KnownItem>();
  /** How many items have been made, again or for the first time. */
  #made = 0;
  #isMaintenanceKnown = true;

  constructor(private readonly source: KnownSource) {}

  /** Everything that is known, each item after the one that contains it. */
  all(): readonly Item[] {
    const items: Item[] = [];
    this.#isMaintenanceKnown = !settings.maintenanceNeedsAttention;
    for (const row of this.source.store.rows()) this.#add(row, items);
    return items;
  }

  /** Adds the item of a row and those below it. @returns the severity of the row and of everything below it */
  #add(row: ViewRow, items: Item[]): Severity {
    if (!isResourceRow(row)) return 'unknown';
    const at = items.length++;
    const before = this.#made;
    const { store, marks } = this.source;
    const below = row.kind === 'machine' ? [] : store.rows(row).map((child) => this.#add(child, items));
    const known = this.#known.get(row);
    const mark = marks.values.known.size === 0 ? undefined : marks.values.known.get(markKey(row.id));
    const basis = [...basisOf(row, store), mark, this.#isMaintenanceKnown];
    const isSame = this.#made === before && known?.basis.every((value, index) => value === basis[index]);
    const item =
      known !== undefined && isSame === true ? known.item : this.#make(row, known?.item, basis, below);
    items[at] = item;
    return item.state === 'notRead' ? 'unknown' : item.state;
  }

  #make(
    row: ResourceRow,
    before: Item | undefined,
    basis: readonly unknown[],
    below: readonly Severity[],
  ): Item {
    this.#made++;
    const made = itemOf(row, this.source, below);
    // Most were read again, which a comparison of all fields would find out last.
    const isSame = before !== undefined && before.readAt === made.readAt && isDeepStrictEqual(before, made);
    const item = isSame ? before : made;
    this.#known.set(row, { item, basis });
    return item;
  }
}

/** What the item of a row depends on, besides the rows below it: compared by identity, because reads replace it. */
function basisOf(row: ResourceRow, store: ItemStore): readonly unknown[] {
  const { requestNumber } = row;
  const isOutdated = store.isOutdated(row);
  if (row.kind === 'machine') return [row.machine, requestNumber, isOutdated];
  const { list, error } = store.branchOf(row) ?? {};
  const knownRows = store.rows(row);
  const facts = row.kind === 'cluster' ? row.facts : undefined;
  // What is said about certificates depends on the time.
  const minute = facts?.certificates && Math.floor(Date.now() / 60_000);
  const ofCluster = row.kind === 'cluster' ? [row.found, facts, minute] : [];
  const content = row.kind === 'project' ? row.project : row.kind === 'cluster' ? row.usage : row.pool;
  return [content, requestNumber, isOutdated, list, error, knownRows, ...ofCluster];
}

/** A row as an item. @param below the severities of the rows below it, if they are known */
export function itemOf(row: ResourceRow, source: KnownSource, below?: readonly Severity[]): Item {
  const { store } = source;
  const kind = kindOf(row);
  const { severity, cause, message } = healthOf(row, store, below);
  const common: Item = {
    kind: row.kind,
    id: row.id,
    parent: row.parent?.id,
    name: shownName(row),
    uid: kind.uid(row),
    state: stateOf(row, store, severity),
    cause,
    message,
    known: needsAttention(severity) ? knownOf(row, source) : undefined,
    addresses: kind.addresses?.(row) ?? [],
    heartbeat: kind.heartbeat?.(row),
    ...readingOf(row, store),
  };
  switch (row.kind) {
    case 'project':
      return { ...common, ...projectFields(row, store) };
    case 'cluster':
      return { ...common, ...clusterFields(row) };
    case 'pool':
      return { ...common, ...poolFields(row) };
    case 'machine':
      return common;
  }
}

function projectFields(row: ProjectRow, store: ItemStore): Partial<Item> {
  const { status } = row.project;
  const { errored: failed, unhealthy, healthy } = status?.clustersHealth ?? {};
  const clusters = store.rows(row).filter((child) => child.kind === 'cluster');
  const isCounted =
    status?.clustersHealth !== undefined && !clusters.some((child) => kindOf(child).isRead(child, store));
  return isCounted ? { clusterStates: { failed, unhealthy, healthy } } : {};
}

function clusterFields(row: ClusterRow): Partial<Item> {
  const { location, metrics } = row.found?.status ?? {};
  const { cpuCores } = row.usage;
  return {
    cloudType: cloudTypeOf(row),
    region: location?.regionName ?? location?.regionCode ?? row.found?.specSummary?.cloudRegion,
    isWaiting: isWaiting(row) || undefined,
    tags: tagsOf(row),
    cores: capacityOf(metrics?.cpu) ?? (cpuCores === undefined ? undefined : { total: cpuCores }),
    memoryMiB: metrics?.memory?.unit === 'MiB' ? capacityOf(metrics.memory) : undefined,
    machines: machineTotalOf(row),
  };
}

function poolFields({ pool }: PoolRow): Partial<Item> {
  return { machines: pool?.size, maxMachines: pool?.maxSize };
}

function capacityOf({ total, usage }: Compute = {}): Capacity | undefined {
  return total === undefined ? undefined : { total, used: usage };
}
