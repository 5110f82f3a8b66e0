import '@vscode-elements/elements/dist/vscode-table-cell/index.js';
import '@vscode-elements/elements/dist/vscode-table-header-cell/index.js';
import '@vscode-elements/elements/dist/vscode-table-row/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { VirtualizerController } from '@tanstack/lit-virtual';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { sortedBy } from '../../items/fields';
import { formatNumber } from '../../presentation/format';
import { countText, unreadText } from './firstRead';
import type { Fleet } from './fleet';
import { menuContext, selectedRowContext, send } from './host';
import { allRows, filterRows, type Row } from './rows';
import { Section, type ChangeView } from './section';
import {
  nothingSelected,
  rowAfterKey,
  select,
  selectAll,
  type Selection,
  type SelectionMode,
} from './selection';
import { columnsStyle, rowHeight, tableHead, tableRow } from './tableParts';
import type { View } from './viewState';

/** The clusters and machines. */
export class TableSection extends Section {
  static override properties: PropertyDeclarations = {
    fleet: { attribute: false },
    view: { attribute: false },
    now: { attribute: false },
    selection: { state: true },
  };

  declare fleet: Fleet;
  declare view: View;
  declare now: number;
  declare changeView: ChangeView;
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
    getScrollElement: () => this.querySelector<HTMLElement>('.grid'),
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
    const before = changed.get('view') as View | undefined;
    const { sort, filter, text } = this.view;
    const isSorted = !changed.has('fleet') && (!changed.has('view') || before?.sort === sort);
    if (!isSorted) this.#all = sortedBy(allRows(this.fleet), sort.column, sort.isDescending);
    if (!isSorted || (changed.has('view') && (before?.filter !== filter || before.text !== text))) {
      this.#shown = filterRows(this.#all, filter, text);
      this.#shownIds = this.#shown.map(({ item }) => item.id);
    }
    if (['fleet', 'view', 'selection'].some((name) => changed.has(name))) this.#updateSelected();
    const virtualizer = this.#virtualizer.getVirtualizer();
    virtualizer.setOptions({ ...virtualizer.options, count: this.#shown.length });
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
    const rows = countText(this.#all.length, this.fleet.header, ofAll);
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
        .value=${this.view.text}
        @input=${({ target }: Event) => {
          this.changeView({ text: (target as HTMLInputElement).value });
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
      .style=${columnsStyle}
      aria-rowcount=${this.#shown.length + 1}
      aria-activedescendant=${active < 0 ? nothing : `row-${active}`}
      data-vscode-context=${this.#context ?? nothing}
      @keydown=${this.#onKey}
      @click=${this.#onClick}
      @dblclick=${({ target }: MouseEvent) => {
        this.#show(this.#indexOf(target), 'showDetails');
      }}
    >
      ${tableHead(this.view.sort, (sort) => {
        this.changeView({ sort });
      })}
      <div class="grid-rows" role="rowgroup" .style=${`height: ${virtualizer.getTotalSize()}px`}>
        ${virtualizer.getVirtualItems().map(({ index, start }) => this.#row(index, start, active))}
      </div>
      ${this.#shown.length === 0 ? html`<p class="empty">${unreadText(this.fleet.header) ?? l10n.t('No results')}</p>` : nothing}
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
      now: this.now,
      oldAfterMs: this.fleet.header.oldAfterMs,
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
    const page = Math.max(1, Math.floor((this.querySelector('.grid')?.clientHeight ?? 0) / rowHeight) - 2);
    const target = rowAfterKey(key, active, this.#shown.length - 1, page);
    if (target === undefined) return false;
    this.#select(target, isRange ? 'range' : 'only');
    this.#virtualizer.getVirtualizer().scrollToIndex(target);
    return true;
  }
}

function copyRows(form: 'markdown' | 'csv' | 'tabSeparated', rows: readonly Row[]): void {
  if (rows.length > 0) send({ type: 'copy', form, ids: rows.map(({ item }) => item.id) });
}

/** Whether a copy is about text that the user selected on the page. */
function hasSelectedText(): boolean {
  return document.getSelection()?.isCollapsed === false;
}

customElements.define('fleet-table', TableSection);
