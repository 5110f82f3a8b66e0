import type { ServiceError } from '../service/errors';
import type { Branch } from './branch';
import { outageOf } from './outage';
import { isAtOrBelow, parentIdOf, type StoreRow, type TreeRow } from './row';
import type { RowSource } from './rowSource';

/** The lists of one tree, in one map: everything that is known about its rows. It changes nothing. */
export class Branches<Row extends TreeRow, Parent extends Row, Details = undefined> {
  protected readonly branches = new Map<string, Branch<Row, Parent, Details>>();

  constructor(protected readonly source: RowSource<Row, Parent, Details>) {}

  /** All rows that are known below `parent`, without reading or filtering. */
  rows(parent?: TreeRow): readonly StoreRow<Row, Parent>[] {
    return this.branchOf(parent)?.allRows ?? [];
  }

  /** All rows below the same parent as `row`. */
  siblings({ id }: TreeRow): readonly StoreRow<Row, Parent>[] {
    return this.branches.get(parentIdOf(id))?.allRows ?? [];
  }

  /** All rows below `parent` at every level, in the order of the tree. */
  descendants(parent?: TreeRow): readonly StoreRow<Row, Parent>[] {
    return this.rows(parent).flatMap((row) =>
      this.source.isParent(row) ? [row, ...this.descendants(row)] : [row],
    );
  }

  /** The loaded rows below the view that the arrangement hides. */
  get hiddenRows(): readonly Row[] {
    const shown = new Set(this.rows().map(({ id }) => id));
    return this.branchOf()?.list.rows.filter(({ id }) => !shown.has(id)) ?? [];
  }

  /** The list below `parent`; undefined if it was never looked at. */
  branchOf(parent?: TreeRow): Branch<Row, Parent, Details> | undefined {
    return this.branches.get(parent?.id ?? this.source.rootId);
  }

  /** The row with this ID, as it is now. */
  find(id: string): StoreRow<Row, Parent> | undefined {
    return this.branches.get(parentIdOf(id))?.allRows.find((row) => row.id === id);
  }

  /** Whether the list of a row could not be read the last time, so that the row may be outdated. */
  isStale(row: StoreRow<Row, Parent>): boolean {
    const hasData = row.readAt !== undefined || this.source.isParent(row);
    return hasData && this.branches.get(parentIdOf(row.id))?.isOutdated === true;
  }

  /** Whether anything could not be read the last time. */
  get isFailing(): boolean {
    return this.hasFailed();
  }

  /** Whether anything at or below `parent` could not be read the last time. */
  hasFailed(parent?: Parent): boolean {
    return this.someBranch(parent, ({ hasFailed }) => hasFailed);
  }

  /** Whether the list below `parent`, or below a row further down, meets a condition. */
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

  /** The parent as it is now: a row whose list could not be read still refers to an earlier object. */
  protected parentOf({ id }: TreeRow): Parent | undefined {
    return this.findParent(parentIdOf(id));
  }
}
