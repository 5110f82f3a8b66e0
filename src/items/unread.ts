import type { Coverage, Item } from './item';
import { isOutermost } from './kinds/levels';

// What was not read: the only place that says in which items there may be others. Used by the extension and by the fleet page.

/** What an inventory says of its items and their lists. */
interface ItemLists {
  items(): readonly Item[];
  coverage(): Coverage;
  /** Whether the list below an item was read to its end. */
  isRead(id: string): boolean;
  /** Whether the service does not list what is below an item. */
  isUnlisted(id: string): boolean;
}

/**
 * Whether not all that is in an item is known: its list was not read to the end, or does not tell everything.
 * @param areAllClustersKnown whether the service has no other clusters: then, projects have none
 */
export function isUnread(item: Item, areAllClustersKnown: boolean): boolean {
  return item.isListRead === false && !(areAllClustersKnown && isOutermost(item));
}

/** The items in which there may be others. Projects and clusters that are not known themselves are none of them. */
export function unreadIn(inventory: ItemLists): readonly Item[] {
  const areAllClustersKnown = hasAllClusters(inventory);
  return inventory.items().filter((item) => isUnread(item, areAllClustersKnown));
}

/** Whether the service has no other clusters. */
export function hasAllClusters(inventory: ItemLists): boolean {
  return inventory.coverage().clusters.total !== undefined;
}

/** Whether all clusters, machine pools and machines of the service are known. */
export function areAllKnown(inventory: ItemLists): boolean {
  return hasAllClusters(inventory) && unreadIn(inventory).length === 0;
}

/** Whether there are lists of machine pools or machines that can be read. */
export function canReadMachines(inventory: ItemLists): boolean {
  return unreadIn(inventory).some((item) => !isOutermost(item) && !inventory.isRead(item.id));
}

/** Whether there may be machines that have not been read and that the service lists. */
export function mayHaveOtherMachines(inventory: ItemLists): boolean {
  const read = inventory.items().filter(({ kind, id }) => kind === 'cluster' && inventory.isRead(id));
  const areListed = read.length === 0 || read.some(({ id }) => !inventory.isUnlisted(id));
  return areListed && !areAllKnown(inventory);
}
