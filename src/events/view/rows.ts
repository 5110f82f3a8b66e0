import { l10n, ThemeColor, ThemeIcon, TreeItem } from 'vscode';
import {
  actorName,
  eventLevel,
  eventTitle,
  maxMessage,
  objectText,
  severityOf,
  type EventLevel,
} from '../../items/eventText';
import { formatAge, formatNumber } from '../../text/format';
import { optional, time } from '../../text/hoverParts';
import { escapeMarkdown } from '../../text/markdown';
import { markdownTable } from '../../text/markdownParts';
import { displayName, isVisible, parts, present, sanitizeLine } from '../../text/text';
import type { RequestTime } from '../../service/requestTime';
import type { InvolvedObject, ServiceEvent } from '../../service/resources/event';
import { aged } from '../../tree/age';
import { completed, noteItem } from '../../tree/items';
import { appearanceOf, type RowKinds } from '../../tree/rowKinds';
import { clickCommand } from '../../ui/runCommand';
import { involves } from '../../items/events';
import { idsBelow, isRowOf, type StoreRow, type TreeRow } from '../../items/store/row';
import type { RowStore } from '../../items/store/rowStore';
import type { EventTopic } from './topic';

/** What a click on a row runs. */
const click = clickCommand('poolview.events');

/** How many days of the audit log are read. */
export const auditDays = 7;

export interface EventRow extends TreeRow {
  readonly kind: 'event';
  readonly parent: undefined;
  readonly event: ServiceEvent;
}

/** How much of the audit log was read. */
export type AuditNote = 'auditDays' | 'auditForbidden' | 'auditNotOffered';

/** Why no events are shown. */
export interface NoteRow extends TreeRow {
  readonly kind: 'note';
  readonly parent: undefined;
  readonly note: {
    readonly about: 'noEvents' | 'noEntries' | 'noMatch' | 'noneInvolved' | 'noUid' | AuditNote;
    readonly loaded: number;
    readonly listName: string;
  };
}

export type Row = EventRow | NoteRow;

/** A row of the Events view, or one that its store adds. */
export type ViewRow = StoreRow<Row, never>;

/** What the rows look like depends on. */
interface ShownEvents {
  readonly store: RowStore<Row, never>;
  readonly topic: EventTopic;
}

const kinds: RowKinds<Row, ShownEvents> = {
  event: aged({ item: eventItem, hover: eventHover }),
  note: { item: noteRowItem },
};

/** How the rows of the view look. */
export const appearance = appearanceOf<Row, never, ShownEvents>(({ kind }) => kinds[kind], click);

export function isEventRow(value: unknown): value is EventRow {
  return isRowOf(value, ['event']);
}

/** The rows of a page. Events without a UID that are equal in everything else are the same. */
export function eventRows(
  listId: string,
  events: readonly ServiceEvent[],
  requestedAt: RequestTime,
): readonly EventRow[] {
  const idOf = idsBelow(listId);
  return events.map((event) => {
    const { metadata, reason, message, involvedObject } = event;
    const content = [metadata?.creationTimestamp, reason, involvedObject?.uid, message?.slice(0, 200)];
    return {
      kind: 'event',
      id: idOf(event.actor === undefined ? 'event' : 'audit', metadata?.uid, JSON.stringify(content)),
      parent: undefined,
      event,
      ...requestedAt,
    };
  });
}

export function noteRow(
  about: NoteRow['note']['about'],
  { listId, listName }: EventTopic,
  loaded: number,
): NoteRow {
  return {
    kind: 'note',
    id: `${listId}/note~${about}`,
    parent: undefined,
    note: { about, loaded, listName },
  };
}

function noteRowItem({ note: { about, loaded, listName } }: NoteRow): TreeItem {
  const texts: Readonly<Record<typeof about, readonly [label: string, description: string]>> = {
    noEvents: [l10n.t('No events'), listName],
    noEntries: [l10n.t('No audit entries'), l10n.t('in the last {0} days', auditDays)],
    noMatch: [l10n.t('No matching events'), l10n.t('{0} loaded', formatNumber(loaded))],
    noneInvolved: [
      l10n.t('No events of this machine'),
      l10n.t('none of the {0} loaded events of {1} involves it', formatNumber(loaded), listName),
    ],
    noUid: [l10n.t('Events unavailable'), l10n.t('the service reported no UID')],
    auditDays: [l10n.t('Audit log of the last {0} days', auditDays), l10n.t('older entries not read')],
    auditForbidden: [l10n.t('The API key lacks {0}', 'audit.list'), l10n.t('audit log not read')],
    auditNotOffered: [l10n.t('No audit log'), l10n.t('not offered by this service')],
  };
  return noteItem(...texts[about]);
}

function eventItem({ event }: EventRow, { topic: { machine, resourceUid } }: ShownEvents): TreeItem {
  const { metadata, involvedObject, message = '', actor } = event;
  const item = new TreeItem(actor === undefined ? eventTitle(event) : actorName(event));
  const time = metadata?.creationTimestamp;
  // The title of the view names this item.
  const isOwn =
    machine === undefined
      ? involvedObject?.uid !== undefined && involvedObject.uid === resourceUid
      : involves({ involvedObject }, machine);
  item.description = parts(
    actor && [sanitizeLine(message), eventTitle(event)].find(isVisible),
    time === undefined ? undefined : formatAge(time, Date.now()),
    // Without its kind, which would leave too little room for the name in a narrow view.
    isOwn ? undefined : displayName(involvedObject?.name, involvedObject?.uid, ''),
  );
  item.iconPath = actor === undefined ? levelIcons[eventLevel(event)] : new ThemeIcon('person');
  item.command = { command: click, title: l10n.t('Show Details') };
  const kind = actor === undefined ? severityOf(event) || l10n.t('Event') : l10n.t('Audit entry');
  return completed(item, kind, 'event');
}

/** These differ in shape as well as color, and the colors are defined in high contrast themes. */
const levelIcons: Readonly<Record<EventLevel, ThemeIcon>> = {
  error: new ThemeIcon('error', new ThemeColor('problemsErrorIcon.foreground')),
  warning: new ThemeIcon('warning', new ThemeColor('problemsWarningIcon.foreground')),
  info: new ThemeIcon('info', new ThemeColor('problemsInfoIcon.foreground')),
  unknown: new ThemeIcon('circle-outline'),
};

/** The whole message, then a table of the fields, as Markdown. */
function eventHover({ event }: EventRow, _list: ShownEvents, now: number): string {
  const { metadata, involvedObject, relatedObject, message = '', source, actor } = event;
  const lines = message
    .slice(0, maxMessage)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => escapeMarkdown(line, maxMessage));
  const kind = actor === undefined ? l10n.t('Event') : l10n.t('Audit entry');
  const table = markdownTable(escapeMarkdown(eventTitle(event)), kind, [
    [l10n.t('Who'), actor && present(escapeMarkdown(actorName(event)), optional(actor.mail))],
    [l10n.t('Severity'), optional(severityOf(event))],
    [l10n.t('Object'), objectLines(involvedObject)],
    [l10n.t('Related object'), objectLines(relatedObject)],
    [l10n.t('Component'), optional(source?.component)],
    [l10n.t('Host'), optional(source?.host)],
    [l10n.t('Time'), time(metadata?.creationTimestamp, now)],
    [l10n.t('UID'), optional(metadata?.uid)],
  ]);
  // A backslash at the end of a line is a line break.
  return present(present(...lines).join('\\\n'), table).join('\n\n');
}

/** What an object is called, and its UID unless that is its name. */
function objectLines(object: InvolvedObject | undefined): readonly string[] {
  const { name = '', uid = '' } = object ?? {};
  return present(escapeMarkdown(objectText(object)), isVisible(name) ? escapeMarkdown(uid) : '');
}
