import { l10n } from 'vscode';
import { eventLevels, type EventLevel } from '../items/eventText';
import type { Item } from '../items/item';
import { kinds } from '../items/kinds/levels';
import { kindText } from '../items/itemText';
import {
  timelineSources,
  type EntryItem,
  type SourceState,
  type TimelineEntry,
  type TimelineSource,
  type TimelineState,
} from '../timeline/entry';
import type { TimelineRow } from '../timeline/story';
import { formatCount, formatMoment, formatNumber, formatZoned } from '../text/format';
import { oneOf } from '../service/readers';
import { parts, pathText, present } from '../text/text';

// How entries are shown. Used by the extension and by the fleet page.

export type TimelineColumn = 'time' | 'level' | 'source' | 'item' | 'who' | 'what';

interface EntryField {
  readonly title: () => string;
  readonly text: (entry: TimelineEntry) => string;
}

/** The columns of the table, of searches and of copies. */
export const timelineFields: Readonly<Record<TimelineColumn, EntryField>> = {
  time: { title: () => l10n.t('Time'), text: ({ time }) => formatZoned(time) },
  level: { title: () => l10n.t('Severity'), text: ({ level }) => levelText(level) },
  source: { title: () => l10n.t('Source'), text: ({ source }) => sourceTexts[source].one() },
  item: {
    title: () => l10n.t('Item'),
    text: ({ item }) => (item === undefined ? '' : pathText(...item.names)),
  },
  who: { title: () => l10n.t('Who'), text: ({ who }) => who },
  what: { title: () => l10n.t('What'), text: ({ what }) => what },
};

/** `12 times since 08:40`; undefined if it does not repeat. */
export function repeatText({ entries }: TimelineRow, timeOf: (time: number) => string): string | undefined {
  const first = entries.at(-1);
  return first === undefined || entries.length < 2
    ? undefined
    : formatCount(entries.length, '', (n) => l10n.t('{0} times since {1}', n, timeOf(first.time)));
}

/** `and 4 more: CrashLoopBackOff, workers-5 DiskPressure`, of problems if there are any; undefined if nothing is folded below it. */
export function foldText({ entry: top, folded = [] }: TimelineRow): string | undefined {
  if (folded.length === 0) return undefined;
  const entries = folded.map(({ entry }) => entry);
  const [errors = [], warnings = []] = eventLevels.map((level) =>
    entries.filter((each) => each.level === level),
  );
  const problems = [...errors, ...warnings];
  const reasons = present(...problems.map(({ reason }) => reason));
  // A pack says what an event says, too.
  const told = problems.filter(
    ({ reason, what }) => reason !== '' || !reasons.some((each) => what.includes(each)),
  );
  const shown = told.length === 0 ? entries : told;
  const [one, two, three, ...more] = new Set(shown.map((entry) => shortText(entry, top)));
  const texts = [...present(one, two, three), ...(more.length === 0 ? [] : ['…'])].join(', ');
  return l10n.t('and {0} more: {1}', formatNumber(folded.length), texts);
}

/** What happened in a few words, and to which machine: without its cluster, and what it has in common with the top. */
function shortText({ item, reason, what }: TimelineEntry, top: TimelineEntry): string {
  const { kind, names = [] } = item ?? {};
  const [name = '', cluster = ''] = [names.at(-1), names[1]];
  const inCluster = name.startsWith(`${cluster}-`) ? name.slice(cluster.length + 1) : name;
  const [title = ''] = what.replace(/^KubeletHas/, '').split(':');
  return present(
    kind === 'cluster' ? '' : inCluster,
    reason !== '' && reason === top.reason ? '' : title,
  ).join(' ');
}

export function levelText(level: EventLevel): string {
  return {
    error: l10n.t('Error'),
    warning: l10n.t('Warning'),
    info: l10n.t('Info'),
    unknown: l10n.t('Unknown'),
  }[level];
}

const sourceTexts: Readonly<
  Record<TimelineSource, { readonly one: () => string; readonly all: () => string }>
> = {
  change: { one: () => l10n.t('Change'), all: () => l10n.t('Changes') },
  event: { one: () => l10n.t('Event'), all: () => l10n.t('Events') },
  audit: { one: () => l10n.t('Audit'), all: () => l10n.t('Audit log') },
  pack: { one: () => l10n.t('Pack'), all: () => l10n.t('Packs') },
  repave: { one: () => l10n.t('Repave'), all: () => l10n.t('Repaves') },
};

/** All entries of a source. */
export function sourceText(source: TimelineSource): string {
  return sourceTexts[source].all();
}

export function entryCount(count: number): string {
  return formatCount(count, l10n.t('1 entry'), (n) => l10n.t('{0} entries', n));
}

const readKind = oneOf(...kinds);

/** The item of an entry, if it is one that Poolview knows. */
export function knownItem(item: EntryItem | undefined): Pick<Item, 'kind' | 'id'> | undefined {
  const kind = readKind(item?.kind);
  return kind === undefined || item?.id === undefined ? undefined : { kind, id: item.id };
}

/** What the item of an entry is: `Machine`, or what the service calls it. */
export function itemKindText({ kind }: EntryItem): string {
  const known = readKind(kind);
  return known === undefined ? kind : kindText(known);
}

/** How far each source was read, and what may be missing, as short texts. */
export function stateTexts({ sources, isTruncated }: TimelineState, now: number): readonly string[] {
  const texts = timelineSources.flatMap((source) => {
    const state = sources[source];
    return state === undefined ? [] : l10n.t('{0}: {1}', sourceText(source), endText(state, now));
  });
  return isTruncated ? [...texts, l10n.t('Older entries were left out, because there are too many.')] : texts;
}

function endText({ readTo, isWhole, problem, isUnsorted }: SourceState, now: number): string {
  const isRead = Number.isFinite(readTo);
  const end = isWhole ? l10n.t('all read') : isRead && l10n.t('read to {0}', formatMoment(readTo, now));
  return parts(
    problem,
    end === false ? (problem === undefined ? l10n.t('not read') : undefined) : end,
    isUnsorted ? l10n.t('not sorted by time, the newest may be missing') : undefined,
  );
}
