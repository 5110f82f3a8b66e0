import { homedir } from 'node:os';
import { commands, l10n, Uri, window, workspace } from 'vscode';
import type { Session } from '../connections/session';
import { groupBy } from '../items/order';
import { csvText } from '../text/csv';
import { formatCount, formatProgress, formatUtc, listFirst } from '../text/format';
import { present, sanitizeLine } from '../text/text';
import { showErrors } from '../ui/errorMessage';
import { holderKey, type Access, type Grant } from '../access/access';
import type { Span } from '../access/accessReader';
import { remembering } from '../service/remember';
import { fieldsFor, grantFields, fieldText, valuesFor, type Values } from '../access/grantFields';
import { fullName, whoText } from '../access/holderText';
import { unreadSentence, unreadText, unreadValue, type Unread } from '../access/unread';
import type { ReviewedRemoval } from './context';
import type { Decision } from './decisions';
import { isDecided, isOpen, removeText } from './grantRows';
import type { GrantRow, ReviewHeader, WhoCanAnswer } from './messages';

/** What a report is about. */
export interface Report extends Pick<ReviewHeader, 'scope' | 'coverage'> {
  readonly connection: Session['connection'];
  readonly rows: readonly GrantRow[];
  /** Those of the rows, by ID. */
  readonly grants: ReadonlyMap<string, Grant>;
  readonly access: Access;
  readonly notRead: readonly Unread[];
  /** When what decides was requested. */
  readonly span: Span | undefined;
  /** By the IDs of grants. */
  readonly decisions: ReadonlyMap<string, Partial<Decision>>;
  /** The removals in the journal, by the IDs of the removed grants. */
  readonly removals: ReadonlyMap<string, Pick<ReviewedRemoval, 'id' | 'startedAt' | 'mayBeGone'>>;
}

/** How far the grants are decided, and what is left to be removed. */
function decisionSummary(rows: readonly GrantRow[]): {
  readonly text: string;
  readonly left: readonly GrantRow[];
} {
  const left = rows.filter((row) => isOpen(row) && row.choice === 'remove');
  const notRemoved = formatCount(left.length, l10n.t('1 grant is marked Remove but was not removed.'), (n) =>
    l10n.t('{0} grants are marked Remove but were not removed.', n),
  );
  const text = l10n.t('{0} decided.', formatProgress(rows.filter(isDecided).length, rows.length));
  return { text: present(text, left.length === 0 ? '' : notRemoved).join(' '), left };
}

/** Asks how to end a review, if there is something left to do. @param toRemove how many roles can be removed before */
export async function confirmFinish(report: Report, toRemove = 0): Promise<'save' | 'remove' | undefined> {
  const { rows, scope, coverage } = report;
  const { text, left } = decisionSummary(rows);
  const names = listFirst(left, ({ who, role }) => `${who.name}: ${role}`);
  const lines = present(
    left.length === 0 ? '' : l10n.t('Not removed: {0}', names),
    unreadSentence(report.notRead),
  );
  const areDecided = rows.every((row) => !isOpen(row) || isDecided(row));
  // Whether users' own roles are a part of the review, the user has chosen.
  const isRead = report.notRead.every(({ part }) => part === 'ownRoles');
  if (areDecided && left.length === 0 && isRead) return 'save';
  const saveIt = l10n.t('Save Report');
  const message = l10n.t('Finish the review of {0}?', scope);
  const detail = [text, ...lines, '', coverage].join('\n');
  const buttons = toRemove === 0 ? [saveIt] : [removeText(toRemove), saveIt];
  const chosen = await window.showWarningMessage(message, { modal: true, detail }, ...buttons);
  if (chosen === undefined) return undefined;
  return chosen === saveIt ? 'save' : 'remove';
}

/** Asks where to save a report and in which format, and saves it. @returns whether it was saved */
export function saveReport(report: Report, session: Session): Promise<boolean> {
  const filters = { CSV: ['csv'], JSON: ['json'] };
  return save(l10n.t('Finish Review'), 'access-review', filters, session, (path) => reportText(report, path));
}

/** Asks where to save the answer to who can do something. */
export function saveAnswer(table: ReturnType<typeof answerTable>, session: Session): Promise<boolean> {
  const filters = { CSV: ['csv'] };
  return save(l10n.t('Save as CSV'), 'who-can', filters, session, () => csvText(table, Infinity));
}

/**
 * A line for each user who can do something, or may: where, and through which grants. Also for each team whose members are not known.
 * Each line says from which service and when it is, and what was not read: it may be sorted, or copied elsewhere.
 */
export function answerTable(
  { question, where, holders, unread }: WhoCanAnswer,
  { connection }: Session,
  span: Span | undefined,
): readonly (readonly string[])[] {
  const shown = holders.filter(({ who }) => who.kind === 'user' || who.members === undefined);
  const titles = [
    l10n.t('User'),
    l10n.t('UID'),
    l10n.t('Permission'),
    l10n.t('Where'),
    l10n.t('Can'),
    l10n.t('Through'),
    l10n.t('Service'),
    l10n.t('Connection'),
    l10n.t('Read'),
    l10n.t('Not read'),
  ];
  const about = [sanitizeLine(connection.name), connection.baseUrl, spanText(span), unread];
  const lines = shown.map(({ who, isKnown, through }) => [
    who.kind === 'user' ? whoText(who) : l10n.t('members of {0}', who.name),
    who.id,
    question.permission,
    where,
    isKnown ? l10n.t('yes') : l10n.t('not known'),
    through.map((way) => way.text).join('; '),
    ...about,
  ]);
  const nobody = ['', '', question.permission, where, l10n.t('nobody that was read'), '', ...about];
  return [titles, ...(lines.length === 0 ? [nobody] : lines)];
}

async function save(
  title: string,
  name: string,
  filters: Record<string, string[]>,
  { containsApiKey }: Session,
  textOf: (path: string) => string,
): Promise<boolean> {
  const day = formatUtc(Date.now()).slice(0, 10);
  // Not in the workspace, which others may share: reports have mail addresses.
  const defaultUri = Uri.joinPath(Uri.file(homedir()), `${name}-${day}.csv`);
  const target = await window.showSaveDialog({ title, defaultUri, filters });
  if (target === undefined) return false;
  const text = textOf(target.path);
  if (await containsApiKey(text)) {
    void window.showErrorMessage(l10n.t("The report wasn't saved, because it contains an API key."));
    return false;
  }
  await workspace.fs.writeFile(target, new TextEncoder().encode(text));
  void showErrors(async () => {
    const [message, open] = [
      l10n.t('Saved {0}', sanitizeLine(target.path.split('/').at(-1) ?? '')),
      l10n.t('Open'),
    ];
    if ((await window.showInformationMessage(message, open)) === open)
      await commands.executeCommand('vscode.open', target);
  });
  return true;
}

/** @param path of a JSON file, or else of a table */
export function reportText(report: Report, path: string, now = Date.now()): string {
  const about = aboutOf(report, now);
  const valuesOf = valuesFor('report', report.access);
  const all = report.rows.flatMap((row) => {
    const grant = report.grants.get(row.id);
    return grant === undefined ? [] : valuesOf(grant, { ...row, ...recordedOf(row, report) });
  });
  // Members are listed once for each team: in a table, in its first line.
  const firsts = [...groupBy(all, ({ holder }) => holderKey(holder)).values()].map(([first]) => first);
  if (path.endsWith('.json')) {
    const grants = all.map((values) => ({ ...values, members: undefined }));
    const members = firsts.map(({ holder, members: users }) => ({ ...holder, users }));
    const heading = Object.fromEntries(about.map(({ key, value }) => [key, value]));
    return `${JSON.stringify({ ...heading, members, grants }, safeValue, 2)}\n`;
  }
  const fields = fieldsFor('report');
  const titles = [...fields.map((name) => grantFields[name].title()), ...about.map(({ title }) => title)];
  const isFirst = new Set(firsts);
  // Thousands of lines have many values in common.
  const cells = fields.map((name) => {
    const cellOf = remembering(
      (values: Values<'report'>) => fieldText(name, values),
      (values) => values[name],
    );
    return (values: Values<'report'>): string =>
      name === 'members' && !isFirst.has(values) ? '' : cellOf(values);
  });
  const records = all.map((values) => [
    ...cells.map((cellOf) => cellOf(values)),
    ...about.map(({ text }) => text),
  ]);
  return csvText([titles, ...records], Infinity);
}

/** What the whole report is about: values for programs, and texts for people. */
function aboutOf(report: Report, now: number) {
  const { connection, scope, coverage, rows, notRead } = report;
  const line = (key: string, title: string, text: string, value: unknown = text) => ({
    key,
    title,
    text,
    value,
  });
  const unread = notRead.map((one) => unreadText(one, Infinity, fullName));
  return [
    line('summary', l10n.t('Summary'), decisionSummary(rows).text),
    line('service', l10n.t('Service'), connection.name),
    line('connection', l10n.t('Connection'), connection.baseUrl),
    line('time', l10n.t('Time'), formatUtc(now)),
    line('scope', l10n.t('Scope'), scope),
    line('coverage', l10n.t('Coverage'), coverage),
    line('read', l10n.t('Read'), spanText(report.span)),
    line('notRead', l10n.t('Not read'), unread.join('; '), notRead.map(unreadValue)),
  ];
}

/** `2026-11-29 18:25:46 UTC – 2026-11-29 18:26:10 UTC`: nothing that was requested before decides. */
function spanText(span: Span | undefined): string {
  return span === undefined ? '' : `${formatUtc(span.first)} – ${formatUtc(span.last)}`;
}

/** Each text of a report is safe on one line, and complete. */
function safeValue(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? sanitizeLine(value, Infinity) : value;
}

/** What only a report says of a grant. */
function recordedOf(row: GrantRow, { access, decisions, removals }: Report) {
  const { by, at } = isDecided(row) || row.note !== '' ? (decisions.get(row.id) ?? {}) : {};
  const name =
    by === undefined ? l10n.t('not known') : fullName({ uid: by, name: access.users.get(by)?.name });
  // Others are of earlier reviews.
  const removal = row.outcome === undefined ? undefined : removals.get(row.id);
  return {
    decidedBy: isDecided(row) || row.note !== '' ? name : undefined,
    decidedAt: at,
    outcomeAt: removal?.mayBeGone === true ? removal.startedAt : undefined,
    journalEntry: removal?.id,
  };
}
