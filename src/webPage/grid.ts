import { VirtualizerController } from '@tanstack/lit-virtual';
import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { l10n } from 'vscode';
import { announcement } from '../text/text';
import { isWide, type Columns, type TableView } from './columns';
import { button } from './controls';
import { columnsMenu, gridHead, type GridHead } from './gridHead';
import { foldIcon } from './icons';
import { keyTitle } from './keys';
import { toggled, type RowGroup } from './lists';
import { Section } from './section';
import { nothingSelected, rowAfterKey, select, selectionMode, type SelectionMode } from './selection';

const headHeight = 31;

interface GridPage<Column extends string> {
  readonly view: { readonly table: TableView<Column> };
  readonly changeView: (change: { readonly table: TableView<Column> }) => void;
  /** How far the table is from the top of the page that scrolls with it; undefined if the table scrolls by itself. */
  readonly tableTop: number | undefined;
  /** Whether the next step is to copy. */
  readonly isCopyNext?: boolean;
}

/** What a line of the table shows. */
type Line<Row, Group> =
  | { readonly id: string; readonly row: Row }
  | { readonly id: string; readonly group: Group; readonly isFolded: boolean };

/** A part of a page with a table of thousands of rows, of which those in sight are drawn. Rows can be selected and grouped. */
export abstract class GridSection<
  Page extends GridPage<Column>,
  Row extends { readonly id: string },
  Column extends string,
  Group extends RowGroup<Row> = RowGroup<Row>,
> extends Section<Page> {
  /** In pixels, of most rows. */
  protected readonly rowHeight: number = 24;
  /** Whether the text of a row wraps, so that rows differ in height. */
  protected readonly isWrapped: boolean = false;
  @state() protected accessor selection = nothingSelected;
  /** The IDs of the groups whose rows are hidden. */
  @state() private accessor folded: readonly string[] = [];
  @state() protected accessor width = window.innerWidth;
  /** The rows that {@link arranged} returned, also those of folded groups. */
  protected rows: readonly Row[] = [];
  protected selected: readonly Row[] = [];
  #groups: readonly Group[] | undefined;
  #lines: readonly Line<Row, Group>[] = [];
  #emptyColumns: readonly Column[] = [];
  readonly #virtualizer = new VirtualizerController<HTMLElement, HTMLElement>(this, {
    count: 0,
    getScrollElement: () => this.#scroller,
    estimateSize: () => this.rowHeight,
    overscan: 6,
    // The head covers the first row otherwise.
    scrollPaddingStart: headHeight,
    // It is above the rows in a table that scrolls by itself.
    scrollPaddingEnd: headHeight,
  });

  protected abstract readonly label: string;
  protected abstract readonly columns: Columns<Column>;
  /** The rows to show, or groups of them; undefined if they are the same as in the last update. */
  protected abstract arranged(
    changed: ReadonlyMap<PropertyKey, unknown>,
  ): { readonly rows: readonly Row[] } | { readonly groups: readonly Group[] } | undefined;
  protected abstract content(column: Column, row: Row): unknown;
  /** What a cell shows below the pointer; nothing if it is empty. */
  protected abstract titleOf(column: Column, row: Row): string;
  /** What screen readers say of a row, the most important first: they start again with each row. */
  protected abstract spoken(row: Row): readonly (string | undefined)[];
  /** What stands in the heading of a group. */
  protected groupContent(group: Group): unknown {
    return html`<span class="cell-text">${group.title}</span>`;
  }
  protected above?(): unknown;
  /** How many rows are shown and selected. */
  protected abstract status(): string;
  /** What stands beside the status. */
  protected action?(): unknown;
  protected below?(): unknown;
  /** What the table shows instead of rows. */
  protected abstract empty(): unknown;
  /** The user pressed Enter on a row or clicked it twice. @param isCommand with Ctrl or Cmd */
  protected abstract open(id: string, isCommand: boolean): void;
  /** Handles a key that has another meaning than in other tables. */
  protected handleRowKey?(event: KeyboardEvent): boolean;
  /** Copies rows, if that is offered. */
  protected copy?(form: 'ticket' | 'csv' | 'tabSeparated', rows: readonly Row[]): void;
  /** What menus know about a row. @param meant the rows that they act on; undefined if those are the selected ones, which the table knows */
  protected menuContext?(row: Row, meant: readonly Row[] | undefined): string;
  #context: string | undefined;

  protected get view(): TableView<Column> {
    return this.page.view.table;
  }

  constructor() {
    super();
    new ResizeObserver(() => {
      // The table of a tab that is not shown stays as it is.
      if (this.isConnected) this.width = this.clientWidth;
    }).observe(this);
  }

  protected override willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void {
    const arranged = this.arranged(changed);
    if (arranged) {
      this.#groups = 'groups' in arranged ? arranged.groups : undefined;
      this.rows = 'rows' in arranged ? arranged.rows : arranged.groups.flatMap(({ rows }) => rows);
    }
    if (arranged || this.isNew((page) => page.view.table.hidden)) this.#updateEmptyColumns();
    if (arranged || changed.has('folded')) this.#updateLines();
    if (arranged || changed.has('selection')) this.#updateSelected();
    const virtualizer = this.#virtualizer.getVirtualizer();
    const scrollMargin = this.#rowsTop;
    virtualizer.setOptions({ ...virtualizer.options, count: this.#lines.length, scrollMargin });
  }

  /** Only of columns that are not hidden: to know that one is empty, all rows have to be looked at. */
  #updateEmptyColumns(): void {
    const shown = this.columns.optional.filter((column) => !this.view.hidden.includes(column));
    this.#emptyColumns = shown.filter(
      (column) => this.rows.length > 0 && this.rows.every((row) => this.titleOf(column, row) === ''),
    );
  }

  #updateLines(): void {
    const lineOf = (row: Row): Line<Row, Group> => ({ id: row.id, row });
    this.#lines = this.#groups
      ? this.#groups.flatMap((group) => {
          const isFolded = this.folded.includes(group.id);
          return [{ id: group.id, group, isFolded }, ...(isFolded ? [] : group.rows.map(lineOf))];
        })
      : this.rows.map(lineOf);
  }

  #updateSelected(): void {
    const { ids, active } = this.selection;
    this.selected = ids.size === 0 ? [] : this.rows.filter(({ id }) => ids.has(id));
    const row = this.rows.find(({ id }) => id === active);
    this.#context = row && this.menuContext?.(row, ids.has(row.id) ? this.selected : [row]);
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

  /** The columns that the user asks for: the one by which the table is sorted. */
  protected get asked(): readonly Column[] {
    return [this.view.sort.column];
  }

  protected get head(): GridHead<Column> {
    const { columns, view } = this;
    const hidden = [...view.hidden, ...this.#emptyColumns];
    return {
      columns,
      view,
      shown: columns.fitting(hidden, this.width, this.asked),
      empty: this.#emptyColumns,
      change: (change) => {
        this.page.changeView({ table: { ...view, ...change } });
      },
    };
  }

  /** Chooses the columns, and copies rows. */
  protected tools(): TemplateResult {
    const [csv, ticket] = [l10n.t('Copy as CSV'), l10n.t('Copy for Ticket')];
    const style = { isMain: this.page.isCopyNext === true, title: keyTitle(ticket, 'C') };
    return html`${columnsMenu(this.head)} ${button(csv, this.copies('csv'))}
    ${button(ticket, this.copies('ticket'), style)}`;
  }

  /** Copies the selected rows, or all. */
  protected copies(form: 'ticket' | 'csv'): () => void {
    return () => {
      this.copy?.(form, this.selected.length > 0 ? this.selected : this.rows);
    };
  }

  protected override render(): TemplateResult {
    return html`<section aria-label=${this.label}>
      ${this.above?.()}
      <div class="section-head">
        <span class="muted" role="status">${this.status()}</span>
        ${this.action?.()} <span class="spring"></span> ${this.tools()}
      </div>
      ${this.#grid()} ${this.below?.()}
    </section>`;
  }

  #grid(): TemplateResult {
    const virtualizer = this.#virtualizer.getVirtualizer();
    const lines = virtualizer.getVirtualItems();
    const active = this.#activeIndex;
    const isActiveDrawn = lines.some(({ index }) => index === active);
    const { head, width } = this;
    return html`<div
      class="grid ${isWide(width) ? 'wide' : ''} ${this.isWrapped ? 'wrapped' : ''}"
      role="grid"
      tabindex="0"
      aria-label=${this.label}
      aria-multiselectable="true"
      aria-rowcount=${this.#lines.length + 1}
      aria-activedescendant=${isActiveDrawn ? `row-${active}` : nothing}
      data-vscode-context=${this.#context ?? nothing}
      .style=${`--row: ${this.rowHeight}px; ${this.columns.style(head.shown, head.view.widths, width)}`}
      @keydown=${this.#onKey}
      @click=${this.#onClick}
      @dblclick=${({ target }: MouseEvent) => {
        this.#open(this.#indexOf(target), false);
      }}
    >
      ${gridHead(head)}
      <div class="grid-rows" role="rowgroup" .style=${`height: ${virtualizer.getTotalSize()}px`}>
        ${lines.map(({ index, start }) =>
          this.#line(index, start - virtualizer.options.scrollMargin, index === active, head.shown),
        )}
      </div>
      ${this.#lines.length === 0 ? html`<p class="empty">${this.empty()}</p>` : nothing}
    </div>`;
  }

  /** @param start how far it is from the top */
  #line(
    index: number,
    start: number,
    isActive: boolean,
    shown: readonly Column[],
  ): TemplateResult | typeof nothing {
    const line = this.#lines[index];
    if (line === undefined) return nothing;
    const row = 'row' in line ? line.row : undefined;
    const isSelected = row !== undefined && this.selection.ids.has(line.id);
    return html`<div
      role="row"
      class="row ${row === undefined ? 'group-row' : 'columns'} ${isActive ? 'active' : ''}"
      id=${`row-${index}`}
      data-index=${index}
      aria-rowindex=${index + 2}
      aria-label=${row === undefined ? nothing : announcement(...this.spoken(row))}
      aria-selected=${row === undefined ? nothing : isSelected}
      data-vscode-context=${(row && this.menuContext?.(row, isSelected ? undefined : [row])) ?? nothing}
      .style=${`transform: translateY(${start}px)`}
    >
      ${
        'row' in line
          ? shown.map((column) => this.#cell(column, line.row))
          : html`<div class="cell" role="gridcell" aria-expanded=${!line.isFolded}>
              <span class="fold">${foldIcon(line.isFolded)}</span>${this.groupContent(line.group)}
            </div>`
      }
    </div>`;
  }

  #cell(column: Column, row: Row): TemplateResult {
    const title = this.titleOf(column, row);
    return html`<div role="gridcell" class="cell c-${column}" title=${title === '' ? nothing : title}>
      ${this.content(column, row)}
    </div>`;
  }

  /** Makes room for rows that are higher than others. */
  protected override updated(): void {
    if (!this.isWrapped) return;
    const virtualizer = this.#virtualizer.getVirtualizer();
    for (const row of this.querySelectorAll<HTMLElement>('.row')) {
      // The size that it remembers of a row may be that of another one.
      virtualizer.resizeItem(this.#indexOf(row), row.offsetHeight);
      virtualizer.measureElement(row);
    }
  }

  get #activeIndex(): number {
    return this.#lines.findIndex(({ id }) => id === this.selection.active);
  }

  #indexOf(target: EventTarget | null): number {
    const row = target instanceof Element ? target.closest('.row') : null;
    return row instanceof HTMLElement ? Number(row.dataset['index']) : -1;
  }

  /** Selects a row, or all of a group. */
  #select(index: number, mode: SelectionMode): void {
    const line = this.#lines[index];
    if (line === undefined) return;
    const ids = 'group' in line ? line.group.rows.map(({ id }) => id) : [line.id];
    const shown = this.#lines.map(({ id }) => id);
    this.selection = select(this.selection, line.id, mode, shown, ids);
  }

  /** Opens a row, or shows or hides the rows of a group. */
  #open(index: number, isCommand: boolean): void {
    const line = this.#lines[index];
    if (line === undefined) return;
    if ('group' in line) this.folded = toggled(this.folded, line.id);
    else this.open(line.id, isCommand);
  }

  readonly #onClick = (event: MouseEvent): void => {
    const { target } = event;
    const isFold = target instanceof Element && target.closest('.fold') !== null;
    if (isFold) this.#open(this.#indexOf(target), false);
    else this.#select(this.#indexOf(target), selectionMode(event));
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    // Keys on the buttons of the head are theirs.
    if (event.target !== event.currentTarget || !this.#handleKey(event)) return;
    event.preventDefault();
    // VS Code selects or copies the text of the page otherwise.
    if (event.ctrlKey || event.metaKey) event.stopPropagation();
  };

  #handleKey(event: KeyboardEvent): boolean {
    const { key, ctrlKey, metaKey, shiftKey } = event;
    const isCommand = ctrlKey || metaKey;
    const active = this.#activeIndex;
    if (this.handleRowKey?.(event)) return true;
    const line = this.#lines[active];
    const isFoldKey = line && 'group' in line && key === (line.isFolded ? 'ArrowRight' : 'ArrowLeft');
    if (key === 'Enter' || isFoldKey === true) this.#open(active, isCommand);
    else if (key === ' ') this.#select(active, 'toggle');
    else if (key === 'Escape') this.selection = { ...nothingSelected, active: this.selection.active };
    else if (key.toLowerCase() === 'a' && isCommand)
      this.selection = { ...this.selection, ids: new Set(this.rows.map(({ id }) => id)) };
    else if (key.toLowerCase() === 'c') {
      if (isCommand) return this.#copySelected();
      this.copies('ticket')();
    } else return this.#move(key, active, shiftKey);
    return true;
  }

  #copySelected(): boolean {
    // Text that the user selected on the page is copied instead.
    const hasText = document.getSelection()?.isCollapsed === false;
    if (this.copy === undefined || this.selected.length === 0 || hasText) return false;
    this.copy('tabSeparated', this.selected);
    return true;
  }

  #move(key: string, active: number, isRange: boolean): boolean {
    const page = Math.max(1, Math.floor((this.#scroller?.clientHeight ?? 0) / this.rowHeight) - 2);
    const target = rowAfterKey(key, active, this.#lines.length - 1, page);
    if (target === undefined) return false;
    this.#select(target, isRange ? 'range' : 'only');
    this.#virtualizer.getVirtualizer().scrollToIndex(target);
    return true;
  }
}
