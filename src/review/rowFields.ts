import { l10n } from 'vscode';
import { formatCount, formatNumber } from '../text/format';
import { parts } from '../text/text';
import { grantKindText } from '../access/roleNames';
import { grantFields } from '../access/grantFields';
import type { Choice, GrantRow } from './messages';

interface Field {
  readonly title: () => string;
  readonly text: (row: GrantRow) => string;
}

/** What the rows of a review show, in the order of importance: the columns of the page. The report has most of it, too. */
export const rowFields = {
  who: { title: grantFields.holder.title, text: (row) => parts(row.who.name, membersText(row)) },
  role: { title: grantFields.roles.title, text: ({ role }) => role },
  reach: { title: () => l10n.t('Reaches'), text: ({ reach }) => reach },
  findings: {
    title: () => l10n.t('Findings'),
    text: ({ change, findings }) => parts(changeText(change), ...findings.map(findingLabel)),
  },
  kind: { title: grantFields.kind.title, text: ({ kind }) => grantKindText(kind) },
  allows: { title: () => l10n.t('Allows'), text: ({ allows }) => allows },
  decision: {
    title: () => l10n.t('Decision'),
    text: ({ outcome, choice }) => outcome ?? choiceText(choice),
  },
  note: { title: () => l10n.t('Note'), text: ({ note }) => note },
} as const satisfies Readonly<Record<string, Field>>;
export type RowField = keyof typeof rowFields;

/** The icon of a resource role says what it is. */
export function shownRole({ kind, role }: GrantRow): string {
  return kind === 'resource' ? role.replace(/(^|, )Resource /g, '$1') : role;
}

export function membersText({ who }: Pick<GrantRow, 'who'>): string {
  const { kind, members, inactive = 0 } = who;
  const count =
    members === undefined ? '' : formatCount(members, l10n.t('1 member'), (n) => l10n.t('{0} members', n));
  if (inactive === 0) return count;
  return parts(count, kind === 'user' ? l10n.t('inactive') : l10n.t('{0} inactive', formatNumber(inactive)));
}

export function findingLabel({ text, isKnown }: GrantRow['findings'][number]): string {
  return isKnown ? text : l10n.t('Not known: {0}', text);
}

export function changeText(change: GrantRow['change']): string {
  if (change === undefined) return '';
  return change === 'added' ? l10n.t('Added since the last review') : l10n.t('Gone since the last review');
}

export function choiceText(choice: Choice): string {
  return { none: l10n.t('Undecided'), keep: l10n.t('Keep'), remove: l10n.t('Remove') }[choice];
}

export function grantCount(count: number): string {
  return formatCount(count, l10n.t('1 grant'), (n) => l10n.t('{0} grants', n));
}

export function removeText(count: number): string {
  return formatCount(count, l10n.t('Remove 1 Role…'), (n) => l10n.t('Remove {0} Roles…', n));
}

export function isDecided({ choice }: GrantRow): boolean {
  return choice !== 'none';
}

/** Whether something can be decided about a grant: a removal that failed can be tried again. */
export function isOpen({ isGone }: GrantRow): boolean {
  return isGone !== true;
}
