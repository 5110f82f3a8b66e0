import { compareStates, type Item } from '../../items/item';
import { parts, pathText } from '../../presentation/text';
import { isInScope, isInStates, type Filter } from './filter';
import type { Cluster, Fleet } from './fleet';

/** A row of the table. */
export interface Row {
  readonly item: Item;
  readonly cluster: Cluster;
  /** The names of the items that contain it. */
  readonly path: string;
}

export const columns = ['severity', 'name', 'cause', 'path', 'address', 'heartbeat', 'readAt'] as const;
export type Column = (typeof columns)[number];

export interface Sort {
  readonly column: Column;
  readonly isDescending: boolean;
}

/** The clusters and machines, each machine after its cluster. */
export function allRows({ clusters, items }: Pick<Fleet, 'clusters' | 'items'>): readonly Row[] {
  return clusters.flatMap((cluster) => {
    const project = cluster.project?.name ?? '';
    const ofCluster = pathText(project, cluster.item.name);
    const machines = cluster.machines.map((item) => {
      const container = items.get(item.parent ?? '');
      return {
        item,
        cluster,
        path: container?.kind === 'pool' ? pathText(ofCluster, container.name) : ofCluster,
      };
    });
    return [{ item: cluster.item, cluster, path: project }, ...machines];
  });
}

/** Rows with the same value keep their order. */
export function sortRows(rows: readonly Row[], { column, isDescending }: Sort): readonly Row[] {
  const direction = isDescending ? -1 : 1;
  const compare = comparisons[column];
  return rows.toSorted((one, other) => direction * compare(one, other));
}

const names = new Intl.Collator(undefined, { numeric: true });
const byText =
  (text: (row: Row) => string) =>
  (one: Row, other: Row): number =>
    names.compare(text(one), text(other));
/** Those without a time are last. */
const byTime =
  (time: (row: Row) => number | undefined) =>
  (one: Row, other: Row): number =>
    (time(one) ?? Infinity) - (time(other) ?? Infinity) || 0;

const comparisons: Readonly<Record<Column, (one: Row, other: Row) => number>> = {
  severity: (one, other) => compareStates(one.item.state, other.item.state),
  name: byText(({ item }) => item.name),
  cause: byText(({ item }) => item.cause),
  path: byText(({ path }) => path),
  address: byText(({ item }) => item.addresses[0] ?? ''),
  heartbeat: byTime(({ item }) => item.heartbeat),
  readAt: byTime(({ item }) => item.readAt),
};

/** The rows that have every word of `text` in their name, UID, addresses or cause, and pass the filter. */
export function filterRows(rows: readonly Row[], filter: Filter, text: string): readonly Row[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(
    (row) =>
      isInStates(row.item.state, filter.states) &&
      isInScope(row.cluster, filter) &&
      (words.length === 0 || hasWords(row.item, words)),
  );
}

function hasWords(item: Item, words: readonly string[]): boolean {
  let text = searched.get(item);
  if (text === undefined) {
    text = parts(item.name, item.uid, ...item.addresses, item.cause).toLowerCase();
    searched.set(item, text);
  }
  return words.every((word) => text.includes(word));
}

/** What an item is found by. */
const searched = new WeakMap<Item, string>();
