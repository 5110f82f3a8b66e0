import type { SessionState } from '../connections/sessionState';
import { needsAttention } from '../presentation/severity';
import type { KnownRows } from '../items/store/knownRows';
import type { TreeRow } from '../items/store/row';
import { isParentRow, isResourceRow, type ParentRow, type Row, type ViewRow } from '../items/kinds';
import { noteRow } from '../items/kinds/note';
import type { RowContext } from '../items/kinds/kind';

const stateName = 'attentionOnly';

/** Whether the view of one connection shows only what needs attention. Persists across restarts. */
export class AttentionState {
  #isOnly: boolean;

  constructor(private readonly state: SessionState) {
    this.#isOnly = state.read(stateName) === true;
  }

  get isOnly(): boolean {
    return this.#isOnly;
  }

  async set(isOnly: boolean): Promise<void> {
    this.#isOnly = isOnly;
    await this.state.write(stateName, isOnly);
  }
}

/** What the filter depends on. */
interface AttentionContext<Details> extends Pick<RowContext, 'severity' | 'hasMore'> {
  readonly store: KnownRows<Row, ParentRow, Details>;
}

/**
 * The rows that need attention, and those whose children may need attention but are not known.
 * @param parentId the ID of the row, or of the view
 */
export function rowsNeedingAttention<Details>(
  rows: readonly ViewRow[],
  parentId: string,
  parent: ParentRow | undefined,
  isKept: (row: TreeRow) => boolean,
  context: AttentionContext<Details>,
): readonly ViewRow[] {
  const shown = rows.filter((row) => isKept(row) || mayNeedAttention(row, context));
  return shown.length === rows.length || shown.some(isResourceRow)
    ? shown
    : [noteRow(parentId, parent, { about: 'allWell' }), ...shown];
}

function mayNeedAttention<Details>(row: ViewRow, context: AttentionContext<Details>): boolean {
  if (!isResourceRow(row)) return true;
  const { store } = context;
  const severity = context.severity(row);
  if (needsAttention(severity)) return true;
  if (!isParentRow(row)) return false;
  if (store.hasFailed(row)) return true;
  // A pool itself has no state: only its loaded machines do.
  if (row.kind === 'pool' && context.hasMore(row)) return true;
  if (severity === 'healthy') return false;
  if (row.kind === 'project' && row.project.status?.usage?.clusters?.length === 0) return false;
  if (store.branchOf(row)?.readAt === undefined) return true;
  return store.rows(row).some((child) => isResourceRow(child) && mayNeedAttention(child, context));
}
