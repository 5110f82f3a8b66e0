import { homedir } from 'node:os';
import { l10n, Uri, window, workspace } from 'vscode';
import type { Session } from '../connections/session';
import { csvText } from '../text/csv';
import { formatUtc } from '../text/format';
import { escapeMarkdownCell } from '../text/markdownParts';
import { parts, present, sanitizeLine } from '../text/text';
import type { Access } from '../access/access';
import { grantKindText } from '../access/roleNames';
import type { Decision, GrantRow, ReviewHeader } from './messages';

/** What a report is about. */
export interface Report extends Pick<ReviewHeader, 'connection' | 'scope' | 'coverage'> {
  readonly rows: readonly GrantRow[];
  readonly access: Pick<Access, 'users' | 'members'>;
  /** The removals in the journal, by the IDs of the removed grants. */
  readonly removals: ReadonlyMap<string, { readonly id: string }>;
}

/** Asks where to save a report and in which format, and saves it. @returns whether it was saved */
export async function saveReport(report: Report, { containsApiKey }: Session): Promise<boolean> {
  const folder = workspace.workspaceFolders?.[0]?.uri ?? Uri.file(homedir());
  const day = formatUtc(Date.now()).slice(0, 10);
  const target = await window.showSaveDialog({
    title: l10n.t('Finish Review'),
    defaultUri: Uri.joinPath(folder, `access-review-${day}.md`),
    filters: { Markdown: ['md'], CSV: ['csv'], JSON: ['json'] },
  });
  if (target === undefined) return false;
  const text = reportText(report, target.path);
  if (await containsApiKey(text)) {
    void window.showErrorMessage(l10n.t("The report wasn't saved, because it contains an API key."));
    return false;
  }
  await workspace.fs.writeFile(target, new TextEncoder().encode(text));
  return true;
}

/** @param path whose ending tells the format; Markdown by default */
export function reportText(report: Report, path: string, now = Date.now()): string {
  const { connection, scope, coverage } = report;
  const about = { service: connection.name, host: connection.host, time: formatUtc(now), scope, coverage };
  const columns = columnsOf(report);
  if (path.endsWith('.json')) {
    const grants = report.rows.map((row) =>
      Object.fromEntries(columns.map(([key, , textOf]) => [key, textOf(row)])),
    );
    return `${JSON.stringify({ ...about, grants }, undefined, 2)}\n`;
  }
  const titles = columns.map(([, title]) => title);
  const records = report.rows.map((row) => columns.map(([, , textOf]) => textOf(row)));
  if (path.endsWith('.csv')) {
    const ends = [l10n.t('Service'), l10n.t('Host'), l10n.t('Time'), l10n.t('Scope'), l10n.t('Coverage')];
    return csvText([[...titles, ...ends], ...records.map((record) => [...record, ...Object.values(about)])]);
  }
  const lines = [titles, titles.map(() => '---'), ...records.map((record) => record.map(escapeMarkdownCell))];
  return [
    `# ${l10n.t('Access Review')}\n\n`,
    ...[parts(about.service, about.host), about.time, scope, coverage].map(
      (line) => `${escapeMarkdownCell(line)}\n\n`,
    ),
    ...lines.map((cells) => `| ${cells.join(' | ')} |\n`),
  ].join('');
}

type Column = readonly [key: string, title: string, textOf: (row: GrantRow) => string];

function columnsOf({ access, removals }: Report): readonly Column[] {
  const userText = (uid: string): string => {
    const { name, mailAddress = '' } = access.users.get(uid) ?? {};
    return sanitizeLine(present(name ?? uid, mailAddress === '' ? '' : `<${mailAddress}>`).join(' '));
  };
  const usersOf = ({ kind, id }: GrantRow['who']): readonly string[] =>
    kind === 'user' ? [id] : (access.members.get(id) ?? []);
  return [
    ['holder', l10n.t('Who'), ({ who }) => who.name],
    [
      'holderKind',
      l10n.t('Team or user'),
      ({ who }) => (who.kind === 'team' ? l10n.t('team') : l10n.t('user')),
    ],
    ['members', l10n.t('Users'), ({ who }) => usersOf(who).map(userText).join('; ')],
    ['kind', l10n.t('Kind'), ({ kind }) => grantKindText(kind)],
    ['role', l10n.t('Role'), ({ role }) => role],
    ['allows', l10n.t('Allows'), ({ allows }) => allows],
    ['reaches', l10n.t('Reaches'), ({ reach }) => reach],
    [
      'findings',
      l10n.t('Findings'),
      ({ findings }) =>
        findings.map(({ isKnown, text }) => (isKnown ? text : l10n.t('{0} (not known)', text))).join('; '),
    ],
    ['decision', l10n.t('Decision'), ({ decision }) => decisionText(decision?.choice)],
    ['note', l10n.t('Note'), ({ decision }) => decision?.note ?? ''],
    ['outcome', l10n.t('Outcome'), ({ outcome = '' }) => outcome],
    ['journalEntry', l10n.t('Journal'), ({ id }) => removals.get(id)?.id ?? ''],
    ['id', 'ID', ({ id }) => id],
  ];
}

function decisionText(choice: Decision | undefined): string {
  return choice === undefined ? '' : { keep: l10n.t('keep'), remove: l10n.t('remove') }[choice];
}
