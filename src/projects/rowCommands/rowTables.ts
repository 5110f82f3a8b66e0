import { stringify } from 'csv-stringify/sync';
import { l10n } from 'vscode';
import { kindText, stateText } from '../../items/itemText';
import { escapeMarkdownCell } from '../../presentation/markdown';
import { sanitizeLine } from '../../presentation/text';
import type { ProjectsModel } from '../model';
import { kindOf, type ResourceRow } from '../../items/kinds';

/** The most characters of a cell. */
const maxCell = 1000;

/** Rows as a Markdown table, one line each. */
export function markdownOf(rows: readonly ResourceRow[], model: ProjectsModel): string {
  const columns = columnsOf(model);
  const lines = [
    columns.map(({ title }) => title),
    columns.map(() => '---'),
    ...rows.map((row) => columns.map(({ textOf }) => escapeMarkdownCell(textOf(row)))),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/**
 * Rows as CSV (RFC 4180), one record each. No cell can run as a formula in a spreadsheet. All cells are quoted, because
 * spreadsheets of some languages split others at semicolons.
 */
export function csvOf(rows: readonly ResourceRow[], model: ProjectsModel): string {
  return stringify(recordsOf(rows, model), {
    quoted: true,
    quoted_empty: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}

/** Rows as lines of cells with tabs between them, which spreadsheets paste as cells. No cell can run as a formula. */
export function tabSeparatedOf(rows: readonly ResourceRow[], model: ProjectsModel): string {
  return stringify(recordsOf(rows, model), { escape_formulas: true, delimiter: '\t' });
}

function recordsOf(rows: readonly ResourceRow[], model: ProjectsModel): string[][] {
  const columns = columnsOf(model);
  return [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ textOf }) => sanitizeLine(textOf(row), maxCell))),
  ];
}

interface Column {
  readonly title: string;
  /** Unescaped text from the service. */
  readonly textOf: (row: ResourceRow) => string;
}

function columnsOf(model: ProjectsModel): readonly Column[] {
  return [
    { title: l10n.t('Kind'), textOf: ({ kind }) => kindText(kind) },
    { title: l10n.t('Name'), textOf: (row) => kindOf(row).name(row) ?? '' },
    { title: l10n.t('Severity'), textOf: (row) => stateText(model.state(row)) },
    { title: l10n.t('Cause'), textOf: (row) => model.health(row).cause },
    { title: l10n.t('Project'), textOf: (row) => containerName(row, 'project') },
    { title: l10n.t('Cluster'), textOf: (row) => containerName(row, 'cluster') },
    { title: l10n.t('Machine pool'), textOf: (row) => containerName(row, 'pool') },
    { title: l10n.t('Addresses'), textOf: (row) => kindOf(row).addresses?.(row).join(', ') ?? '' },
    { title: l10n.t('Last heartbeat'), textOf: heartbeatText },
    { title: l10n.t('UID'), textOf: (row) => kindOf(row).uid(row) ?? '' },
  ];
}

/** The name of the item of a kind that contains a row, or of the row itself if it is of that kind. */
function containerName(row: ResourceRow, kind: ResourceRow['kind']): string {
  if (row.kind === kind) return kindOf(row).name(row) ?? '';
  return row.parent === undefined ? '' : containerName(row.parent, kind);
}

function heartbeatText(row: ResourceRow): string {
  const time = kindOf(row).heartbeat?.(row);
  return time === undefined ? '' : new Date(time).toISOString();
}
