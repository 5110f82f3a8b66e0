import { sortedByKey } from '../../items/sort';
import { exactObject, oneOf, text, type Read } from '../../service/readers';
import { Columns, tableViewReaders } from '../../webPage/columns';
import { question, type GrantRow } from '../messages';
import { rowFields, shownRole } from '../rowFields';

export type Column = 'role' | 'who' | 'decision';

export const columns = new Columns<Column>(rowFields, {
  role: { usual: 460, needed: 100, stays: 'always' },
  who: { usual: 520, needed: 100, stays: 'always' },
  decision: { usual: 186, needed: 92, isFixed: true, stays: 'always' },
});

export function cellText(row: GrantRow, column: Column): string {
  return column === 'role' ? shownRole(row) : rowFields[column].text(row);
}

const readView = exactObject({
  /** The query belongs to the connection that is named here. */
  connection: text,
  tab: oneOf('grants', 'whoCan'),
  query: text,
  table: exactObject(tableViewReaders(columns.names)),
  /** What the review was opened for. */
  focus: text,
  question,
});
/** What the user chose to see. It survives a reload. */
export type View = Read<typeof readView>;

/** The stored view if it is of this connection. */
export function viewOf(connection: string, stored: unknown): View {
  const view = readView(stored);
  if (view?.connection === connection) return view;
  return {
    connection,
    tab: 'grants',
    query: '',
    focus: '',
    table: view?.table ?? { sort: { column: 'role', isDescending: false }, hidden: [], widths: {} },
    question: { permission: '', projectUid: '', clusterUid: '' },
  };
}

export function sortGrants(
  rows: readonly GrantRow[],
  { column, isDescending }: View['table']['sort'],
): readonly GrantRow[] {
  return sortedByKey(rows, (row) => cellText(row, column), isDescending);
}
