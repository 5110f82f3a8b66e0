import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { VirtualizerController } from '@tanstack/lit-virtual';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { sortedBy } from '../../items/fields';
import { formatNumber } from '../../presentation/format';
import { columnsStyle, fittingColumns, isWide } from './columns';
import { countText, filterText, unreadText } from './describe';
import { toggled } from './filter';
import { allRows, filterRows, groupRows, type Row, type RowGroup } from './rows';
import { menuContext, Section, selectedRowContext, send } from './section';
import {
  nothingSelected,
  rowAfterKey,
  select,
  selectAll,
  selectionMode,
  type Selection,
  type SelectionMode,
} from './selection';
import { columnsMenu, rowKindButtons, tableHead } from './tableHead';
import { groupRow, tableRow } from './tableRow';
import type { View } from './viewState';

const rowHeight = 24;
const headHeight = 31;

/** What a line of the table shows. */
type Entry = { readonly id: string } & (
  { readonly row: Row } | { readonly group: RowGroup; readonly isFolded: boolean }
);

/** The clusters and machines. */
class TableSection extends Section {
  static override properties: PropertyDeclarations = {
    selection: { state: true },
    folded: { state: true },
    width: { state: true },
  };

  declare private selection: Selection;
  /** The IDs of the groups whose rows are hidden. */
  declare private folded: readonly string[];
  declare private width: number;
  #all: readonly Row[] = [];
  /** Those that pass the filter, as they are shown, with those of folded groups. */
  #rows: readonly Row[] = [];
  #entries: readonly Entry[] = [];
  #shownIds: readonly string[] = [];
  #selected: readonly Row[] = [];
  /** For menus. With thousands of selected rows, it is long. */
  #context: string | undefined;
  readonly #virtualizer = new VirtualizerController<HTMLElement, HTMLElement>(this, {
    count: 0,
    getScrollElement: () => this.#scroller,
    estimateSize: () => rowHeight,
    overscan: 6,
    // The head covers the first row otherwise.
    scrollPaddingStart: headHeight,
  });

  constructor() {
    super();
    this.selection = nothingSelected;
    this.folded = [];
    this.width = window.innerWidth;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    new ResizeObserver(() => (this.width = this.clientWidth)).observe(this);
  }

  protected override willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void {
    const { fleet, view } = this.page;
    const { rows, sort } = view.table;
    const isSorted =
      !this.isNew((page) => page.fleet) &&
      !this.isNew((page) => page.view.table.rows) &&
      !this.isNew((page) => page.view.table.sort);
    if (!isSorted) this.#all = sortedBy(allRows(fleet, rows), sort.column, sort.isDescending);
    const isArranged =
      isSorted &&
      !this.isNew((page) => page.view.filter) &&
      !this.isNew((page) => page.view.text) &&
      !this.isNew((page) => page.view.table.isGrouped) &&
      !changed.has('folded');
    if (!isArranged) this.#arrange(filterRows(this.#all, view.filter, view.text));
    if (!isArranged || changed.has('selection')) this.#updateSelected();
    const virtualizer = this.#virtualizer.getVirtualizer();
    const scrollMargin = this.#rowsTop;
    virtualizer.setOptions({ ...virtualizer.options, count: this.#entries.length, scrollMargin });
  }

  #arrange(rows: readonly Row[]): void {
    const entryOf = (row: Row): Entry => ({ id: row.item.id, row });
    if (this.page.view.table.isGrouped) {
      const groups = groupRows(rows);
      this.#rows = groups.flatMap((group) => group.rows);
      this.#entries = groups.flatMap((group) => {
        const isFolded = this.folded.includes(group.id);
        return [{ id: group.id, group, isFolded }, ...(isFolded ? [] : group.rows.map(entryOf))];
      });
    } else {
      this.#rows = rows;
      this.#entries = rows.map(entryOf);
    }
    this.#shownIds = this.#entries.map(({ id }) => id);
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
    const { ids, active } = this.selection;
    this.#selected = ids.size === 0 ? [] : this.#rows.filter(({ item }) => ids.has(item.id));
    const item = this.#rows.find((row) => row.item.id === active)?.item;
    const selected = this.#selected.map((row) => row.item);
    this.#context = item && menuContext(item, ids.has(item.id) ? selected : [item]);
  }

  #changeTable(change: Partial<View['table']>): void {
    this.page.changeView({ table: { ...this.page.view.table, ...change } });
  }

  protected override render(): TemplateResult {
    return html`<section aria-label=${l10n.t('Clusters and machines')}>
      <div class="section-head">
        ${rowKindButtons(this.page.view.table.rows, (rows) => {
          this.#changeTable({ rows });
        })}
        <span class="muted" role="status">${this.#countText()}</span>
        <span class="spring"></span>
        ${this.#toolbar()}
      </div>
      ${this.#grid()}
    </section>`;
  }

  #countText(): string {
    const ofAll = (all: number): string =>
      l10n.t('{0} of {1}', formatNumber(this.#rows.length), formatNumber(all));
    const rows = countText(this.#all.length, this.page.fleet.header, ofAll);
    const selected = this.#selected.length;
    return selected === 0 ? rows : l10n.t('{0}, {1} selected', rows, formatNumber(selected));
  }

  #toolbar(): TemplateResult {
    const { text, table } = this.page.view;
    const copy = (form: 'ticket' | 'csv') => (): void => {
      this.#copy(form, this.#selected.length > 0 ? this.#selected : this.#rows);
    };
    return html`<vscode-textfield
        class="search"
        .label=${l10n.t('Filter by name, UID, address or cause')}
        title=${l10n.t('Filter by name, UID, address or cause')}
        placeholder=${l10n.t('Filter')}
        .value=${text}
        @input=${({ target }: Event) => {
          this.page.changeView({ text: (target as HTMLInputElement).value });
        }}
      ></vscode-textfield>
      <button
        class="tool"
        aria-pressed=${table.isGrouped}
        @click=${() => {
          this.#changeTable({ isGrouped: !table.isGrouped });
        }}
      >
        ${l10n.t('Group by Cause')}
      </button>
      ${columnsMenu(table.hidden, fittingColumns(table.hidden, this.width), (hidden) => {
        this.#changeTable({ hidden });
      })}
      <vscode-button secondary @click=${copy('csv')}>${l10n.t('Copy as CSV')}</vscode-button>
      <vscode-button @click=${copy('ticket')}>${l10n.t('Copy for Ticket')}</vscode-button>`;
  }

  #copy(form: 'ticket' | 'csv' | 'tabSeparated', rows: readonly Row[]): void {
    const ids = rows.map(({ item }) => item.id);
    if (ids.length > 0)
      send({ type: 'copy', form, ids, filter: filterText(this.page.fleet, this.page.view) });
  }

  #grid(): TemplateResult {
    const virtualizer = this.#virtualizer.getVirtualizer();
    const lines = virtualizer.getVirtualItems();
    const active = this.#activeIndex;
    const isActiveDrawn = lines.some(({ index }) => index === active);
    const { table } = this.page.view;
    const columns = fittingColumns(table.hidden, this.width);
    return html`<div
      class="grid ${isWide(this.width) ? 'wide' : ''}"
      role="grid"
      tabindex="0"
      aria-label=${l10n.t('Clusters and machines')}
      aria-multiselectable="true"
      aria-rowcount=${this.#entries.length + 1}
      aria-activedescendant=${isActiveDrawn ? `row-${active}` : nothing}
      data-vscode-context=${this.#context ?? nothing}
      .style=${columnsStyle(columns, table.widths, this.width)}
      @keydown=${this.#onKey}
      @click=${this.#onClick}
      @dblclick=${({ target }: MouseEvent) => {
        this.#show(this.#indexOf(target), 'showDetails');
      }}
    >
      ${tableHead(columns, table, (change) => {
        this.#changeTable(change);
      })}
      <div class="grid-rows" role="rowgroup" .style=${`height: ${virtualizer.getTotalSize()}px`}>
        ${lines.map(({ index, start }) => this.#entry(index, start - virtualizer.options.scrollMargin, active))}
      </div>
      ${this.#entries.length === 0 ? this.#empty() : nothing}
    </div>`;
  }

  #empty(): TemplateResult {
    const { header } = this.page.fleet;
    const read = html`<button
      class="link"
      @click=${() => {
        send({ type: 'readMachines' });
      }}
    >
      ${l10n.t('Read Machines…')}
    </button>`;
    const isUnread = this.page.view.table.rows === 'machine' && header.coverage.machines.read === 0;
    const text =
      unreadText(header) ?? (isUnread ? l10n.t("Machines haven't been read.") : l10n.t('No results'));
    return html`<p class="empty">${text} ${isUnread && header.canReadMachines ? read : nothing}</p>`;
  }

  #entry(index: number, start: number, active: number): TemplateResult | typeof nothing {
    const entry = this.#entries[index];
    if (entry === undefined) return nothing;
    const line = { index, start, isActive: index === active };
    if ('group' in entry) return groupRow(entry.group, entry.isFolded, line);
    const { item } = entry.row;
    const { view, fleet, now } = this.page;
    const isSelected = this.selection.ids.has(item.id);
    return tableRow(fittingColumns(view.table.hidden, this.width), {
      ...line,
      row: entry.row,
      isSelected,
      context: isSelected ? selectedRowContext(item) : menuContext(item, [item]),
      now,
      oldAfterMs: fleet.header.oldAfterMs,
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

  /** Selects a row, or all of a group. */
  #select(index: number, mode: SelectionMode): void {
    const entry = this.#entries[index];
    if (entry === undefined) return;
    const ids = 'group' in entry ? entry.group.rows.map(({ item }) => item.id) : [entry.id];
    this.selection = select(this.selection, entry.id, mode, this.#shownIds, ids);
  }

  /** Shows an item, or shows or hides the rows of a group. */
  #show(index: number, type: 'showDetails' | 'reveal'): void {
    const entry = this.#entries[index];
    if (entry === undefined) return;
    if ('group' in entry) this.folded = toggled(this.folded, entry.id);
    else send({ type, id: entry.id });
  }

  readonly #onClick = (event: MouseEvent): void => {
    this.#select(this.#indexOf(event.target), selectionMode(event));
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    // Keys on the buttons of the head are theirs.
    if (event.target !== event.currentTarget || !this.#handleKey(event)) return;
    event.preventDefault();
    // VS Code selects or copies the text of the page otherwise.
    if (event.ctrlKey || event.metaKey) event.stopPropagation();
  };

  #handleKey({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    const isCommand = ctrlKey || metaKey;
    const active = this.#activeIndex;
    if (key === 'Enter') this.#show(active, isCommand ? 'reveal' : 'showDetails');
    else if (key === ' ') this.#select(active, 'toggle');
    else if (key === 'Escape') this.selection = { ...nothingSelected, active: this.selection.active };
    else if (key.toLowerCase() === 'c' && isCommand && this.#selected.length > 0 && !hasSelectedText())
      this.#copy('tabSeparated', this.#selected);
    else if (key.toLowerCase() === 'a' && isCommand)
      this.selection = selectAll(
        this.selection,
        this.#rows.map(({ item }) => item.id),
      );
    else return this.#move(key, active, shiftKey);
    return true;
  }

  #move(key: string, active: number, isRange: boolean): boolean {
    const page = Math.max(1, Math.floor((this.#scroller?.clientHeight ?? 0) / rowHeight) - 2);
    const target = rowAfterKey(key, active, this.#entries.length - 1, page);
    if (target === undefined) return false;
    this.#select(target, isRange ? 'range' : 'only');
    this.#virtualizer.getVirtualizer().scrollToIndex(target);
    return true;
  }
}

/** Whether a copy is about text that the user selected on the page. */
function hasSelectedText(): boolean {
  return document.getSelection()?.isCollapsed === false;
}

customElements.define('fleet-table', TableSection);
