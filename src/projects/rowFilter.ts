import type { Inventory } from '../items/inventory';
import type { Item, Known } from '../items/item';
import { isParentRow, isResourceRow, type ItemStoreRow, type ParentRow } from '../items/kinds';
import type { ItemStore } from '../items/kinds/kind';
import { noteRow } from '../items/kinds/note';
import { isNote } from '../items/listState';
import { Matcher } from '../find/matcher';
import { queryContext } from '../find/context';
import type { TreeRow } from '../items/store/row';
import { hasAllClusters } from '../items/unread';
import { asksForProblems } from './projectSearch';
import { isGroup } from '../items/kinds/levels';

/**
 * The rows that a line selects, and those in which something is selected, or may be.
 * @param isKept whether a row is shown in any case
 */
export function selectedRows(
  line: string,
  inventory: Inventory,
  rows: readonly ItemStoreRow[],
  parent?: ParentRow,
  isKept: (row: TreeRow) => boolean = () => false,
): readonly ItemStoreRow[] {
  const { store } = inventory;
  const matcher = new Matcher(line, queryContext(inventory), true);
  const areAllClustersKnown = hasAllClusters(inventory);
  const mayShow = (row: ItemStoreRow): boolean => {
    if (!isResourceRow(row)) return true;
    const item = inventory.itemOf(row);
    const known = knownIn(row, inventory);
    const isComplete =
      !isParentRow(row) ||
      isRead(row, store) ||
      (row.kind === 'project' && (areAllClustersKnown || row.project.status?.usage?.clusters?.length === 0));
    // The service does not say how it is, and nothing in it does.
    const told: Item =
      item.state === 'notRead' ? { ...item, known, state: isComplete ? 'unknown' : 'notRead' } : item;
    if (matcher.match(told) !== false || store.rows(row).filter(isResourceRow).some(mayShow)) return true;
    // A group itself has no state: only what is loaded in it does.
    const saysState =
      ['healthy', 'inTransition'].includes(item.state) && !isGroup(row) && !store.hasFailed(row);
    const state = saysState ? item.state : 'notRead';
    return !isComplete && matcher.mayBeIn(item, undefined, { known, state });
  };
  const shown = rows.filter((row) => isKept(row) || mayShow(row));
  const isEmpty = !shown.some(
    (row) => isResourceRow(row) || (row.kind === 'note' && isNote(row, 'favorites')),
  );
  if (shown.length === rows.length || !isEmpty) return shown;
  const about = asksForProblems(line) ? 'allWell' : 'noMatches';
  return [noteRow(parent?.id ?? store.rootId, parent, { about }), ...shown];
}

/** Why what was not read in a row is no news: what is said of the row itself, or of one that contains it, is known. */
function knownIn(row: TreeRow | undefined, inventory: Inventory): Known | undefined {
  if (!isResourceRow(row)) return undefined;
  const { ownProblem } = inventory.derivedOf(row);
  return ownProblem === 'open' ? undefined : (ownProblem ?? knownIn(row.parent, inventory));
}

/** Whether everything directly in a row was read, if not as of now: rows stay while they are refreshed. */
function isRead(row: ParentRow, store: ItemStore): boolean {
  const list = store.listOf(row);
  return list?.isWhole === true && !list.hasFailed;
}
