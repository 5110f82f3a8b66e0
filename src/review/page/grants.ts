import { groupBy } from '../../items/groupBy';
import { parts } from '../../text/text';
import { exactObject, oneOf, text, type Read } from '../../service/readers';
import { Columns, tableViewReaders } from '../../webPage/columns';
import { sortedByText } from '../../webPage/lists';
import { includesPermission } from '../../access/reach';
import { question, type GrantRow } from '../messages';
import { grantCount, rowFields, type RowField } from '../rowFields';

const columnNames = ['who', 'role', 'reach', 'findings', 'kind', 'allows', 'decision', 'note'] as const;

export const columns = new Columns<RowField>(columnNames, {
  who: { title: rowFields.who.title, usual: 220, needed: 150, stays: 'always' },
  role: { title: rowFields.role.title, usual: 190, needed: 140, stays: 'always' },
  reach: { title: rowFields.reach.title, usual: 220, needed: 170 },
  findings: { title: rowFields.findings.title, usual: 230, needed: 190 },
  kind: { title: rowFields.kind.title, usual: 100, needed: 100, isFixed: true },
  allows: { title: rowFields.allows.title, usual: 200, needed: 160 },
  decision: { title: rowFields.decision.title, usual: 186, needed: 96, isFixed: true, stays: 'always' },
  note: { title: rowFields.note.title, usual: 120, needed: 110 },
});

export function cellText(row: GrantRow, column: RowField): string {
  return rowFields[column].text(row);
}

const readView = exactObject({
  /** The filters belong to the connection that is named here. */
  connection: text,
  tab: oneOf('grants', 'whoCan', 'leaving'),
  /** An empty part lets everything pass. */
  filter: exactObject({
    text,
    kind: text,
    permission: text,
    finding: text,
    project: text,
    decision: text,
    /** For how many days a user has not signed in. */
    notSignedIn: text,
  }),
  grouping: oneOf('none', 'who', 'role'),
  table: exactObject(tableViewReaders(columnNames)),
  /** What the review was opened for, as the filter was set then. */
  focus: text,
  question,
});
/** What the user chose to see. It survives a reload. */
export type View = Read<typeof readView>;

const none = '';
export const noFilter: View['filter'] = {
  text: none,
  kind: none,
  permission: none,
  finding: none,
  project: none,
  decision: none,
  notSignedIn: none,
};

/** The stored view if it is of this connection. */
export function viewOf(connection: string, stored: unknown): View {
  const view = readView(stored);
  if (view?.connection === connection) return view;
  return {
    connection,
    tab: 'grants',
    filter: noFilter,
    grouping: 'none',
    focus: none,
    table: view?.table ?? { sort: { column: 'who', isDescending: false }, hidden: [], widths: {} },
    question: { permission: none, projectUid: none, clusterUid: none },
  };
}

/** What the filter for findings finds besides one of them. */
export const [anyFinding, anyChange] = ['any', 'change'] as const;

/** The grants that pass. Where a permission or a sign-in was not read, a grant passes. */
export function filterGrants(
  rows: readonly GrantRow[],
  filter: View['filter'],
  now = Date.now(),
): readonly GrantRow[] {
  const signedIn = now - Number(filter.notSignedIn) * 86_400_000;
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const hasFinding = ({ findings, change }: GrantRow): boolean =>
    filter.finding === anyChange
      ? change !== undefined
      : findings.some(({ finding }) => filter.finding === anyFinding || finding === filter.finding);
  return rows.filter(
    (row) =>
      (filter.kind === none || row.kind === filter.kind) &&
      (filter.decision === none || (row.decision?.choice ?? 'none') === filter.decision) &&
      (filter.permission === none || mayAllow(row, filter.permission)) &&
      (filter.project === none || (row.projects?.includes(filter.project) ?? true)) &&
      (filter.finding === none || hasFinding(row)) &&
      (filter.notSignedIn === none || (row.signedIn ?? 0) < signedIn) &&
      words.every((word) => textOf(row).includes(word)),
  );
}

function mayAllow({ permissions }: GrantRow, permission: string): boolean {
  return permissions === undefined || includesPermission(permissions, permission);
}

/** Made once, when they are needed. */
const texts = new WeakMap<GrantRow, string>();

function textOf(row: GrantRow): string {
  let text = texts.get(row);
  if (text === undefined) {
    text = columnNames.map((name) => cellText(row, name).toLowerCase()).join('\n');
    texts.set(row, text);
  }
  return text;
}

export function sortGrants(
  rows: readonly GrantRow[],
  { column, isDescending }: View['table']['sort'],
): readonly GrantRow[] {
  return sortedByText(rows, (row) => cellText(row, column), isDescending);
}

export interface GrantGroup {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly GrantRow[];
}

export function groupGrants(rows: readonly GrantRow[], grouping: 'who' | 'role'): readonly GrantGroup[] {
  const groups = groupBy(rows, (row) => (grouping === 'who' ? row.who.id : row.role));
  return [...groups].map(([id, grants]) => ({
    id: `${grouping}/${id}`,
    title: parts(grants[0] && cellText(grants[0], grouping), grantCount(grants.length)),
    rows: grants,
  }));
}
