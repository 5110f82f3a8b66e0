import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import type { Columns } from './columns';
import { sortIcon } from './icons';
import type { TablePage, TableSpec } from './tableSpec';

interface HeadRow {
  readonly id: string;
}

/** The columns that fit, also those that are asked for. */
export function shownColumns<Page extends TablePage, Shown extends HeadRow, Name extends string>(
  spec: TableSpec<Page, Shown, Name>,
  page: Page,
): readonly Name[] {
  const { sort, hidden } = spec.view(page);
  return spec.columns.fitting(hidden, page.width, [sort.column, ...(spec.asked?.(page) ?? [])]);
}

/** Chooses the columns. */
export function columnChoices<Page extends TablePage, Shown extends HeadRow, Name extends string>(
  spec: TableSpec<Page, Shown, Name>,
  page: Page,
): readonly TemplateResult[] {
  const { hidden, sort } = spec.view(page);
  const shown = shownColumns(spec, page);
  const reason = (column: Name): string | undefined => {
    if (column === sort.column) return l10n.t('sorted by it');
    return hidden.includes(column) || shown.includes(column) ? undefined : l10n.t('needs a wider tab');
  };
  const { names, specs } = spec.columns;
  const optional = names.filter((column) => specs[column].stays !== 'always');
  return optional.map((column) => {
    const isSorted = column === sort.column;
    return html`<label>
      <input
        type="checkbox"
        .checked=${isSorted || !hidden.includes(column)}
        ?disabled=${isSorted}
        @change=${() => {
          spec.change(page, { hidden: toggled(hidden, column) });
        }}
      />
      ${spec.columns.titleOf(column)} <span class="muted">${reason(column)}</span>
    </label>`;
  });
}

/** The names of the columns, each a button that sorts by it, with borders that can be moved. */
export function tableHead<Page extends TablePage, Shown extends HeadRow, Name extends string>(
  spec: TableSpec<Page, Shown, Name>,
  page: Page,
  shown: readonly Name[],
): TemplateResult {
  const { sort } = spec.view(page);
  return html`<div class="grid-head" role="rowgroup">
    <div class="columns" role="row" aria-rowindex="1">
      ${shown.map((column, index) => {
        const isSorted = sort.column === column;
        const direction = sort.isDescending ? 'descending' : 'ascending';
        const title = spec.columns.titleOf(column);
        return html`<div
          role="columnheader"
          class="cell c-${column}"
          aria-sort=${isSorted ? direction : 'none'}
          title=${title}
        >
          <button
            aria-label=${title}
            @click=${() => {
              spec.change(page, { sort: { column, isDescending: isSorted && !sort.isDescending } });
            }}
          >
            <span class="cell-text">${title}</span>${isSorted ? sortIcon(sort.isDescending) : nothing}
          </button>
          ${border(column, shown[index + 1], spec, page)}
        </div>`;
      })}
    </div>
  </div>`;
}

/** What the parts of headings are. */
export function headingHead(titles: readonly string[]): TemplateResult {
  return html`<div class="grid-head" role="rowgroup">
    <div class="heading-head" role="row" aria-rowindex="1">
      ${titles.map((title) => html`<span role="columnheader">${title}</span>`)}
    </div>
  </div>`;
}

/** How far an arrow key moves a border. */
const step = 0.04;

/** The border between two columns, which pointers and arrow keys move. */
function border<Page extends TablePage, Shown extends HeadRow, Name extends string>(
  left: Name,
  right: Name | undefined,
  spec: TableSpec<Page, Shown, Name>,
  page: Page,
): TemplateResult | typeof nothing {
  const columns: Columns<Name, Page, Shown> = spec.columns;
  const { widths } = spec.view(page);
  if (right === undefined || !columns.hasBorder(left, right)) return nothing;
  const share = columns.shareOf(widths, left, right);
  const move = (to: number): void => {
    spec.change(page, { widths: columns.resized(widths, left, right, to) });
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

/** Adds a value, or removes it. */
function toggled<T>(values: readonly T[], value: T): readonly T[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}
