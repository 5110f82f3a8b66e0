import { l10n } from 'vscode';
import type { Session } from '../connections/session';
import { ticketHeading, type TicketHeading } from '../items/ticketText';
import { newestFirst, type TimelineEntry } from '../timeline/entry';
import { foldEntries } from '../timeline/story';
import { csvText, tabSeparatedText } from '../text/csv';
import { formatZoned, ifGiven } from '../text/format';
import { plainTable } from '../text/markdownParts';
import { parts } from '../text/text';
import { copy } from '../ui/copy';
import type { CopyForm } from './messages';
import { entryCount, repeatText, timelineFields } from './timelineText';

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

/** The newest first, however they were shown. A time, and the one before which a change did not happen, as programs read them. */
function tableOf(form: 'csv' | 'tabSeparated', entries: readonly TimelineEntry[]): string {
  const rows = entries.toSorted(newestFirst).map((entry) => {
    const [, ...texts] = columns.map(({ text }) => text(entry));
    return [entry.time, entry.after]
      .map((time) => ifGiven(time, (given) => new Date(given).toISOString()) ?? '')
      .concat(texts);
  });
  const [time = '', ...others] = titles();
  const head = [time, l10n.t('Not before'), ...others];
  return (form === 'csv' ? csvText : tabSeparatedText)([head, ...rows]);
}

async function ticketOf(
  entries: readonly TimelineEntry[],
  { session, ...heading }: CopyContext,
): Promise<string> {
  const count = entryCount(entries.length);
  const rows = foldEntries(entries).map((row) => {
    const texts = columns.map(({ text }) => text(row.entry));
    return [...texts.slice(0, -1), parts(repeatText(row, formatZoned), row.entry.what)];
  });
  return (await ticketHeading(session, { ...heading, count, now: Date.now() })) + plainTable(titles(), rows);
}

function titles(): string[] {
  return columns.map(({ title }) => title());
}
