import type { Inventory } from '../items/inventory';
import { isResourceRow, type ParentRow, type Row } from '../items/kinds';
import { compareStates, needsAttention, type ItemState } from '../items/severity';

/** The rows of a list that needed attention when its order was decided, by their IDs, and those that did not. */
type Decided = Map<string, ItemState | undefined>;

/** Puts first what needed attention when the order of a list was decided: rows do not move while somebody looks at them. */
export class WorstFirst {
  /** By the IDs of the rows above; undefined for the view. Undefined for a list in the order of the service. */
  readonly #decided = new Map<string | undefined, Decided | undefined>();

  constructor(private readonly inventory: Inventory) {}

  /** Decides anew when rows are next asked for. */
  forget(): void {
    this.#decided.clear();
  }

  /**
   * Rows with those first that need attention, the worst at the top. All others stay in their order.
   * @param isOrdered whether that is so for a list that is not decided
   */
  of(rows: readonly Row[], parent: ParentRow | undefined, isOrdered: boolean): readonly Row[] {
    // Nothing has been read yet.
    if (rows.length === 0) return rows;
    if (!this.#decided.has(parent?.id)) this.#decided.set(parent?.id, isOrdered ? new Map() : undefined);
    const decided = this.#decided.get(parent?.id);
    if (decided === undefined) return rows;
    // What is new is put in its place at once.
    for (const row of rows.filter(isResourceRow)) {
      const { state } = this.inventory.itemOf(row);
      if (!decided.has(row.id)) decided.set(row.id, needsAttention(state) ? state : undefined);
    }
    const stateOf = ({ id }: Row): ItemState => decided.get(id) ?? 'healthy';
    return rows.toSorted((one, other) => compareStates(stateOf(one), stateOf(other)));
  }
}
