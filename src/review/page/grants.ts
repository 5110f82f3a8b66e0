import { l10n } from 'vscode';
import { groupBy } from '../../items/groupBy';
import { formatCount } from '../../text/format';
import { parts } from '../../text/text';
import { exactObject, oneOf, text, type Read } from '../../service/readers';
import { Columns, tableViewReaders } from '../../webPage/columns';
import { wordSearch } from '../../webPage/lists';
import { grantKindText } from '../../access/roleNames';
import { includesPermission } from '../../access/reach';
import { question, type Choice, type GrantRow } from '../messages';

const columnNames = ['who', 'role', 'reach', 'findings', 'kind', 'allows', 'decision', 'note'] as const;
export type GrantColumn = (typeof columnNames)[number];

export const columns = new Columns<GrantColumn>(columnNames, {
  who: { title: () => l10n.t('Who'), usual: 220, needed: 150, stays: 'always' },
  role: { title: () => l10n.t('Role'), usual: 190, needed: 140, stays: 'always' },
  reach: { title: () => l10n.t('Reaches'), usual: 220, needed: 170 },
  findings: { title: () => l10n.t('Findings'), usual: 230, needed: 190 },
  kind: { title: () => l10n.t('Kind'), usual: 100, needed: 100, isFixed: true },
  allows: { title: () => l10n.t('Allows'), usual: 200, needed: 160 },
  decision: { title: () => l10n.t('Decision'), usual: 186, needed: 96, isFixed: true, stays: 'always' },
  note: { title: () => l10n.t('Note'), usual: 120, needed: 110 },
});

export function cellText(row: GrantRow, column: GrantColumn): string {
  switch (column) {
    case 'who':
      return parts(row.who.name, membersText(row));
    case 'kind':
      return grantKindText(row.kind);
    case 'findings':
      return parts(changeText(row), ...row.findings.map(findingLabel));
    case 'decision':
      return row.outcome ?? choiceText(row.decision?.choice ?? 'none');
    case 'note':
      return row.decision?.note ?? '';
    default:
      return row[column];
  }
}

export function membersText({ who: { members } }: Pick<GrantRow, 'who'>): string | undefined {
  if (members === undefined) return undefined;
  return formatCount(members, l10n.t('1 member'), (n) => l10n.t('{0} members', n));
}

export function findingLabel({ text, isKnown }: GrantRow['findings'][number]): string {
  return isKnown ? text : l10n.t('Not known: {0}', text);
}

/** Compared with the last review. */
export function changeText({ change, changes = '' }: GrantRow): string | undefined {
  const texts = {
    added: l10n.t('Added since the last review'),
    removed: l10n.t('Gone since the last review'),
    changed: l10n.t('Changed since the last review: {0}', changes),
  };
  return change && texts[change];
}

export function choiceText(choice: Choice): string {
  return { none: l10n.t('Undecided'), keep: l10n.t('Keep'), remove: l10n.t('Remove') }[choice];
}

const readView = exactObject({
  /** The filters belong to the connection that is named here. */
  connection: text,
  tab: oneOf('grants', 'whoCan'),
  /** An empty part lets everything pass. */
  filter: exactObject({
    text,
    kind: text,
    permission: text,
    finding: text,
    project: text,
    decision: text,
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

/** The grants that pass. Where a permission was not read, a grant may give it, so that it passes. */
export function filterGrants(rows: readonly GrantRow[], filter: View['filter']): readonly GrantRow[] {
  const isFound = search(filter.text);
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
      isFound(row),
  );
}

function mayAllow({ permissions }: GrantRow, permission: string): boolean {
  return permissions === undefined || includesPermission(permissions, permission);
}

const search = wordSearch((row: GrantRow) => columnNames.map((name) => cellText(row, name)).join('\n'));

const collator = new Intl.Collator(undefined, { numeric: true });

export function sortGrants(
  rows: readonly GrantRow[],
  { column, isDescending }: View['table']['sort'],
): readonly GrantRow[] {
  const direction = isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, key: cellText(row, column) }))
    .sort((one, other) => direction * collator.compare(one.key, other.key))
    .map(({ row }) => row);
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

export function grantCount(count: number): string {
  return formatCount(count, l10n.t('1 grant'), (n) => l10n.t('{0} grants', n));
}
