import { html, nothing, type TemplateResult } from 'lit';
import { fields, tableColumns, type TableColumn } from '../../items/fields';
import { kindText, stateText } from '../../items/itemText';
import { formatAge, formatMoment, formatUtc } from '../../presentation/format';
import { asOfText, isOld } from './describe';
import { kindIcon, sortIcon, stateIcon, warningIcon } from './icons';
import { oldText } from './oldText';
import type { Row } from './rows';
import type { View } from './viewState';

export const rowHeight = 24;

/** The names of the columns, each a button that sorts by it. */
export function tableHead(sort: View['sort'], changeSort: (sort: View['sort']) => void): TemplateResult {
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

export function tableRow(shown: ShownRow): TemplateResult {
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
      item.isStale ? asOfText(item, now) : textOfTime(item.readAt, formatUtc),
  },
};

/** For CSS, in which the grid has them. */
export const columnsStyle = [
  `--columns: ${tableColumns.map((column) => shapes[column]?.width ?? '130px').join(' ')}`,
  `--count: ${tableColumns.length}`,
].join('; ');

function readAtContent({
  row: {
    item: { readAt, isStale },
  },
  now,
  oldAfterMs,
}: ShownRow): unknown {
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
