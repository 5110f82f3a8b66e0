import { needsAttention } from '../items/severity';
import type { Inventory } from '../items/inventory';
import { hasMore } from '../items/listState';
import type { TreeRow } from '../items/store/row';
import { isParentRow, isResourceRow, type ItemStoreRow, type ParentRow } from '../items/kinds';
import { noteRow } from '../items/kinds/note';

interface ShownProblems {
  readonly inventory: Inventory;
  readonly showsKnown: boolean;
}

/** The rows that need attention, and those whose children may need attention but are not known. */
export function rowsNeedingAttention(
  rows: readonly ItemStoreRow[],
  parent: ParentRow | undefined,
  isKept: (row: TreeRow) => boolean,
  projects: ShownProblems,
): readonly ItemStoreRow[] {
  const shown = rows.filter((row) => isKept(row) || mayNeedAttention(row, projects));
  return shown.length === rows.length || shown.some(isResourceRow)
    ? shown
    : [noteRow(parent?.id ?? projects.inventory.store.rootId, parent, { about: 'allWell' }), ...shown];
}

/** Whether a row is shown if only those are that need attention. */
export function mayNeedAttention(row: ItemStoreRow, projects: ShownProblems): boolean {
  if (!isResourceRow(row)) return true;
  const { inventory, showsKnown } = projects;
  const { store } = inventory;
  const { state, known } = inventory.itemOf(row);
  if (needsAttention(state)) return showsKnown || known === undefined;
  if (!isParentRow(row)) return false;
  if (store.hasFailed(row)) return true;
  // A pool itself has no state: only its loaded machines do.
  if (row.kind === 'pool' && hasMore(row, store)) return true;
  if (state === 'healthy') return false;
  if (row.kind === 'project' && row.project.status?.usage?.clusters?.length === 0) return false;
  if (store.branchOf(row)?.readAt === undefined) return true;
  return store.rows(row).some((child) => isResourceRow(child) && mayNeedAttention(child, projects));
}
