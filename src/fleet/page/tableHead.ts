import '@vscode-elements/elements/dist/vscode-table-header-cell/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { fields, type TableColumn } from '../../items/fields';
import { optionalColumns, resized, shareOf } from './columns';
import { rowKindText } from './describe';
import { toggled } from './filter';
import { sortIcon } from './icons';
import { rowKinds, type RowKind } from './rows';
import type { View } from './viewState';

type Table = View['table'];

/** Chooses what the table has rows for. */
export function rowKindButtons(chosen: RowKind, choose: (kind: RowKind) => void): TemplateResult {
  return html`<div class="row-kinds" role="group" aria-label=${l10n.t('Rows')}>
    ${rowKinds.map(
      (kind) =>
        html`<button
          class="tool"
          aria-pressed=${kind === chosen}
          @click=${() => {
            choose(kind);
          }}
        >
          ${rowKindText(kind)}
        </button>`,
    )}
  </div>`;
}

/** Chooses the columns. @param shown those that fit */
export function columnsMenu(
  hidden: readonly TableColumn[],
  shown: readonly TableColumn[],
  change: (hidden: readonly TableColumn[]) => void,
): TemplateResult {
  return html`<button class="tool columns-button" popovertarget="columns">${l10n.t('Columns')}</button>
    <div id="columns" popover aria-label=${l10n.t('Columns')}>
      ${optionalColumns.map((column) => {
        const isHidden = hidden.includes(column);
        return html`<label>
          <input
            type="checkbox"
            .checked=${!isHidden}
            @change=${() => {
              change(toggled(hidden, column));
            }}
          />
          ${titleOf(column)}
          ${isHidden || shown.includes(column) ? nothing : html`<span class="muted">${l10n.t('needs a wider tab')}</span>`}
        </label>`;
      })}
    </div>`;
}

/** The names of the columns, each a button that sorts by it, with borders that can be moved. */
export function tableHead(
  columns: readonly TableColumn[],
  table: Table,
  change: (change: Partial<Table>) => void,
): TemplateResult {
  const { sort } = table;
  return html`<div class="grid-head" role="rowgroup">
    <div class="columns" role="row" aria-rowindex="1">
      ${columns.map((column, index) => {
        const isSorted = sort.column === column;
        const direction = sort.isDescending ? 'descending' : 'ascending';
        return html`<vscode-table-header-cell
          class="c-${column}"
          aria-sort=${isSorted ? direction : 'none'}
          title=${titleOf(column)}
        >
          <button
            aria-label=${titleOf(column)}
            @click=${() => {
              change({ sort: { column, isDescending: isSorted && !sort.isDescending } });
            }}
          >
            <span class="cell-text">${titleOf(column)}</span
            >${isSorted ? sortIcon(sort.isDescending) : nothing}
          </button>
          ${border(column, columns[index + 1], table.widths, change)}
        </vscode-table-header-cell>`;
      })}
    </div>
  </div>`;
}

/** How far an arrow key moves a border. */
const step = 0.04;

/** The border between two columns, which pointers and arrow keys move. */
function border(
  left: TableColumn,
  right: TableColumn | undefined,
  widths: Table['widths'],
  change: (change: Partial<Table>) => void,
): TemplateResult | typeof nothing {
  if (left === 'state' || right === undefined) return nothing;
  const share = shareOf(widths, left, right);
  const move = (to: number): void => {
    change({ widths: resized(widths, left, right, to) });
  };
  return html`<div
    class="border"
    role="separator"
    tabindex="0"
    aria-orientation="vertical"
    aria-label=${l10n.t('Width of {0}', titleOf(left))}
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

function titleOf(column: TableColumn): string {
  const { title, shortTitle = title } = fields[column];
  return shortTitle();
}
