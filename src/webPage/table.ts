import { VirtualizerController } from '@tanstack/lit-virtual';
import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { announcement } from '../text/text';
import { isWide, type TableView } from './columns';
import { foldIcon } from './icons';
import { arranged, lineRows, type Line } from './lines';
import { rowAfterKey, select, selectionMode, turned, type Place, type SelectionMode } from './place';
import { headingHead, shownColumns, tableHead } from './tableHead';
import type { RowGroup, TablePage, TableSpec } from './tableSpec';

const headHeight = 31;

interface AnyRow {
  readonly id: string;
}
type TableLine = Line<AnyRow, RowGroup<AnyRow>>;

/**
 * A table of thousands of rows, of which those in sight are drawn. Rows can be selected and grouped. It has no shadow root: VS
 * Code looks for the context of menus in the document, and all parts share one stylesheet.
 */
class PageTable extends LitElement {
  static override properties: PropertyDeclarations = {
    spec: { attribute: false },
    page: { attribute: false },
  };

  declare spec: TableSpec<TablePage, AnyRow>;
  declare page: TablePage;
  #lines: readonly TableLine[] = [];
  #selected: readonly AnyRow[] = [];
  #selectedIds: ReadonlySet<string> = new Set();
  /** Whether it was scrolled to where the user was. */
  #isPlaced = false;
  /** How far it was scrolled before the lines changed: the browser scrolls a table that gets too short. */
  #top = 0;
  /** What was drawn last, and where the active line was, in pixels from the first one. */
  #drawn: {
    readonly lines: readonly TableLine[];
    readonly hold: number | undefined;
    readonly filter: string | undefined;
    readonly active: string;
    readonly start: number;
  } = { lines: [], hold: undefined, filter: undefined, active: '', start: 0 };
  readonly #virtualizer = new VirtualizerController<HTMLElement, HTMLElement>(this, {
    count: 0,
    getScrollElement: () => this.#grid,
    estimateSize: () => this.#rowHeight,
    overscan: 6,
    // The head covers the first row otherwise.
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: headHeight,
  });

  protected override createRenderRoot(): this {
    return this;
  }

  get #grid(): HTMLElement | null {
    return this.querySelector<HTMLElement>('.grid');
  }

  get #rowHeight(): number {
    return this.spec.rowHeight?.(this.page) ?? 24;
  }

  get #view(): TableView<string> {
    return this.spec.view(this.page);
  }

  #change(place: Place): void {
    this.spec.change(this.page, { place });
  }

  protected override willUpdate(): void {
    this.#top = this.#grid?.scrollTop ?? 0;
    const { lines, selected } = arranged(this.spec, this.page);
    this.#lines = lines;
    this.#selected = selected;
    this.#selectedIds = new Set(this.#view.place.selected);
    const virtualizer = this.#virtualizer.getVirtualizer();
    virtualizer.setOptions({
      ...virtualizer.options,
      count: lines.length,
      // A line that moves keeps its height.
      getItemKey: (index) => lines[index]?.id ?? index,
    });
  }

  protected override render(): TemplateResult {
    const { spec, page } = this;
    const virtualizer = this.#virtualizer.getVirtualizer();
    const drawn = virtualizer.getVirtualItems();
    const active = this.#activeIndex;
    const shown = shownColumns(spec, page);
    const hasRows = this.#lines.length === 0 || this.#lines.some(({ group }) => group === undefined);
    const titles = hasRows ? undefined : spec.headingHead?.(page);
    return html`<div
      class="grid ${isWide(page.width) ? 'wide' : ''} ${spec.isWrapped === true ? 'wrapped' : ''}"
      role="treegrid"
      tabindex="0"
      aria-label=${spec.label()}
      aria-multiselectable="true"
      aria-rowcount=${this.#lines.length + 1}
      aria-activedescendant=${drawn.some(({ index }) => index === active) ? `row-${active}` : nothing}
      .style=${`--row: ${this.#rowHeight}px; ${spec.columns.style(shown, this.#view.widths, page.width)}`}
      @keydown=${this.#onKey}
      @click=${this.#onClick}
      @dblclick=${this.#onDoubleClick}
      @contextmenu=${this.#onContextMenu}
      @scrollend=${() => {
        const top = this.#grid?.scrollTop ?? 0;
        if (top !== this.#view.place.top) this.#change({ ...this.#view.place, top });
      }}
    >
      ${titles === undefined ? tableHead(spec, page, shown) : headingHead(titles)}
      <div class="grid-rows" role="rowgroup" .style=${`height: ${virtualizer.getTotalSize()}px`}>
        ${repeat(
          drawn,
          // What is on its way to a line, such as a click or what a screen reader says, stays with it while the table scrolls.
          ({ key }) => key,
          ({ index, start }) => this.#line(index, start, index === active, shown),
        )}
      </div>
      ${this.#lines.length === 0 ? html`<p class="empty">${spec.empty(page)}</p>` : nothing}
    </div>`;
  }

  /** @param start how far it is from the top */
  #line(index: number, start: number, isActive: boolean, shown: readonly string[]): unknown {
    const line = this.#lines[index];
    if (line === undefined) return nothing;
    const { spec, page } = this;
    const { group, level } = line;
    const isOpen = this.#isOpen(line);
    const [row] = lineRows(line);
    const spoken = group ? spec.headingSpoken?.(group, page) : row && spec.spoken(row, page);
    return html`<div
      role="row"
      class="row ${group === undefined ? 'columns' : 'group-row'} ${isActive ? 'active' : ''}"
      id=${`row-${index}`}
      data-index=${index}
      aria-rowindex=${index + 2}
      aria-level=${level}
      aria-label=${announcement(...(spoken ?? []))}
      aria-selected=${this.#selectedIds.has(line.id)}
      aria-expanded=${isOpen ?? nothing}
      .style=${`transform: translateY(${start}px)`}
    >
      ${
        group === undefined && row !== undefined
          ? shown.map((column) => this.#cell(column, row))
          : html`<div class="cell heading" role="gridcell">
              <span class="fold">${isOpen === undefined ? nothing : foldIcon(!isOpen)}</span
              >${group && spec.heading?.(group, page)}
            </div>`
      }
    </div>`;
  }

  #cell(column: string, row: AnyRow): TemplateResult {
    const { cell, text, tip = text } = this.spec.columns.specs[column] ?? { text: () => '' };
    const title = tip(row, this.page);
    return html`<div role="gridcell" class="cell c-${column}" title=${title === '' ? nothing : title}>
      ${(cell ?? text)(row, this.page)}
    </div>`;
  }

  protected override updated(): void {
    if (!this.#isPlaced && this.#lines.length > 0) this.#scrollToPlace();
    this.#keepInPlace();
    if (this.spec.isWrapped !== true) return;
    // Makes room for rows that are higher than others.
    const virtualizer = this.#virtualizer.getVirtualizer();
    for (const row of this.querySelectorAll<HTMLElement>('.row')) virtualizer.measureElement(row);
  }

  /** Scrolls to where the user was. With some lines more than then, the active one would be just out of sight. */
  #scrollToPlace(): void {
    this.#isPlaced = true;
    const { top } = this.#view.place;
    const virtualizer = this.#virtualizer.getVirtualizer();
    const height = this.#grid?.clientHeight ?? 0;
    const { start = top, end = top } = virtualizer.measurementsCache[this.#activeIndex] ?? {};
    const nearest = Math.min(start, Math.max(top, end + headHeight - height));
    virtualizer.scrollToOffset(Math.abs(nearest - top) < height ? nearest : top);
  }

  /**
   * Scrolls so that the active line, if it is in sight, stays where it is when lines come and go that the user did not ask for. With
   * another filter, it is brought into sight, or the first one if it is left out.
   */
  #keepInPlace(): void {
    const { hold } = this.page;
    const { active } = this.#view.place;
    const virtualizer = this.#virtualizer.getVirtualizer();
    const index = this.#activeIndex;
    const { start } = virtualizer.measurementsCache[index] ?? {};
    const [grid, before] = [this.#grid, this.#drawn];
    const filter = this.spec.filter(this.page);
    const shown = start === undefined ? '' : active;
    this.#drawn = { lines: this.#lines, hold, filter, active: shown, start: start ?? 0 };
    if (before.filter !== undefined && before.filter !== filter) {
      virtualizer.scrollToIndex(Math.max(0, index));
      return;
    }
    const isAsked = hold !== undefined && hold !== before.hold;
    if (grid === null || start === undefined || isAsked) return;
    if (before.active !== active || before.lines === this.#lines) return;
    const isInSight = before.start >= this.#top && before.start < this.#top + grid.clientHeight;
    if (isInSight) grid.scrollTop = this.#top + start - before.start;
  }

  get #activeIndex(): number {
    const { active } = this.#view.place;
    return active === '' ? -1 : this.#lines.findIndex(({ id }) => id === active);
  }

  #indexOf(target: EventTarget | null): number {
    const row = target instanceof Element ? target.closest('.row') : null;
    return row instanceof HTMLElement ? Number(row.dataset['index']) : -1;
  }

  #select(index: number, mode: SelectionMode): void {
    const line = this.#lines[index];
    const shown = this.#lines.map(({ id }) => id);
    if (line) this.#change(select(this.#view.place, line.id, mode, shown));
  }

  /** Shows or hides what belongs to a line, if anything does. @param isWanted undefined for the other way round */
  #turn(index: number, isWanted?: boolean): boolean {
    const line = this.#lines[index];
    const isOpen = line && this.#isOpen(line);
    if (line === undefined || isOpen === undefined || isOpen === isWanted) return false;
    this.#change(turned({ ...this.#view.place, active: line.id }, line.id, !isOpen));
    return true;
  }

  /** Opens a row, or shows or hides the rows of a group. */
  #open(index: number, isCommand: boolean): void {
    const line = this.#lines[index];
    if (line && 'row' in line) this.spec.open(line.row, isCommand, this.page);
    else this.#turn(index);
  }

  #isOpen(line: TableLine): boolean | undefined {
    return 'row' in line ? this.spec.isOpen?.(line.row) : line.isOpen;
  }

  readonly #onClick = (event: MouseEvent): void => {
    const { target } = event;
    const index = this.#indexOf(target);
    if (target instanceof Element && target.closest('.fold') !== null && this.#turn(index)) return;
    this.#select(index, selectionMode(event));
  };

  readonly #onDoubleClick = ({ target }: MouseEvent): void => {
    if (target instanceof Element && target.closest('.fold, button') === null)
      this.#open(this.#indexOf(target), false);
  };

  /** Tells VS Code, which asks after this, what the menu is about: the row below the pointer, or else the active one. */
  readonly #onContextMenu = ({ target }: MouseEvent): void => {
    const below = this.#indexOf(target);
    const line = this.#lines[below < 0 ? this.#activeIndex : below];
    const [row] = line ? lineRows(line) : [];
    const meant = line && !this.#selectedIds.has(line.id) ? lineRows(line) : this.#selected;
    const context = row && this.spec.menu?.(row, meant, this.page);
    this.#grid?.setAttribute('data-vscode-context', context ?? '{}');
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    // Keys on the buttons of the head are theirs.
    if (event.target !== event.currentTarget || !this.#handleKey(event)) return;
    event.preventDefault();
    // VS Code selects or copies the text of the page otherwise.
    if (event.ctrlKey || event.metaKey) event.stopPropagation();
  };

  #handleKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
    const isCommand = ctrlKey || metaKey;
    const active = this.#activeIndex;
    const { place } = this.#view;
    if (key === 'Enter') this.#open(active, isCommand);
    else if (key === 'ArrowRight' || key === 'ArrowLeft') return this.#turn(active, key === 'ArrowRight');
    else if (key === ' ') this.#select(active, 'toggle');
    else if (key === 'Escape') {
      if (place.selected.length < 2) document.querySelector<HTMLElement>('.query input')?.focus();
      this.#change({ ...place, selected: [], anchor: '' });
    } else if (key.toLowerCase() === 'a' && isCommand)
      this.#change({ ...place, selected: this.#lines.map(({ id }) => id) });
    else if (key.toLowerCase() === 'c' && isCommand) return this.#copySelected();
    else return (!isCommand && !altKey && this.#runKey(key)) || this.#move(key, active, shiftKey);
    return true;
  }

  #runKey(pressed: string): boolean {
    const found = this.spec.keys?.find(({ key }) => key === pressed.toLowerCase());
    found?.run(this.#selected, this.page);
    return found !== undefined;
  }

  #copySelected(): boolean {
    // Text that the user selected on the page is copied instead.
    const hasText = document.getSelection()?.isCollapsed === false;
    if (this.spec.copyCells === undefined || this.#selected.length === 0 || hasText) return false;
    this.spec.copyCells(this.#selected, this.page);
    return true;
  }

  #move(key: string, active: number, isRange: boolean): boolean {
    const page = Math.max(1, Math.floor((this.#grid?.clientHeight ?? 0) / this.#rowHeight) - 2);
    const target = rowAfterKey(key, active, this.#lines.length - 1, page);
    if (target === undefined) return false;
    this.#select(target, isRange ? 'range' : 'only');
    this.#virtualizer.getVirtualizer().scrollToIndex(target);
    return true;
  }
}

customElements.define('page-table', PageTable);
