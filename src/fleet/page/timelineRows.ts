import { env, l10n } from 'vscode';
import { eventLevels, type EventLevel } from '../../items/eventText';
import { groupBy, sortedByKey } from '../../items/order';
import type { Item } from '../../items/item';
import { isOutermost, kinds } from '../../items/kinds/levels';
import { Matcher } from '../../find/matcher';
import { parseQuery, printQuery } from '../../query/query';
import { unreadItem } from '../../find/questions';
import type { Verdict } from '../../query/verdict';
import {
  newestFirst,
  type EntryItem,
  type TimelineEntry,
  type TimelinePeriod,
  type TimelineSource,
} from '../../timeline/entry';
import {
  foldAlike,
  foldConsequences,
  foldEntries,
  rowsIn,
  worstLevel,
  type TimelineRow,
} from '../../timeline/story';
import { formatMoment, dayMs } from '../../text/format';
import { parts, pathText, present } from '../../text/text';
import type { TableView } from '../../webPage/columns';
import { elementsAfter } from '../../webPage/messages';
import type { Choice } from '../../webPage/choice';
import { isOpenIn, type FoldState } from '../../webPage/place';
import type { RowGroup } from '../../webPage/tableSpec';
import type { TimelineMessage, WholeTimeline } from '../messages';
import { timelineFields, type TimelineColumn } from '../timelineText';
import { fleetContext } from './answer';
import type { PageFleet } from './fleet';

/** What the page shows after a message. */
export function timelineAfter(before: WholeTimeline | undefined, message: TimelineMessage): WholeTimeline {
  const { isWhole, changed, removed } = message;
  const kept = before?.entries ?? [];
  if (!isWhole && changed.length + removed.length === 0) return { ...message, entries: kept };
  const known = kept.map((entry) => [entry.id, entry] as const);
  return { ...message, entries: [...elementsAfter(known, message).values()].sort(newestFirst) };
}

/** Which severities to show. */
export const shownLevels = ['all', 'warnings', 'errors'] as const;
export type ShownLevels = (typeof shownLevels)[number];

const levelsOf: Readonly<Record<ShownLevels, readonly EventLevel[]>> = {
  all: eventLevels,
  warnings: ['error', 'warning'],
  errors: ['error'],
};

/** What to show. No sources are all of them. */
interface EntryFilter {
  readonly sources: readonly TimelineSource[];
  readonly levels: ShownLevels;
}

export const noEntryFilter: EntryFilter = { sources: [], levels: 'all' };

/** The entries of the sources and severities that a query selects, and how many more it may select. */
export function filterEntries(
  entries: readonly TimelineEntry[],
  { sources, levels }: EntryFilter,
  query: string,
  fleet: PageFleet,
): { readonly found: readonly TimelineEntry[]; readonly unanswered: number } {
  const isShown = ({ source, level }: TimelineEntry): boolean =>
    (sources.length === 0 || sources.includes(source)) && levelsOf[levels].includes(level);
  const answers = groupBy(entries.filter(isShown), entryMatcher(query, fleet));
  return { found: answers.get(true) ?? [], unanswered: answers.get(undefined)?.length ?? 0 };
}

/** Words are looked for in an entry and its item; terms are about the item. */
function entryMatcher(query: string, fleet: PageFleet): (entry: TimelineEntry) => Verdict {
  const conditions = parseQuery(query);
  const matcherOf = (areWords: boolean): Matcher => {
    const line = printQuery(conditions.filter(({ key }) => (key === '') === areWords));
    return new Matcher(line, fleetContext(fleet));
  };
  const [words, terms] = [matcherOf(true), matcherOf(false)];
  const itemOf = itemFinder(fleet);
  return (entry) => {
    const item = entry.item && itemOf(entry.item);
    const { who, what, reason } = entry;
    const name = parts(...(entry.item?.names ?? []), who, what, reason);
    // The texts are known, whatever is known of the item.
    if (!words.match({ ...(item ?? noItem), id: entry.id, state: 'unknown', name })) return false;
    // What is about no item has nothing that a term asks for.
    return terms.isEmpty || (entry.item !== undefined && item && terms.match(item));
  };
}

const noItem = unreadItem('project', undefined);

/** Finds the items of entries. What is not known itself, or is none, is told by what contains it. */
function itemFinder({ items, clusters }: PageFleet): (item: EntryItem) => Item | undefined {
  const pathOf = ({ name, parent = '' }: Item): string => pathText(...present(items.get(parent)?.name, name));
  const projects = [...items.values()].filter(isOutermost);
  const containers = new Map(
    [...projects, ...clusters.map(({ item }) => item)].map((item) => [pathOf(item), item]),
  );
  return ({ id = '', kind, names }) => {
    const [name = '', path] = [names.at(-1), names.slice(0, -1)];
    const container = containers.get(pathText(...path.slice(0, 2))) ?? containers.get(path[0] ?? '');
    const ofKind = kinds.find((each) => each === kind);
    const unknown = container && ofKind ? { ...unreadItem(ofKind, container.id), id: name, name } : container;
    return items.get(id) ?? unknown;
  };
}

/**
 * The story of entries, as far as they were found: what followed from a found one is shown, too, below it. A row that was not
 * found stays above those that followed from it, and shows them.
 * @param entries newest first
 */
export function storyOf(
  entries: readonly TimelineEntry[],
  found: readonly TimelineEntry[],
): readonly TimelineRow[] {
  const wanted = new Set(found);
  const foundIn = (row: TimelineRow): readonly TimelineRow[] => {
    const [entry, ...others] = row.entries.filter((each) => wanted.has(each));
    return entry ? [{ ...row, entry, entries: [entry, ...others] }] : [];
  };
  const rows = foldConsequences(foldEntries(entries)).flatMap((row) => {
    const [top] = foundIn(row);
    if (top) return top;
    const folded = row.folded?.flatMap(foundIn) ?? [];
    return folded.length === 0 ? [] : { ...row, id: `found ${row.id}`, folded, isOpen: true };
  });
  return foldAlike(rows);
}

/** Rows with what is folded below those that are open. */
export function openRows(rows: readonly TimelineRow[], place: FoldState): readonly TimelineRow[] {
  return rows.flatMap((row) => {
    const isOpen = isOpenIn(place, row.id, row.isOpen ?? false);
    return isOpen ? rowsIn({ ...row, isOpen }) : { ...row, isOpen };
  });
}

/** @param rows newest first, which is the order of those with the same text, too */
export function sortRows(
  rows: readonly TimelineRow[],
  { column, isDescending }: TableView<TimelineColumn>['sort'],
): readonly TimelineRow[] {
  if (column === 'time') return isDescending ? rows : rows.toReversed();
  const keyOf = (row: TimelineRow): string | number =>
    column === 'level' ? eventLevels.indexOf(worstLevel(row)) : timelineFields[column].text(row.entry);
  return sortedByKey(rows, keyOf, isDescending);
}

/** Rows of a day. */
export interface DayGroup extends RowGroup<TimelineRow> {
  readonly title: string;
}

/** Groups rows by the day of their newest entry, in the order of their first rows. */
export function groupRows(rows: readonly TimelineRow[], now: number): readonly DayGroup[] {
  const dayOf = ({ entry, top = entry }: TimelineRow): string => new Date(top.time).toDateString();
  return [...groupBy(rows, dayOf)].map(([id, ofDay]) => ({ id, title: dayText(id, now), rows: ofDay }));
}

/** The start of a day. Not all days have 24 hours. @param daysAgo 0 for today */
function startOfDay(now: number, daysAgo: number): Date {
  const today = new Date(now);
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysAgo);
}

let dayFormat: Intl.DateTimeFormat | undefined;

/** @param day as `toDateString` writes it */
function dayText(day: string, now: number): string {
  if (day === startOfDay(now, 0).toDateString()) return l10n.t('Today');
  if (day === startOfDay(now, 1).toDateString()) return l10n.t('Yesterday');
  dayFormat ??= new Intl.DateTimeFormat(env.language, { weekday: 'short', month: 'short', day: 'numeric' });
  return dayFormat.format(new Date(day));
}

/** Its ID is the time as text. */
type SinceChoice = Choice & { readonly time: number };

/**
 * The times from which a timeline can begin: each full hour of today and yesterday, the latest first, and a choice of a day
 * before.
 */
export function sinceChoices(choice: string, now: number): readonly SinceChoice[] {
  const hours = [0, 1].flatMap((daysAgo) =>
    Array.from({ length: 24 }, (_, index) => {
      const time = startOfDay(now, daysAgo);
      const hour = 23 - index;
      time.setHours(hour);
      const clock = `${String(hour).padStart(2, '0')}:00`;
      const name = daysAgo === 0 ? l10n.t('Today {0}', clock) : l10n.t('Yesterday {0}', clock);
      return { id: String(time.getTime()), name, time: time.getTime() };
    }).filter(({ time }) => time <= now),
  );
  const time = Number(choice);
  const isEarlier = time >= now - 7 * dayMs && time < startOfDay(now, 1).getTime();
  return isEarlier ? [...hours, { id: choice, name: formatMoment(time, now), time }] : hours;
}

/** The choice; yesterday evening if there is none. */
export function chosenSince(choice: string, now: number): SinceChoice | undefined {
  const choices = sinceChoices(choice, now);
  const evening = startOfDay(now, 1).setHours(18);
  return choices.find(({ id }) => id === choice) ?? choices.find(({ time }) => time === evening);
}

/** When a period begins. @param since as {@link sinceChoices} identifies it */
export function startOf(period: TimelinePeriod, since: string, now: number): number {
  return {
    hour: now - dayMs / 24,
    since: chosenSince(since, now)?.time ?? now - dayMs,
    day: now - dayMs,
    week: now - 7 * dayMs,
  }[period];
}
