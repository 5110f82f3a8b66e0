import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import type { Columns, TableView } from './columns';
import { sortIcon } from './icons';
import { toggled } from './lists';

/** What the head of a table shows, and how it changes that. */
export interface GridHead<Name extends string> {
  readonly columns: Columns<Name>;
  /** The columns that fit. */
  readonly shown: readonly Name[];
  /** Those without a value in any row. */
  readonly empty: readonly Name[];
  readonly view: TableView<Name>;
  readonly change: (change: Partial<TableView<Name>>) => void;
}

/** Chooses the columns. */
export function columnsMenu<Name extends string>(head: GridHead<Name>): TemplateResult {
  const { columns, shown, empty, view, change } = head;
  const { hidden, sort } = view;
  const reason = (column: Name): string | undefined => {
    if (column === sort.column) return l10n.t('sorted by it');
    if (hidden.includes(column) || shown.includes(column)) return undefined;
    return empty.includes(column) ? l10n.t('empty') : l10n.t('needs a wider tab');
  };
  return html`<button class="tool columns-button" popovertarget="columns">${l10n.t('Columns')}</button>
    <div id="columns" popover aria-label=${l10n.t('Columns')}>
      ${columns.optional.map((column) => {
        const isSorted = column === sort.column;
        return html`<label>
          <input
            type="checkbox"
            .checked=${isSorted || !hidden.includes(column)}
            ?disabled=${isSorted}
            @change=${() => {
              change({ hidden: toggled(hidden, column) });
            }}
          />
          ${columns.titleOf(column)} <span class="muted">${reason(column)}</span>
        </label>`;
      })}
    </div>`;
}

/** The names of the columns, each a button that sorts by it, with borders that can be moved. */
export function gridHead<Name extends string>(head: GridHead<Name>): TemplateResult {
  const { columns, shown, view, change } = head;
  const { sort } = view;
  return html`<div class="grid-head" role="rowgroup">
    <div class="columns" role="row" aria-rowindex="1">
      ${shown.map((column, index) => {
        const isSorted = sort.column === column;
        const direction = sort.isDescending ? 'descending' : 'ascending';
        const title = columns.titleOf(column);
        return html`<div
          role="columnheader"
          class="cell c-${column}"
          aria-sort=${isSorted ? direction : 'none'}
          title=${title}
        >
          <button
            aria-label=${title}
            @click=${() => {
              change({ sort: { column, isDescending: isSorted && !sort.isDescending } });
            }}
          >
            <span class="cell-text">${title}</span>${isSorted ? sortIcon(sort.isDescending) : nothing}
          </button>
          ${border(column, shown[index + 1], head)}
        </div>`;
      })}
    </div>
  </div>`;
}

/** How far an arrow key moves a border. */
const step = 0.04;

/** The border between two columns, which pointers and arrow keys move. */
function border<Name extends string>(
  left: Name,
  right: Name | undefined,
  { columns, view: { widths }, change }: GridHead<Name>,
): TemplateResult | typeof nothing {
  if (right === undefined || !columns.hasBorder(left, right)) return nothing;
  const share = columns.shareOf(widths, left, right);
  const move = (to: number): void => {
    change({ widths: columns.resized(widths, left, right, to) });
  };
  return html`<div
    class="border"
    role="separator"
    tabindex="0"
    aria-orientation="vertical"
    aria-label=${l10n.t('Width of {0}', columns.titleOf(left))}
    aria-valuenow=${Math.round(share * 100)}
    @pointerdown=${(event: PointerEvent) => {
      if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
    }}
    @pointermove=${({ currentTarget, pointerId, clientX }: PointerEvent) => {
      if (!(currentTarget instanceof Element) || !currentTarget.hasPointerCapture(pointerId)) return;
      const cell = currentTarget.parentElement;
      const start = cell?.getBoundingClientRect().left ?? 0;
      const end = cell?.nextElementSibling?.getBoundingClientRect().right ?? 0;
      move((clientX - start) / (end - start));
    }}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.preventDefault();
      move(share + (event.key === 'ArrowLeft' ? -step : step));
    }}
  ></div>`;
}
