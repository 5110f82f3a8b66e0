import { l10n } from 'vscode';
import type { Session } from '../connections/session';
import { ticketHeading, type TicketHeading } from '../items/ticketText';
import type { TimelineEntry } from '../items/timeline/entry';
import { foldEntries, type TimelineRow } from '../items/timeline/story';
import { csvText, tabSeparatedText } from '../text/csv';
import { formatZoned } from '../text/format';
import { plainTable } from '../text/markdownParts';
import { copy } from '../ui/copy';
import type { CopyForm } from './messages';
import { entryCount, timelineFields } from './timelineText';

const columns = Object.values(timelineFields);

/** What a ticket says in addition to its entries. */
type CopyContext = Pick<TicketHeading, 'scope' | 'filter'> & { readonly session: Session };

/** Copies entries: as a Markdown table, in which repeated events are one line, or a record for each. Times have a zone. */
export async function copyEntries(
  form: CopyForm,
  entries: readonly TimelineEntry[],
  context: CopyContext,
): Promise<void> {
  const text = form === 'ticket' ? await ticketOf(entries, context) : tableOf(form, entries);
  await copy(
    text,
    entries.map(({ what }) => what),
    (count) => l10n.t('Copied {0} entries', count),
  );
}

function tableOf(form: 'csv' | 'tabSeparated', entries: readonly TimelineEntry[]): string {
  const rows = entries.map((entry) => cellsOf({ id: entry.id, entry, entries: [entry] }));
  return (form === 'csv' ? csvText : tabSeparatedText)([titles(), ...rows]);
}

async function ticketOf(
  entries: readonly TimelineEntry[],
  { session, ...heading }: CopyContext,
): Promise<string> {
  const count = entryCount(entries.length);
  const table = plainTable(titles(), foldEntries(entries).map(cellsOf));
  return (await ticketHeading(session, { ...heading, count, now: Date.now() })) + table;
}

function titles(): string[] {
  return columns.map(({ title }) => title());
}

function cellsOf(row: TimelineRow): string[] {
  return columns.map(({ text }) => text(row, formatZoned));
}
