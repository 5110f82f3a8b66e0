import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import type { EventLevel } from '../../items/eventText';
import { timelinePeriods, timelineSources, type TimelinePeriod } from '../../items/timeline/entry';
import { asOfText, formatMoment, formatNumber, formatUtc } from '../../text/format';
import { parts, pathText, present } from '../../text/text';
import { button, linkButton, toggleButton } from '../../webPage/controls';
import { GridSection } from '../../webPage/grid';
import { icon, warningIcon } from '../../webPage/icons';
import { toggled } from '../../webPage/lists';
import { selectBox } from '../../webPage/selectBox';
import type { CopyForm } from '../messages';
import {
  entryCount,
  itemKindText,
  knownItem,
  levelText,
  repeatText,
  sourceText,
  stateTexts,
  timelineFields,
  type TimelineColumn,
  type TimelineRow,
} from '../timelineText';
import { infoIcon, stateIcons } from './iconPaths';
import { handleItemKey, menuContext, sends, type Page } from './section';
import {
  chosenSince,
  columns,
  entryGroupings,
  filterEntries,
  foldEntries,
  groupRows,
  noEntryFilter,
  shownLevels,
  sinceChoices,
  sortRows,
  type EntryGroup,
  type PageTimeline,
  type ShownLevels,
} from './timelineRows';
import type { View } from './viewState';

/** What the timeline shows, and how it changes that. It has a view of its own. */
export interface TimelinePage extends Omit<Page, 'answer' | 'view' | 'changeView'> {
  /** Undefined before it was sent, which is when its tab is shown. */
  readonly timeline: PageTimeline | undefined;
  readonly query: string;
  readonly view: View['timeline'];
  readonly changeView: (change: Partial<View['timeline'] & Pick<View, 'query'>>) => void;
}

/** What decides about the rows. */
const arrangement = [
  (page: TimelinePage) => page.fleet,
  (page: TimelinePage) => page.timeline?.entries,
  (page: TimelinePage) => page.query,
  (page: TimelinePage) => page.view.sources,
  (page: TimelinePage) => page.view.levels,
  (page: TimelinePage) => page.view.grouping,
  (page: TimelinePage) => page.view.table.sort,
  // Today becomes yesterday.
  (page: TimelinePage) => new Date(page.now).toDateString(),
];

/** What happened, by day or by item. */
class TimelineSection extends GridSection<TimelinePage, TimelineRow, EntryGroup, TimelineColumn> {
  protected override readonly columns = columns;
  /** How many entries the query may select. */
  #unanswered = 0;

  protected override get label(): string {
    return l10n.t('Timeline');
  }

  protected override arranged(): { readonly groups: readonly EntryGroup[] } | undefined {
    if (!this.isNew(...arrangement)) return undefined;
    const { fleet, timeline, query, view, now } = this.page;
    const { found, unanswered } = filterEntries(timeline?.entries ?? [], view, query, fleet);
    this.#unanswered = unanswered;
    return { groups: groupRows(sortRows(foldEntries(found), view.table.sort), view.grouping, now) };
  }

  protected override menuContext(row: TimelineRow, meant: readonly TimelineRow[] | undefined): string {
    return menuContext(
      this.#itemOf(row),
      meant?.map((each) => this.#itemOf(each)),
    );
  }

  protected override handleRowKey(event: KeyboardEvent): boolean {
    return handleItemKey(
      event,
      this.selected.map((row) => this.#itemOf(row)),
    );
  }

  #itemOf({ entry }: TimelineRow) {
    const item = knownItem(entry.item);
    return item && (this.page.fleet.items.get(item.id) ?? item);
  }

  protected override above(): TemplateResult {
    return html`${this.#scope()} ${this.#filters()}`;
  }

  protected override action(): TemplateResult | typeof nothing {
    return this.page.timeline?.state.isReading === true
      ? linkButton(l10n.t('Cancel'), sends({ type: 'stopReading' }))
      : nothing;
  }

  #scope(): TemplateResult | typeof nothing {
    const scope = this.page.timeline?.scope ?? '';
    return scope === ''
      ? nothing
      : html`<div class="section-head">
          <h2>${scope}</h2>
          ${linkButton(l10n.t('Show the Fleet'), sends({ type: 'showFleetTimeline' }))}
        </div>`;
  }

  #filters(): TemplateResult {
    const { view, changeView, timeline } = this.page;
    const { sources, period } = view;
    const groupings = { day: l10n.t('Group by day'), item: l10n.t('Group by item') };
    return html`<div class="filters">
      ${this.#box('period', l10n.t('Period'), timelinePeriods, periodText)}
      ${period === 'since' ? this.#sinceBox() : nothing}
      <div class="row-kinds" role="group" aria-label=${l10n.t('Sources')}>
        ${timelineSources.map((source) =>
          timeline?.state.sources[source] || sources.includes(source)
            ? toggleButton(sourceText(source), sources.includes(source), () => {
                changeView({ sources: toggled(sources, source) });
              })
            : nothing,
        )}
      </div>
      ${this.#box('levels', l10n.t('Severity'), shownLevels, levelsText)}
      ${this.#box('grouping', l10n.t('Group by'), entryGroupings, (grouping) => groupings[grouping])}
      ${this.#isFiltered ? this.#clearFilter() : nothing}
    </div>`;
  }

  #box<Name extends 'period' | 'levels' | 'grouping'>(
    name: Name,
    label: string,
    ids: readonly View['timeline'][Name][],
    textOf: (id: View['timeline'][Name]) => string,
  ): TemplateResult {
    return selectBox({
      label,
      choices: ids.map((id) => ({ id, name: textOf(id) })),
      value: this.page.view[name],
      onChange: (chosen) => {
        this.page.changeView({ [name]: chosen });
      },
    });
  }

  #sinceBox(): TemplateResult {
    const { view, changeView, now } = this.page;
    return selectBox({
      label: l10n.t('Since'),
      choices: sinceChoices(now),
      value: chosenSince(view.since, now)?.id ?? '',
      isSearchable: true,
      onChange: (since) => {
        changeView({ since });
      },
    });
  }

  get #isFiltered(): boolean {
    const { query, view } = this.page;
    return query !== '' || view.sources.length > 0 || view.levels !== 'all';
  }

  #clearFilter(): TemplateResult {
    return linkButton(l10n.t('Clear Filter'), () => {
      this.page.changeView({ query: '', ...noEntryFilter });
    });
  }

  protected override status(): string {
    const { timeline, now } = this.page;
    if (timeline === undefined) return l10n.t('Loading…');
    const shown = this.rows.reduce((sum, { entries }) => sum + entries.length, 0);
    const count = l10n.t('{0} of {1}', formatNumber(shown), entryCount(timeline.entries.length));
    const selected = this.selected.length;
    return parts(
      selected === 0 ? count : l10n.t('{0}, {1} selected', count, formatNumber(selected)),
      this.#unanswered === 0 ? undefined : l10n.t('{0} not known', formatNumber(this.#unanswered)),
      timeline.state.isReading ? l10n.t('Reading…') : asOfText(timeline.readAt, now),
    );
  }

  /** How far each source was read. */
  protected override below(): TemplateResult | typeof nothing {
    const { timeline, now } = this.page;
    if (timeline === undefined) return nothing;
    const { state } = timeline;
    return html`<div class="timeline-end">
      <p class="muted">${parts(...stateTexts(state, now))}</p>
      <p class="muted">${state.coverage}</p>
      ${state.hasMore ? button(l10n.t('Load More'), sends({ type: 'readMore' }), { isDisabled: state.isReading }) : nothing}
    </div>`;
  }

  protected override empty(): unknown {
    const { timeline, now } = this.page;
    if (timeline === undefined) return l10n.t('Loading…');
    const { entries, state, since } = timeline;
    if (entries.length > 0)
      return html`${l10n.t('No results')} ${this.#isFiltered ? this.#clearFilter() : nothing}`;
    if (state.isReading) return l10n.t('Reading…');
    const isAllRead = Object.values(state.sources).every(({ isWhole, problem }) => isWhole && !problem);
    return isAllRead
      ? l10n.t('Nothing happened since {0}, as far as the sources tell.', formatMoment(since, now))
      : l10n.t('Nothing was found, but not all sources were read.');
  }

  protected override titleOf(column: TimelineColumn, row: TimelineRow): string {
    const { entry } = row;
    const text = timelineFields[column].text(row, column === 'time' ? formatUtc : timeOf(row));
    if (column === 'time') return parts(text, this.#isAhead(row) ? aheadText() : undefined);
    return column === 'item' && entry.item ? present(itemKindText(entry.item), text).join(' ') : text;
  }

  protected override content(column: TimelineColumn, row: TimelineRow): unknown {
    const { entry } = row;
    switch (column) {
      case 'time':
        return html`${this.#isAhead(row) ? warningIcon() : nothing}${this.#timeText(entry.time)}`;
      case 'level':
        return html`${levelIcon(entry.level)}<span class="cell-text">${levelText(entry.level)}</span>`;
      case 'item':
        return entry.item
          ? html`${entry.item.name} <span class="muted">${pathText(...entry.item.path)}</span>`
          : '';
      case 'what': {
        const notes = parts(this.#isAhead(row) ? aheadText() : undefined, repeatText(row, timeOf(row)));
        return notes === '' ? entry.what : html`<span class="muted">${notes}</span> ${entry.what}`;
      }
      default:
        return timelineFields[column].text(row, timeOf(row));
    }
  }

  /** With seconds, unless there is a date, too: groups by day have it in their titles. */
  #timeText(time: number): string {
    const { view, now } = this.page;
    const isToday = new Date(time).toDateString() === new Date(now).toDateString();
    const isWithoutDate = isToday || view.grouping === 'day';
    return isWithoutDate ? formatMoment(time, time, true) : formatMoment(time, now);
  }

  /** Whether its time is in the future, because a clock is ahead. */
  #isAhead({ entry }: TimelineRow): boolean {
    return entry.time > this.page.now + aheadMs;
  }

  protected override open(id: string, isCommand: boolean): void {
    const row = this.rows.find((each) => each.id === id);
    const item = row && knownItem(row.entry.item);
    if (!isCommand && row) sends({ type: 'openEntry', id: row.entry.id })();
    else if (item) sends({ type: 'reveal', id: item.id })();
  }

  protected override copy(form: CopyForm, rows: readonly TimelineRow[]): void {
    const ids = rows.flatMap(({ entries }) => entries.map(({ id }) => id));
    if (ids.length > 0) sends({ type: 'copyEntries', form, ids, filter: this.#filterText() })();
  }

  /** What is shown, in words: `24 hours · Changes, Events · Errors · cluster:eu disk`. */
  #filterText(): string {
    const { query, view, now } = this.page;
    const { sources, levels, period, since } = view;
    return parts(
      period === 'since' ? l10n.t('since {0}', chosenSince(since, now)?.name ?? '') : periodText(period),
      sources.map(sourceText).join(', '),
      levels === 'all' ? undefined : levelsText(levels),
      query.trim(),
    );
  }
}

/** Clocks of services differ a little from that of this computer. */
const aheadMs = 60_000;

function aheadText(): string {
  return l10n.t('clock ahead');
}

/** Times beside that of a row, with the date if it is of another day. */
function timeOf({ entry }: TimelineRow): (time: number) => string {
  return (time) => formatMoment(time, entry.time);
}

/** These differ in shape as well as color. */
function levelIcon(level: EventLevel): TemplateResult {
  return {
    error: () => icon(stateIcons.failed, 's-failed'),
    warning: warningIcon,
    info: () => icon(infoIcon, 'kind'),
    unknown: () => icon(stateIcons.notRead, 'kind'),
  }[level]();
}

function periodText(period: TimelinePeriod): string {
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

customElements.define('fleet-timeline', TimelineSection);
