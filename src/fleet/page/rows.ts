import type { PlacedItem } from '../../items/fields';
import { containersOf, type Item } from '../../items/item';
import { parts } from '../../presentation/text';
import { isInScope, isInStates, wordSearch, type Filter } from './filter';
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
  const isFound = wordSearch(text);
  return rows.filter(
    (row) =>
      isInStates(row.item.state, filter.states) &&
      isInScope(row.cluster, filter) &&
      isFound(() => searchedText(row.item)),
  );
}

function searchedText(item: Item): string {
  let text = searched.get(item);
  if (text === undefined) {
    text = parts(item.name, item.uid, ...item.addresses, item.cause).toLowerCase();
    searched.set(item, text);
  }
  return text;
}

/** What items are found by. */
const searched = new WeakMap<Item, string>();
