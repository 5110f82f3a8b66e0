import { sortedByKey } from '../../items/sort';
import { exactObject, oneOf, text, type Read } from '../../service/readers';
import { Columns, tableViewReaders } from '../../webPage/columns';
import { choiceText, grantFields, shownRole, textOf, type GrantRow } from '../../access/grantFields';
import { grantTerms } from '../../access/grantTerms';
import { Query } from '../../query/termTable';
import { question } from '../messages';

export type Column = 'role' | 'who' | 'decision';

const { role, who, choice: decision } = grantFields;
export const columns = new Columns<Column>(
  { role, who, decision },
  {
    role: { usual: 460, needed: 100, stays: 'always' },
    who: { usual: 520, needed: 100, stays: 'always' },
    decision: { usual: 186, needed: 92, isFixed: true, stays: 'always' },
  },
);

export function cellText(row: GrantRow, column: Column): string {
  return {
    role: () => shownRole(row),
    who: () => textOf('who', row),
    decision: () => row.outcome ?? choiceText(row.choice),
  }[column]();
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

export type GrantAnswer = ReturnType<typeof selectGrants>;

/** The grants that a line selects, and how many of these may be: what was not read hides no grant. */
export function selectGrants(line: string, rows: readonly GrantRow[]) {
  const query = new Query(line, grantTerms);
  // What is gone since the last review is only shown if the line asks for it.
  const isAsked = query.checks.some(({ key }) => key.toLowerCase() === 'change');
  const candidates = isAsked ? rows : rows.filter(({ change }) => change !== 'gone');
  const verdicts = candidates.map((row) => query.match(row));
  return {
    rows: candidates.filter((_, at) => verdicts[at] !== false),
    notKnown: verdicts.filter((verdict) => verdict === undefined).length,
    problems: query.problems,
  };
}
