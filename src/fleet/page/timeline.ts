import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import {
  timelinePeriods,
  timelineSources,
  type TimelineEntry,
  type TimelinePeriod,
  type TimelineSource,
} from '../../timeline/entry';
import { rowsIn, worstLevel, type TimelineRow } from '../../timeline/story';
import { asOfText, formatMoment, formatNumber, ifGiven } from '../../text/format';
import { firstWords, parts } from '../../text/text';
import { linkButton, toggleButton, selectBox } from '../../webPage/controls';
import type { Choice } from '../../webPage/choice';
import { arranged } from '../../webPage/lines';
import type { Foot } from '../../webPage/pageSpec';
import { lastOf } from '../../service/remember';
import { shownColumns } from '../../webPage/tableHead';
import type { TableSpec } from '../../webPage/tableSpec';
import type { CopyForm, WholeTimeline } from '../messages';
import {
  entryCount,
  foldText,
  knownItem,
  levelText,
  sourceText,
  stateTexts,
  type TimelineColumn,
} from '../timelineText';
import type { PageFleet } from './fleet';
import { itemKeys, sends } from './actions';
import { menuContext } from './menuContext';
import type { ShownPage } from './shownFleet';
import { columns, itemTip, timeFormat } from './timelineColumns';
import {
  chosenSince,
  filterEntries,
  groupRows,
  noEntryFilter,
  openRows,
  shownLevels,
  sinceChoices,
  sortRows,
  startOf,
  storyOf,
  type DayGroup,
  type ShownLevels,
} from './timelineRows';
import type { PageView } from './view';

type TimelineView = PageView['timeline'];

/** The page, and what the table shows of the timeline. */
type TimelinePage = ShownPage & { readonly leftOut: readonly TimelineColumn[] };

/** The entries of the period, which goes on while the page is open. */
function shownEntries({ timeline, view, now }: ShownPage): readonly TimelineEntry[] {
  const { entries = [] } = timeline ?? {};
  const start = startOf(view.timeline.period, view.timeline.since, now);
  const end = entries.findLastIndex(({ time }) => time >= start) + 1;
  return firstEntries(entries, end);
}

const firstEntries = lastOf((entries: readonly TimelineEntry[], end: number) => entries.slice(0, end));

const story = lastOf(
  (
    entries: readonly TimelineEntry[],
    sources: TimelineView['sources'],
    levels: TimelineView['levels'],
    query: string,
    fleet: PageFleet,
    sort: TimelineView['table']['sort'],
  ) => {
    const { found, unanswered } = filterEntries(entries, { sources, levels }, query, fleet);
    return { rows: sortRows(storyOf(entries, found), sort), found: found.length, unanswered };
  },
);

function storyIn(page: ShownPage): ReturnType<typeof story> {
  const { fleet, view } = page;
  const { sources, levels, table } = view.timeline;
  return story(shownEntries(page), sources, levels, view.query, fleet, table.sort);
}

const opened = lastOf((rows: readonly TimelineRow[], open: readonly string[], closed: readonly string[]) =>
  openRows(rows, { opened: open, closed }),
);
/** @param day today, which becomes yesterday */
const days = lastOf((rows: readonly TimelineRow[], day: string) => groupRows(rows, Date.parse(day)));

function change({ view, changeView }: ShownPage, timeline: Partial<TimelineView>): void {
  changeView({ timeline: { ...view.timeline, ...timeline } });
}

/** The item of a row, as far as it is known. */
function itemOfEntry({ entry }: TimelineRow, { fleet }: ShownPage) {
  const item = knownItem(entry.item);
  return item && (fleet.items.get(item.id) ?? item);
}

/** What happened, by day. */
export const timelineTable: TableSpec<TimelinePage, TimelineRow, TimelineColumn, DayGroup> = {
  label: () => l10n.t('Timeline'),
  columns,
  isWrapped: true,
  view: ({ view }) => view.timeline.table,
  change: (page, table) => {
    change(page, { table: { ...page.view.timeline.table, ...table } });
  },
  filter: filterText,
  rows: (page) => {
    const { place } = page.view.timeline.table;
    return opened(storyIn(page).rows, place.opened, place.closed);
  },
  groups: (page) => days(timelineTable.rows(page), new Date(page.now).toDateString()),
  heading: ({ title }) => html`<span class="cell-text">${title}</span>`,
  headingSpoken: ({ title }) => [title],
  isOpen: (row) => (rowsIn(row).length > 1 ? row.isOpen === true : undefined),
  spoken: (row) => {
    const { what, who, time } = row.entry;
    const item = itemTip(row);
    return [levelText(worstLevel(row)), firstWords(what, 8), item, who, timeFormat(row)(time), foldText(row)];
  },
  open: (row, isCommand, page) => {
    const item = itemOfEntry(row, page);
    if (!isCommand) sends({ type: 'openEntry', id: row.entry.id })();
    else if (item) sends({ type: 'run', command: 'revealInProjects', ids: [item.id] })();
  },
  keys: itemKeys(
    (rows, page) => rows.flatMap((row) => itemOfEntry(row, page)?.id ?? []),
    (rows, page) => {
      copyRows('ticket', rows, page);
    },
  ),
  menu: menuContext(itemOfEntry),
  copyCells: (rows, page) => {
    copyRows('tabSeparated', rows, page);
  },
  empty,
};

/** The page as the table takes it. */
export function timelinePage(page: ShownPage): TimelinePage {
  const { hidden } = page.view.timeline.table;
  const shown = shownColumns(timelineTable, { ...page, leftOut: [] });
  return {
    ...page,
    leftOut: columns.names.filter((name) => !shown.includes(name) && !hidden.includes(name)),
  };
}

export function copyRows(form: CopyForm, rows: readonly TimelineRow[], page: ShownPage): void {
  const entries = rows.flatMap(rowsIn).flatMap((row) => row.entries);
  // Those of an open row may be selected, too.
  const ids = [...new Set(entries.map(({ id }) => id))];
  if (ids.length > 0) sends({ type: 'copyEntries', form, ids, filter: filterText(page) })();
}

/** What is shown, in words: `24 hours · Changes, Events · Errors · cluster:eu disk`. */
function filterText({ view, now }: ShownPage): string {
  const { sources, levels, period, since } = view.timeline;
  return parts(
    period === 'since' ? l10n.t('since {0}', chosenSince(since, now)?.name ?? '') : periodName(period),
    sources.map(sourceText).join(', '),
    levels === 'all' ? undefined : levelsText(levels),
    view.query.trim(),
  );
}

/** The sources that a button stands for. */
const sourceButtons: readonly {
  readonly title: () => string;
  readonly sources: readonly TimelineSource[];
}[] = [
  { title: () => l10n.t('What changed'), sources: ['change', 'pack', 'repave'] },
  { title: () => l10n.t('Events'), sources: ['event'] },
  { title: () => l10n.t('Who did what'), sources: ['audit'] },
];

/** What the timeline is about, and which entries it shows: in one line. */
export function timelineLine(page: ShownPage): TemplateResult {
  const { view, timeline, now } = page;
  const { sources, period, since } = view.timeline;
  const { scope = '' } = timeline ?? {};
  const periods = timelinePeriods.map((id) => ({ id, name: periodName(id) }));
  const levels = shownLevels.map((id) => ({ id, name: levelsText(id) }));
  return html`<div class="line long">
    ${
      scope === ''
        ? nothing
        : html`<h2 title=${scope}>${scope}</h2>
            ${linkButton(l10n.t('Show the Fleet'), () => {
              change(page, { item: undefined });
            })}`
    }
    ${box(page, 'period', l10n.t('Period'), periods)}
    ${period === 'since' ? box(page, 'since', l10n.t('Since'), sinceChoices(since, now), chosenSince(since, now)?.id) : nothing}
    <div class="row-kinds" role="group" aria-label=${l10n.t('Sources')}>
      ${sourceButtons.map((each) => {
        const isPressed = each.sources.every((source) => sources.includes(source));
        return toggleButton(each.title(), isPressed, () => {
          const others = sources.filter((source) => !each.sources.includes(source));
          change(page, { sources: isPressed ? others : [...others, ...each.sources] });
        });
      })}
    </div>
    ${box(page, 'levels', l10n.t('Severity'), levels)} ${isFiltered(page) ? clearFilterButton(page) : nothing}
  </div>`;
}

function box<Name extends 'period' | 'since' | 'levels'>(
  page: ShownPage,
  name: Name,
  label: string,
  choices: readonly Choice<TimelineView[Name]>[],
  value = page.view.timeline[name],
): TemplateResult {
  return selectBox({
    label,
    choices,
    value,
    onChange: (chosen) => {
      // The time that is shown first does not move at midnight.
      const since = chosenSince(page.view.timeline.since, page.now)?.id;
      change(page, { ...(chosen === 'since' && since !== undefined && { since }), [name]: chosen });
    },
  });
}

function isFiltered({ view }: ShownPage): boolean {
  return view.query !== '' || view.timeline.sources.length > 0 || view.timeline.levels !== 'all';
}

function clearFilterButton({ view, changeView }: ShownPage): TemplateResult {
  return linkButton(l10n.t('Clear Filter'), () => {
    changeView({ query: '', timeline: { ...view.timeline, ...noEntryFilter } });
  });
}

/** How many entries are shown, and how far each source was read. */
export function timelineFoot(page: TimelinePage): Foot {
  const { timeline, now } = page;
  if (timeline === undefined) return { status: [l10n.t('Loading…')] };
  const { found, unanswered } = storyIn(page);
  const { rows, selected } = arranged(timelineTable, page);
  const { state } = timeline;
  const { isReading, readAt, hasMore, coverage } = state;
  const all = shownEntries(page).length;
  const how = parts(...stateTexts(state, now), coverage);
  return {
    status: [
      l10n.t('{0} of {1}', formatNumber(found), entryCount(all)),
      selected.length === 0 ? '' : l10n.t('{0} selected', formatNumber(selected.length)),
      unanswered === 0 ? '' : l10n.t('{0} not known', formatNumber(unanswered)),
      isReading ? l10n.t('Reading…') : ifGiven(readAt, (time) => asOfText(time, now)),
      html`<span class="muted" title=${how}>${how}</span>`,
    ],
    others: isReading
      ? [{ title: l10n.t('Cancel'), run: sends({ type: 'stopReading' }) }]
      : hasMore
        ? [{ title: l10n.t('Load More'), run: sends({ type: 'readMore' }) }]
        : [],
    main: {
      title: l10n.t('Copy for Ticket'),
      key: 'C',
      run: () => {
        copyRows('ticket', selected.length > 0 ? selected : rows, page);
      },
      isDisabled: rows.length === 0,
    },
  };
}

function empty(page: TimelinePage): unknown {
  const { timeline, view, now } = page;
  if (timeline === undefined) return l10n.t('Loading…');
  const { state, since } = timeline;
  const { sources, period } = view.timeline;
  const start = Math.max(since, startOf(period, view.timeline.since, now));
  const entries = shownEntries(page);
  // What could not be read was not filtered out.
  const isLeftOut = entries.some(({ source }) => sources.includes(source));
  const problems = sourceProblems(timeline, sources);
  if (!isLeftOut && problems.length > 0 && !state.isReading) return parts(...problems);
  if (entries.length > 0)
    return html`${l10n.t('No results')} ${isFiltered(page) ? clearFilterButton(page) : nothing}`;
  if (state.isReading) return l10n.t('Reading…');
  const shown = sources.length === 0 ? timelineSources : sources;
  const isAllRead = shown.every((source) => state.sources[source]?.isWhole !== false);
  return isAllRead
    ? l10n.t('Nothing happened since {0}, as far as the sources tell.', formatMoment(start, now))
    : l10n.t('Nothing was found, but not all sources were read.');
}

function sourceProblems({ state }: WholeTimeline, sources: readonly TimelineSource[]): readonly string[] {
  return sources.flatMap((source) => {
    const { problem, lacks } = state.sources[source] ?? {};
    if (problem === undefined) return [];
    const text = l10n.t('{0}: {1}', sourceText(source), problem);
    if (lacks === undefined) return text;
    return `${text} ${l10n.t('Ask an administrator to give {0} to the user of the API key.', lacks)}`;
  });
}

function periodName(period: TimelinePeriod): string {
  return {
    hour: l10n.t('Last hour'),
    since: l10n.t('Since…'),
    day: l10n.t('24 hours'),
    week: l10n.t('7 days'),
  }[period];
}

function levelsText(levels: ShownLevels): string {
  return {
    all: l10n.t('All severities'),
    warnings: l10n.t('Warnings and errors'),
    errors: l10n.t('Errors'),
  }[levels];
}
