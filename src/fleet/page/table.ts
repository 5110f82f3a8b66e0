import '@vscode-elements/elements/dist/vscode-table-cell/index.js';
import '@vscode-elements/elements/dist/vscode-table-header-cell/index.js';
import '@vscode-elements/elements/dist/vscode-table-row/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { VirtualizerController } from '@tanstack/lit-virtual';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { fields, sortedBy, tableColumns, type TableColumn } from '../../items/fields';
import { kindText, stateText } from '../../items/itemText';
import { formatAge, formatMoment, formatNumber, formatUtc } from '../../presentation/format';
import { countText, isOld, readAtText, unreadText } from './describe';
import { kindIcon, oldText, sortIcon, stateIcon, warningIcon } from './icons';
import { allRows, filterRows, type Row } from './rows';
import { menuContext, Section, selectedRowContext, send } from './section';
import {
  nothingSelected,
  rowAfterKey,
  select,
  selectAll,
  type Selection,
  type SelectionMode,
} from './selection';
import type { View } from './viewState';

const rowHeight = 24;

/** The clusters and machines. */
class TableSection extends Section {
  static override properties: PropertyDeclarations = { selection: { state: true } };

  declare private selection: Selection;
  #all: readonly Row[] = [];
  #shown: readonly Row[] = [];
  #shownIds: readonly string[] = [];
  /** Those of the selected rows that are shown. */
  #selected: readonly Row[] = [];
  /** For menus. With thousands of selected rows, it is long. */
  #context: string | undefined;
  readonly #virtualizer = new VirtualizerController<HTMLElement, HTMLElement>(this, {
    count: 0,
    getScrollElement: () => this.#scroller,
    estimateSize: () => rowHeight,
    overscan: 6,
    // The head covers the first row otherwise.
    scrollPaddingStart: rowHeight,
  });

  constructor() {
    super();
    this.selection = nothingSelected;
  }

  protected override willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void {
    const { sort, filter, text } = this.page.view;
    const isSorted = !this.isNew(({ fleet }) => fleet) && !this.isNew(({ view }) => view.sort);
    if (!isSorted) this.#all = sortedBy(allRows(this.page.fleet), sort.column, sort.isDescending);
    const isFiltered = !this.isNew(({ view }) => view.filter) && !this.isNew(({ view }) => view.text);
    if (!isSorted || !isFiltered) {
      this.#shown = filterRows(this.#all, filter, text);
      this.#shownIds = this.#shown.map(({ item }) => item.id);
    }
    if (!isSorted || !isFiltered || changed.has('selection')) this.#updateSelected();
    const virtualizer = this.#virtualizer.getVirtualizer();
    const scrollMargin = this.#rowsTop;
    virtualizer.setOptions({ ...virtualizer.options, count: this.#shown.length, scrollMargin });
  }

  /** What scrolls: the rows, or the whole page. */
  get #scroller(): HTMLElement | null {
    return this.page.tableTop === undefined ? this.querySelector('.grid') : this.closest('main');
  }

  /** How far the first row is from the top of what scrolls. */
  get #rowsTop(): number {
    const { tableTop } = this.page;
    const rows = this.querySelector('.grid-rows');
    if (tableTop === undefined || !rows) return 0;
    return tableTop + rows.getBoundingClientRect().top - this.getBoundingClientRect().top;
  }

  #updateSelected(): void {
    const { ids } = this.selection;
    this.#selected = ids.size === 0 ? [] : this.#shown.filter(({ item }) => ids.has(item.id));
    const active = this.#shown[this.#activeIndex]?.item;
    const selected = this.#selected.map(({ item }) => item);
    this.#context = active && menuContext(active, ids.has(active.id) ? selected : [active]);
  }

  protected override render(): TemplateResult {
    return html`<section>
      <div class="section-head">
        <h2>${l10n.t('Clusters and machines')}</h2>
        <span class="muted" role="status">${this.#countText()}</span>
        <span class="spring"></span>
        ${this.#toolbar()}
      </div>
      ${this.#grid()}
    </section>`;
  }

  #countText(): string {
    const ofAll = (all: number): string =>
      l10n.t('{0} of {1}', formatNumber(this.#shown.length), formatNumber(all));
    const rows = countText(this.#all.length, this.page.fleet.header, ofAll);
    const selected = this.#selected.length;
    return selected === 0 ? rows : l10n.t('{0}, {1} selected', rows, formatNumber(selected));
  }

  #toolbar(): TemplateResult {
    const copy = (form: 'markdown' | 'csv') => (): void => {
      copyRows(form, this.#selected.length > 0 ? this.#selected : this.#shown);
    };
    return html`<vscode-textfield
        class="search"
        label=${l10n.t('Filter')}
        aria-label=${l10n.t('Filter by name, UID, address or cause')}
        placeholder=${l10n.t('Filter by name, UID, address or cause')}
        .value=${this.page.view.text}
        @input=${({ target }: Event) => {
          this.page.changeView({ text: (target as HTMLInputElement).value });
        }}
      ></vscode-textfield>
      <vscode-button secondary @click=${copy('markdown')}>${l10n.t('Copy as Markdown')}</vscode-button>
      <vscode-button secondary @click=${copy('csv')}>${l10n.t('Copy as CSV')}</vscode-button>`;
  }

  #grid(): TemplateResult {
    const virtualizer = this.#virtualizer.getVirtualizer();
    const active = this.#activeIndex;
    return html`<div
      class="grid"
      role="grid"
      tabindex="0"
      aria-label=${l10n.t('Clusters and machines')}
      aria-multiselectable="true"
      aria-rowcount=${this.#shown.length + 1}
      aria-activedescendant=${active < 0 ? nothing : `row-${active}`}
      data-vscode-context=${this.#context ?? nothing}
      .style=${columnsStyle}
      @keydown=${this.#onKey}
      @click=${this.#onClick}
      @dblclick=${({ target }: MouseEvent) => {
        this.#show(this.#indexOf(target), 'showDetails');
      }}
    >
      ${tableHead(this.page.view.sort, (sort) => {
        this.page.changeView({ sort });
      })}
      <div class="grid-rows" role="rowgroup" .style=${`height: ${virtualizer.getTotalSize()}px`}>
        ${virtualizer.getVirtualItems().map(({ index, start }) => this.#row(index, start - virtualizer.options.scrollMargin, active))}
      </div>
      ${this.#shown.length === 0 ? html`<p class="empty">${unreadText(this.page.fleet.header) ?? l10n.t('No results')}</p>` : nothing}
    </div>`;
  }

  #row(index: number, start: number, active: number): TemplateResult | typeof nothing {
    const row = this.#shown[index];
    if (row === undefined) return nothing;
    const isSelected = this.selection.ids.has(row.item.id);
    return tableRow({
      row,
      index,
      start,
      isSelected,
      isActive: index === active,
      context: isSelected ? selectedRowContext(row.item) : menuContext(row.item, [row.item]),
      now: this.page.now,
      oldAfterMs: this.page.fleet.header.oldAfterMs,
    });
  }

  get #activeIndex(): number {
    const { active } = this.selection;
    return active === undefined ? -1 : this.#shownIds.indexOf(active);
  }

  #indexOf(target: EventTarget | null): number {
    const row = target instanceof Element ? target.closest('.row') : null;
    return row instanceof HTMLElement ? Number(row.id.slice('row-'.length)) : -1;
  }

  #select(index: number, mode: SelectionMode): void {
    const id = this.#shownIds[index];
    if (id !== undefined) this.selection = select(this.selection, id, mode, this.#shownIds);
  }

  #show(index: number, type: 'showDetails' | 'reveal'): void {
    const id = this.#shownIds[index];
    if (id !== undefined) send({ type, id });
  }

  readonly #onClick = (event: MouseEvent): void => {
    const mode = event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only';
    this.#select(this.#indexOf(event.target), mode);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    // Keys on the buttons of the head are theirs.
    if (event.target !== event.currentTarget || !this.#handleKey(event)) return;
    event.preventDefault();
  };

  #handleKey({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    const isCommand = ctrlKey || metaKey;
    const active = this.#activeIndex;
    if (key === 'Enter') this.#show(active, isCommand ? 'reveal' : 'showDetails');
    else if (key === ' ') this.#select(active, 'toggle');
    else if (key === 'Escape') this.selection = { ...nothingSelected, active: this.selection.active };
    else if (key.toLowerCase() === 'c' && isCommand && this.#selected.length > 0 && !hasSelectedText())
      copyRows('tabSeparated', this.#selected);
    else if (key.toLowerCase() === 'a' && isCommand)
      this.selection = selectAll(this.selection, this.#shownIds);
    else return this.#move(key, active, shiftKey);
    return true;
  }

  #move(key: string, active: number, isRange: boolean): boolean {
    const page = Math.max(1, Math.floor((this.#scroller?.clientHeight ?? 0) / rowHeight) - 2);
    const target = rowAfterKey(key, active, this.#shown.length - 1, page);
    if (target === undefined) return false;
    this.#select(target, isRange ? 'range' : 'only');
    this.#virtualizer.getVirtualizer().scrollToIndex(target);
    return true;
  }
}

/** The names of the columns, each a button that sorts by it. */
function tableHead(sort: View['sort'], changeSort: (sort: View['sort']) => void): TemplateResult {
  return html`<div class="grid-head" role="rowgroup">
    <div class="columns" role="row" aria-rowindex="1">
      ${tableColumns.map((column) => {
        const isSorted = sort.column === column;
        const direction = sort.isDescending ? 'descending' : 'ascending';
        return html`<vscode-table-header-cell aria-sort=${isSorted ? direction : 'none'}>
          <button
            @click=${() => {
              changeSort({ column, isDescending: isSorted && !sort.isDescending });
            }}
          >
            ${titleOf(column)}${isSorted ? sortIcon(sort.isDescending) : nothing}
          </button>
        </vscode-table-header-cell>`;
      })}
    </div>
  </div>`;
}

interface ShownRow {
  readonly row: Row;
  readonly index: number;
  /** How far it is from the top. */
  readonly start: number;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly context: string;
  readonly now: number;
  /** What was read longer ago than this, in milliseconds, is old. */
  readonly oldAfterMs: number;
}

function tableRow(shown: ShownRow): TemplateResult {
  const { index, start, isSelected, isActive, context } = shown;
  return html`<vscode-table-row
    class="row columns ${isActive ? 'active' : ''}"
    id=${`row-${index}`}
    aria-rowindex=${index + 2}
    aria-selected=${isSelected}
    data-vscode-context=${context}
    .style=${`transform: translateY(${start}px)`}
  >
    ${tableColumns.map((column) => cell(column, shown))}
  </vscode-table-row>`;
}

function cell(column: TableColumn, shown: ShownRow): TemplateResult {
  const text = fields[column].text(shown.row);
  const { content = () => text, title = () => text } = shapes[column] ?? {};
  return html`<vscode-table-cell role="gridcell" title=${title(shown) ?? nothing}>
    ${content(shown)}
  </vscode-table-cell>`;
}

interface Shape {
  readonly width?: string;
  /** What it shows instead of the text of the field. */
  readonly content?: (shown: ShownRow) => unknown;
  /** What it shows below the pointer instead of the text. */
  readonly title?: (shown: ShownRow) => string | undefined;
}

/** The columns that are not as wide as others, or show more than a text. */
const shapes: Readonly<Partial<Record<TableColumn, Shape>>> = {
  state: {
    width: '142px',
    content: ({ row: { item } }) =>
      html`${stateIcon(item.state)}<span class="cell-text">${stateText(item.state)}</span>`,
    title: () => undefined,
  },
  name: {
    width: 'minmax(150px, 1.3fr)',
    content: ({ row: { item } }) =>
      html`<span title=${kindText(item.kind)}>${kindIcon(item.kind)}</span
        ><span class="cell-text">${item.name}</span>`,
  },
  cause: { width: 'minmax(160px, 1.8fr)' },
  path: { width: 'minmax(170px, 1.6fr)' },
  heartbeat: {
    width: '96px',
    content: ({ row, now }) => textOfTime(row.item.heartbeat, (time) => formatAge(time, now)),
    title: ({ row }) => textOfTime(row.item.heartbeat, formatUtc),
  },
  readAt: {
    width: '76px',
    content: readAtContent,
    title: ({ row: { item }, now }) =>
      item.isStale ? readAtText(item, now) : textOfTime(item.readAt, formatUtc),
  },
};

/** For CSS, in which the grid has them. */
const columnsStyle = [
  `--columns: ${tableColumns.map((column) => shapes[column]?.width ?? '130px').join(' ')}`,
  `--count: ${tableColumns.length}`,
].join('; ');

function readAtContent({ row, now, oldAfterMs }: ShownRow): unknown {
  const { readAt, isStale } = row.item;
  if (readAt === undefined) return '';
  const text = formatMoment(readAt, now);
  if (isOld(readAt, now, oldAfterMs)) return oldText(text);
  return html`${isStale ? warningIcon() : nothing}${text}`;
}

function textOfTime(time: number | undefined, format: (time: number) => string): string | undefined {
  return time === undefined ? undefined : format(time);
}

function titleOf(column: TableColumn): string {
  const { title, shortTitle = title } = fields[column];
  return shortTitle();
}

function copyRows(form: 'markdown' | 'csv' | 'tabSeparated', rows: readonly Row[]): void {
  if (rows.length > 0) send({ type: 'copy', form, ids: rows.map(({ item }) => item.id) });
}

/** Whether a copy is about text that the user selected on the page. */
function hasSelectedText(): boolean {
  return document.getSelection()?.isCollapsed === false;
}

customElements.define('fleet-table', TableSection);
