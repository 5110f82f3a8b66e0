import type { Inventory } from '../items/inventory';
import type { Item } from '../items/item';
import { isParentRow, isResourceRow, type ItemStoreRow, type ParentRow } from '../items/kinds';
import type { ItemStore } from '../items/kinds/kind';
import { noteRow } from '../items/kinds/note';
import { Matcher } from '../items/query/answer';
import { queryContext } from '../items/query/context';
import type { TreeRow } from '../items/store/row';
import { attentionIn } from './projectSearch';

/** Hides the rows that a line does not select, unless something in them is selected, or may be. */
export class RowFilter {
  readonly #matcher: Matcher;

  constructor(
    private readonly line: string,
    private readonly inventory: Inventory,
  ) {
    this.#matcher = new Matcher(line, queryContext(inventory), true);
  }

  rows(
    rows: readonly ItemStoreRow[],
    parent?: ParentRow,
    isKept: (row: TreeRow) => boolean = () => false,
  ): readonly ItemStoreRow[] {
    const areAllClustersKnown = this.inventory.coverage().clusters.total !== undefined;
    const shown = rows.filter((row) => isKept(row) || this.#mayShow(row, areAllClustersKnown));
    if (shown.length === rows.length || shown.some(isResourceRow)) return shown;
    const about = attentionIn(this.line) !== '' ? 'allWell' : 'noMatches';
    return [noteRow(parent?.id ?? this.inventory.store.rootId, parent, { about }), ...shown];
  }

  #mayShow(row: ItemStoreRow, areAllClustersKnown: boolean): boolean {
    if (!isResourceRow(row)) return true;
    const { store } = this.inventory;
    const item = this.inventory.itemOf(row);
    const isComplete =
      !isParentRow(row) ||
      isRead(row, store) ||
      (row.kind === 'project' && (areAllClustersKnown || row.project.status?.usage?.clusters?.length === 0));
    // The service does not say how it is, and nothing in it does.
    const known: Item = isComplete && item.state === 'notRead' ? { ...item, state: 'unknown' } : item;
    if (this.#matcher.match(known) !== false) return true;
    const below = store.rows(row).filter(isResourceRow);
    if (below.some((child) => this.#mayShow(child, areAllClustersKnown))) return true;
    // A pool itself has no state: only its loaded machines do.
    const isWell = item.state === 'healthy' && row.kind !== 'pool' && !store.hasFailed(row);
    return !isComplete && this.#matcher.mayBeIn(item, undefined, isWell ? 'healthy' : 'notRead');
  }
}

/** Whether everything directly in a row was read, if not as of now: rows stay while they are refreshed. */
function isRead(row: ParentRow, store: ItemStore): boolean {
  const { readAt, hasFailed, list } = store.branchOf(row) ?? {};
  return readAt !== undefined && hasFailed === false && list?.next === undefined && list?.note === undefined;
}
