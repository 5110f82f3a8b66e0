import type { PlacedItem } from '../../items/fields';
import { containersOf, type Item } from '../../items/item';
import { parts } from '../../presentation/text';
import { isInScope, isInStates, type Filter } from './filter';
import type { Cluster, PageFleet } from './fleet';

/** A row of the table. */
export interface Row extends PlacedItem {
  readonly cluster: Cluster;
}

/** The clusters and machines, each machine after its cluster. */
export function allRows({ clusters, items }: Pick<PageFleet, 'clusters' | 'items'>): readonly Row[] {
  const parentOf = ({ parent }: Item): Item | undefined => items.get(parent ?? '');
  return clusters.flatMap((cluster) =>
    [cluster.item, ...cluster.machines].map((item) => ({
      item,
      cluster,
      containers: containersOf(item, parentOf),
    })),
  );
}

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
