import type { ServiceError } from '../../service/errors';
import type { Branch } from './branch';
import { outageOf } from './outage';
import { isAtOrBelow, parentIdOf, type StoreRow, type TreeRow } from './row';
import type { RowSource } from './rowSource';

/** Read access to the lists of one tree, and so to everything known about its rows. */
export class Branches<Row extends TreeRow, Parent extends Row, Details = undefined> {
  protected readonly branches = new Map<string, Branch<Row, Parent, Details>>();

  constructor(protected readonly source: RowSource<Row, Parent, Details>) {}

  /** All known rows below `parent`, without reading or filtering. Those that are not shown come last. */
  rows(parent?: TreeRow): readonly StoreRow<Row, Parent>[] {
    return this.branchOf(parent)?.knownRows ?? [];
  }

  /** All rows with the same parent as `row`. */
  siblings({ id }: TreeRow): readonly StoreRow<Row, Parent>[] {
    return this.branches.get(parentIdOf(id))?.allRows ?? [];
  }

  /** All rows below `parent` at every level, in the order of the tree. */
  descendants(parent?: TreeRow): readonly StoreRow<Row, Parent>[] {
    return this.rows(parent).flatMap((row) =>
      this.source.isParent(row) ? [row, ...this.descendants(row)] : [row],
    );
  }

  /** The list below `parent`; undefined if it was never requested. */
  branchOf(parent?: TreeRow): Branch<Row, Parent, Details> | undefined {
    return this.branches.get(parent?.id ?? this.source.rootId);
  }

  /** The row with this ID, as it is now. */
  find(id: string): StoreRow<Row, Parent> | undefined {
    return this.branches.get(parentIdOf(id))?.knownRows.find((row) => row.id === id);
  }

  /** Whether the row may be outdated, because a later read of it failed. */
  isStale(row: StoreRow<Row, Parent>): boolean {
    const hasData = row.readAt !== undefined || this.source.isParent(row);
    return hasData && this.#isOutdated(row, parentIdOf(row.id));
  }

  /** Whether a later read of a list failed. The rows of a list that was never read are known from lists above it. */
  #isOutdated(row: TreeRow, id: string): boolean {
    const branch = this.branches.get(id);
    if (branch?.isOutdated(row) === true) return true;
    const isBelowRoot = id.startsWith(`${this.source.rootId}/`);
    return branch?.readAt === undefined && isBelowRoot && this.#isOutdated(row, parentIdOf(id));
  }

  /** Whether the last read of any list failed. */
  get isFailing(): boolean {
    return this.hasFailed();
  }

  /** Whether the last read of any list at or below `parent` failed. */
  hasFailed(parent?: Parent): boolean {
    return this.someBranch(parent, ({ hasFailed }) => hasFailed);
  }

  /** Whether any list at or below `parent` meets a condition. */
  someBranch(
    parent: Parent | undefined,
    condition: (branch: Branch<Row, Parent, Details>) => boolean,
  ): boolean {
    const id = parent?.id ?? this.source.rootId;
    return [...this.branches].some(([branchId, branch]) => isAtOrBelow(branchId, id) && condition(branch));
  }

  /** The error to show at the top of the view. */
  protected get outage(): ServiceError | undefined {
    return outageOf(this.branchOf(), this.branches.values());
  }

  /** After a switch, VS Code may still ask about rows of another connection. */
  protected isHere(parent: Parent | undefined): boolean {
    return parent === undefined || parent.id.startsWith(`${this.source.rootId}/`);
  }

  protected findParent(id: string): Parent | undefined {
    const row = this.find(id);
    return row !== undefined && this.source.isParent(row) ? row : undefined;
  }

  /** The current parent: a row whose list could not be read may still refer to an earlier object. */
  protected parentOf({ id }: TreeRow): Parent | undefined {
    return this.findParent(parentIdOf(id));
  }
}
