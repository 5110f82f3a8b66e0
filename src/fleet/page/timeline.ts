import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { l10n } from 'vscode';
import type { EventLevel } from '../../items/eventText';
import { unsaid } from '../../items/fields';
import {
  timelinePeriods,
  timelineSources,
  type EntryItem,
  type TimelineEntry,
  type TimelinePeriod,
} from '../../items/timeline/entry';
import { asOfText, formatMoment, formatNumber, ifGiven } from '../../text/format';
import { rowsIn, worstLevel, type TimelineRow } from '../../items/timeline/story';
import { firstWords, parts, pathText, present } from '../../text/text';
import { button, linkButton, toggleButton } from '../../webPage/controls';
import { GridSection } from '../../webPage/grid';
import { foldIcon, warningIcon } from '../../webPage/icons';
import { toggled, type Choice, type RowGroup } from '../../webPage/lists';
import { selectBox } from '../../webPage/selectBox';
import type { CopyForm, WholeTimeline } from '../messages';
import {
  entryCount,
  foldText,
  itemKindText,
  knownItem,
  levelText,
  repeatText,
  sourceText,
  stateTexts,
  timelineFields,
  type TimelineColumn,
} from '../timelineText';
import { infoIcon, stateIcon } from './icons';
import { menuContext } from './menuContext';
import { handleItemKey, sends, type Page } from './section';
import {
  chosenSince,
  columns,
  filterEntries,
  groupRows,
  noEntryFilter,
  openRows,
  shownLevels,
  sinceChoices,
  sortRows,
  startOf,
  storyOf,
  type ShownLevels,
} from './timelineRows';
import type { View } from './viewState';

/** What the timeline shows, and how it changes that. It has a view of its own. */
export interface TimelinePage extends Omit<Page, 'answer' | 'view' | 'changeView'> {
  /** Undefined before it was sent, which is when its tab is shown. */
  readonly timeline: WholeTimeline | undefined;
  readonly query: string;
  readonly view: View['timeline'];
  readonly changeView: (change: Partial<View['timeline'] & Pick<View, 'query'>>) => void;
}

/** The entries of the period, which goes on while the page is open. */
function shownEntries({ timeline, view, now }: TimelinePage): readonly TimelineEntry[] {
  const { entries = [] } = timeline ?? {};
  const start = startOf(view.period, view.since, now);
  return entries.slice(0, entries.findLastIndex(({ time }) => time >= start) + 1);
}

/** What decides about the rows. */
const arrangement = [
  (page: TimelinePage) => page.fleet,
  (page: TimelinePage) => page.timeline?.entries,
  (page: TimelinePage) => shownEntries(page).length,
  (page: TimelinePage) => page.query,
  (page: TimelinePage) => page.view.sources,
  (page: TimelinePage) => page.view.levels,
  (page: TimelinePage) => page.view.table.sort,
  // Today becomes yesterday.
  (page: TimelinePage) => new Date(page.now).toDateString(),
];

/** What happened, by day. */
class TimelineSection extends GridSection<TimelinePage, TimelineRow, TimelineColumn> {
  protected override readonly columns = columns;
  protected override readonly isWrapped = true;
  /** How many entries the query selects, and how many more it may select. */
  #counts = { found: 0, unanswered: 0 };
  #rows: readonly TimelineRow[] = [];
  /** The IDs of rows that the user opened or closed. */
  @state() private accessor turned: readonly string[] = [];

  protected override get label(): string {
    return l10n.t('Timeline');
  }

  protected override arranged(
    changed: ReadonlyMap<PropertyKey, unknown>,
  ): { readonly groups: readonly RowGroup<TimelineRow>[] } | undefined {
    const { fleet, query, view, now } = this.page;
    const isNew = this.isNew(...arrangement);
    if (!isNew && !changed.has('turned')) return undefined;
    if (isNew) {
      const entries = shownEntries(this.page);
      const { found, unanswered } = filterEntries(entries, view, query, fleet);
      this.#counts = { found: found.length, unanswered };
      this.#rows = sortRows(storyOf(entries, found), view.table.sort);
    }
    return { groups: groupRows(openRows(this.#rows, this.turned), now) };
  }

  #turn(id: string): void {
    this.turned = toggled(this.turned, id);
  }

  /** Right opens the active row, and left closes it, as in a tree. */
  protected override handleRowKey(event: KeyboardEvent): boolean {
    const row = this.rows.find(({ id }) => id === this.selection.active);
    const isTurned = event.key === (row?.isOpen === true ? 'ArrowLeft' : 'ArrowRight');
    if (row !== undefined && isTurned && rowsIn(row).length > 1) {
      this.#turn(row.id);
      return true;
    }
    return handleItemKey(
      event,
      this.selected.map((each) => this.#itemOf(each)),
    );
  }

  protected override menuContext(row: TimelineRow, meant: readonly TimelineRow[] | undefined): string {
    return menuContext(
      this.#itemOf(row),
      meant?.map((each) => this.#itemOf(each)),
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
    const { view, changeView, timeline, now } = this.page;
    const { sources, period, since } = view;
    return html`<div class="filters">
      ${this.#box(
        'period',
        l10n.t('Period'),
        timelinePeriods.map((id) => ({ id, name: periodText(id) })),
      )}
      ${period === 'since' ? this.#box('since', l10n.t('Since'), sinceChoices(since, now), chosenSince(since, now)?.id) : nothing}
      <div class="row-kinds" role="group" aria-label=${l10n.t('Sources')}>
        ${timelineSources.map((source) =>
          timeline?.state.sources[source] || sources.includes(source)
            ? toggleButton(sourceText(source), sources.includes(source), () => {
                changeView({ sources: toggled(sources, source) });
              })
            : nothing,
        )}
      </div>
      ${this.#box(
        'levels',
        l10n.t('Severity'),
        shownLevels.map((id) => ({ id, name: levelsText(id) })),
      )}
      ${this.#isFiltered ? this.#clearFilter() : nothing}
    </div>`;
  }

  #box<Name extends 'period' | 'since' | 'levels'>(
    name: Name,
    label: string,
    choices: readonly Choice<View['timeline'][Name]>[],
    value = this.page.view[name],
  ): TemplateResult {
    return selectBox({
      label,
      choices,
      value,
      onChange: (chosen) => {
        const { view, now, changeView } = this.page;
        // The time that is shown first does not move at midnight.
        const since = chosenSince(view.since, now)?.id;
        changeView({ ...(chosen === 'since' && since !== undefined && { since }), [name]: chosen });
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
    const { isReading, readAt } = timeline.state;
    const { found, unanswered } = this.#counts;
    const count = l10n.t('{0} of {1}', formatNumber(found), entryCount(shownEntries(this.page).length));
    const selected = this.selected.length;
    return parts(
      selected === 0 ? count : l10n.t('{0}, {1} selected', count, formatNumber(selected)),
      unanswered === 0 ? undefined : l10n.t('{0} not known', formatNumber(unanswered)),
      isReading ? l10n.t('Reading…') : ifGiven(readAt, (time) => asOfText(time, now)),
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
    const { timeline, view, now } = this.page;
    if (timeline === undefined) return l10n.t('Loading…');
    const { state, since } = timeline;
    const start = Math.max(since, startOf(view.period, view.since, now));
    const entries = shownEntries(this.page);
    // What could not be read was not filtered out.
    const isFiltered = entries.some(({ source }) => view.sources.includes(source));
    const problems = view.sources.flatMap((source) => {
      const problem = state.sources[source]?.problem;
      return problem === undefined ? [] : l10n.t('{0}: {1}', sourceText(source), problem);
    });
    if (!isFiltered && problems.length > 0 && !state.isReading) return parts(...problems);
    if (entries.length > 0)
      return html`${l10n.t('No results')} ${this.#isFiltered ? this.#clearFilter() : nothing}`;
    if (state.isReading) return l10n.t('Reading…');
    const isAllRead = Object.values(state.sources).every(({ isWhole }) => isWhole);
    return isAllRead
      ? l10n.t('Nothing happened since {0}, as far as the sources tell.', formatMoment(start, now))
      : l10n.t('Nothing was found, but not all sources were read.');
  }

  protected override spoken(row: TimelineRow): readonly (string | undefined)[] {
    const { what, who, time } = row.entry;
    const item = this.titleOf('item', row);
    return [levelText(worstLevel(row)), firstWords(what, 8), item, who, timeOf(row)(time), foldText(row)];
  }

  protected override titleOf(column: TimelineColumn, row: TimelineRow): string {
    const { entry } = row;
    const text = timelineFields[column].text(entry);
    switch (column) {
      case 'time':
        return parts(text, this.#isAhead(row) ? aheadText() : undefined);
      case 'level':
        return levelText(worstLevel(row));
      case 'item':
        return entry.item ? present(itemKindText(entry.item), text).join(' ') : '';
      case 'what':
        return parts(repeatText(row, timeOf(row)), text, foldText(row));
      default:
        return text;
    }
  }

  protected override content(column: TimelineColumn, row: TimelineRow): unknown {
    const { entry } = row;
    switch (column) {
      case 'time':
        return html`${this.#isAhead(row) ? warningIcon() : nothing}${timeOf(row, true)(entry.time)}`;
      case 'level':
        return html`${levelIcon(worstLevel(row))}<span class="cell-text"
            >${levelText(worstLevel(row))}</span
          >`;
      case 'item':
        return entry.item ? lines(itemText(entry.item)) : '';
      case 'what': {
        const notes = parts(this.#isAhead(row) ? aheadText() : undefined, repeatText(row, timeOf(row)));
        const text = notes === '' ? entry.what : html`<span class="muted">${notes}</span> ${entry.what}`;
        const { item, who } = entry;
        const about = parts(this.#isLeftOut('item') ? item?.name : '', this.#isLeftOut('who') ? who : '');
        return lines(
          html`${about === '' ? nothing : html`<div>${about}</div>`}${this.#withFold(row, text)}`,
          row.top ? 'followed' : '',
        );
      }
      default:
        return timelineFields[column].text(entry);
    }
  }

  /** Whether there is no room for a column that the user did not hide. What is in it stands above what happened. */
  #isLeftOut(column: TimelineColumn): boolean {
    const { shown, view } = this.head;
    return !shown.includes(column) && !view.hidden.includes(column);
  }

  /** What opens and closes a row, and what is folded below it. The focus stays in the table, whose keys do the same. */
  #withFold(row: TimelineRow, text: unknown): unknown {
    const folded = foldText(row);
    if (folded === undefined) return text;
    const { id, isOpen = false } = row;
    return html`<button
        class="link"
        tabindex="-1"
        aria-label=${folded}
        aria-expanded=${isOpen}
        @mousedown=${(event: Event) => {
          event.preventDefault();
        }}
        @click=${() => {
          this.#turn(id);
        }}
      >
        ${foldIcon(!isOpen)}</button
      >${text} <span class="muted">${folded}</span>`;
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
    const entries = rows.flatMap(rowsIn).flatMap((row) => row.entries);
    // Those of an open row may be selected, too.
    const ids = [...new Set(entries.map(({ id }) => id))];
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

/** As many lines as a row has room for. */
function lines(text: unknown, className = ''): TemplateResult {
  return html`<div class="lines ${className}">${text}</div>`;
}

/** An item, and what contains it as far as its name does not say it. */
function itemText({ name, path }: EntryItem): TemplateResult {
  return html`${name} <span class="muted">${pathText(...unsaid(name, path))}</span>`;
}

/** Clocks of services differ a little from that of this computer. */
const aheadMs = 60_000;

function aheadText(): string {
  return l10n.t('clock ahead');
}

/** Times in a row, with the date if it is not that of the heading. */
function timeOf({ entry, top = entry }: TimelineRow, hasSeconds = false): (time: number) => string {
  return (time) => formatMoment(time, top.time, hasSeconds);
}

/** These differ in shape as well as color. */
function levelIcon(level: EventLevel): TemplateResult {
  return {
    error: () => stateIcon('failed'),
    warning: warningIcon,
    info: infoIcon,
    unknown: () => stateIcon('notRead'),
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
