import { l10n } from 'vscode';
import { actorName, eventFields, eventTitle, objectText, severityOf } from '../items/eventText';
import { type TimelineEntry, newestFirst } from '../timeline/entry';
import { formatZoned, ifGiven } from '../text/format';
import { present, parts } from '../text/text';
import type { ServiceEvent } from '../service/resources/logs';
import { itemKindText, timelineFields, entryCount, repeatText } from './timelineText';
import type { Session } from '../connections/session';
import { ticketHeading, type TicketHeading } from '../items/ticketText';
import { foldEntries } from '../timeline/story';
import { csvText, tabSeparatedText } from '../text/csv';
import { plainTable } from '../text/markdown';
import { copy } from '../ui/copy';
import type { CopyForm } from './messages';

/** An entry as YAML. */
export async function entryDetails(entry: TimelineEntry): Promise<string> {
  const { yamlDocument } = await import('../text/yamlDocument');
  const { what, who, time, after, item } = entry;
  const span =
    after === undefined
      ? { time: formatZoned(time) }
      : { after: formatZoned(after), before: formatZoned(time) };
  // Editors mark the character between the names of other paths, because it can be mistaken for another one.
  const about = item && { object: item.names.join(' / '), kind: itemKindText(item) };
  return yamlDocument({ message: what, actor: who || undefined, ...span, ...about }, [
    present(timelineFields.source.text(entry), item?.names.at(-1)).join(', '),
  ]);
}

/** An event as YAML, the whole message first, with the mail address of its actor. */
export async function eventDetails(event: ServiceEvent): Promise<string> {
  const { yamlDocument } = await import('../text/yamlDocument');
  const { message, ...fields } = eventFields(event);
  const { involvedObject, relatedObject, metadata } = event;
  const actor = actorName(event) || undefined;
  const names = present(actor ?? severityOf(event), eventTitle(event), objectText(involvedObject));
  const related = objectText(relatedObject);
  const more = related === '' || related === fields.object ? {} : { relatedObject: related };
  const mail = event.actor?.mail;
  const time = ifGiven(metadata?.creationTimestamp, formatZoned);
  return yamlDocument({ message, actor, mail, ...fields, time, ...more, uid: metadata?.uid }, [
    names.join(', '),
  ]);
}

const entryFields = Object.values(timelineFields);

/** What a ticket says in addition to its entries. */
type TicketContent = Pick<TicketHeading, 'scope' | 'filter'> & { readonly session: Session };

/** Copies entries: as a Markdown table, in which repeated events are one line, or a record for each. Times have a zone. */
export async function copyEntries(
  form: CopyForm,
  entries: readonly TimelineEntry[],
  context: TicketContent,
): Promise<void> {
  const text = form === 'ticket' ? await entryTicket(entries, context) : entryTable(form, entries);
  await copy(
    text,
    entries.map(({ what }) => what),
    (count) => l10n.t('Copied {0} entries', count),
  );
}

/** The newest first, however they were shown. A time, and the one before which a change did not happen, as programs read them. */
function entryTable(form: 'csv' | 'tabSeparated', entries: readonly TimelineEntry[]): string {
  const rows = entries.toSorted(newestFirst).map((entry) => {
    const [, ...texts] = entryFields.map(({ text }) => text(entry));
    return [entry.time, entry.after]
      .map((time) => ifGiven(time, (given) => new Date(given).toISOString()) ?? '')
      .concat(texts);
  });
  const [time = '', ...others] = titles();
  const head = [time, l10n.t('Not before'), ...others];
  return (form === 'csv' ? csvText : tabSeparatedText)([head, ...rows]);
}

async function entryTicket(
  entries: readonly TimelineEntry[],
  { session, ...heading }: TicketContent,
): Promise<string> {
  const count = entryCount(entries.length);
  const rows = foldEntries(entries).map((row) => {
    const texts = entryFields.map(({ text }) => text(row.entry));
    return [...texts.slice(0, -1), parts(repeatText(row, formatZoned), row.entry.what)];
  });
  return (await ticketHeading(session, { ...heading, count, now: Date.now() })) + plainTable(titles(), rows);
}

function titles(): string[] {
  return entryFields.map(({ title }) => title());
}
