import '@vscode-elements/elements/dist/vscode-table-cell/index.js';
import '@vscode-elements/elements/dist/vscode-table-row/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { fields, type TableColumn } from '../../items/fields';
import { kindText, stateText } from '../../items/itemText';
import { formatAge, formatMoment, formatUtc } from '../../presentation/format';
import { isOld, readAtText } from './describe';
import { foldIcon, kindIcon, oldText, stateIcon, warningIcon } from './icons';
import { groupText, type Row, type RowGroup } from './rows';

/** Where a line of the table is. */
interface Line {
  readonly index: number;
  /** How far it is from the top. */
  readonly start: number;
  readonly isActive: boolean;
}

interface ShownRow extends Line {
  readonly row: Row;
  readonly isSelected: boolean;
  readonly context: string;
  readonly now: number;
  /** What was read longer ago than this, in milliseconds, is old. */
  readonly oldAfterMs: number;
}

export function tableRow(columns: readonly TableColumn[], shown: ShownRow): TemplateResult {
  const { index, start, isSelected, isActive, context } = shown;
  return html`<vscode-table-row
    class="row columns ${isActive ? 'active' : ''}"
    id=${`row-${index}`}
    aria-rowindex=${index + 2}
    aria-selected=${isSelected}
    data-vscode-context=${context}
    .style=${`transform: translateY(${start}px)`}
  >
    ${columns.map((column) => cell(column, shown))}
  </vscode-table-row>`;
}

/** The line above the rows of a group. */
export function groupRow(
  group: RowGroup,
  isFolded: boolean,
  { index, start, isActive }: Line,
): TemplateResult {
  return html`<vscode-table-row
    class="row group-row ${isActive ? 'active' : ''}"
    id=${`row-${index}`}
    aria-rowindex=${index + 2}
    .style=${`transform: translateY(${start}px)`}
  >
    <vscode-table-cell role="gridcell" aria-expanded=${!isFolded}>
      ${foldIcon(isFolded)}${stateIcon(group.state)}<span class="cell-text">${groupText(group)}</span>
    </vscode-table-cell>
  </vscode-table-row>`;
}

function cell(column: TableColumn, shown: ShownRow): TemplateResult {
  const text = fields[column].text(shown.row);
  const { content = () => text, title = () => text } = shapes[column] ?? {};
  const shownTitle = title(shown);
  return html`<vscode-table-cell
    role="gridcell"
    class="c-${column}"
    title=${shownTitle === '' ? nothing : (shownTitle ?? nothing)}
  >
    ${content(shown)}
  </vscode-table-cell>`;
}

interface Shape {
  /** What it shows instead of the text of the field. */
  readonly content: (shown: ShownRow) => unknown;
  /** What it shows below the pointer instead of the text. */
  readonly title?: (shown: ShownRow) => string | undefined;
}

/** The columns that show more than a text. */
const shapes: Readonly<Partial<Record<TableColumn, Shape>>> = {
  state: {
    content: ({ row: { item } }) =>
      html`${stateIcon(item.state)}<span class="cell-text">${stateText(item.state)}</span>`,
  },
  name: {
    content: ({ row: { item } }) =>
      html`<span title=${kindText(item.kind)}>${kindIcon(item.kind)}</span>${nameText(item.name)}`,
  },
  heartbeat: {
    content: ({ row, now }) => textOfTime(row.item.heartbeat, (time) => formatAge(time, now)),
    title: ({ row }) => textOfTime(row.item.heartbeat, formatUtc),
  },
  readAt: {
    content: readAtContent,
    title: ({ row: { item }, now }) =>
      item.isStale ? readAtText(item, now) : textOfTime(item.readAt, formatUtc),
  },
};

/** How much of the end of a name is always shown: it tells machines of a pool apart. */
const endLength = 10;

/**
 * Cuts a name in its middle if it does not fit. The whole name is there for screen readers and for selecting its text. What
 * looks like a character outside of ASCII may be several.
 */
function nameText(name: string): TemplateResult {
  const end = /^[!-~]+$/.test(name) ? name.slice(-endLength) : '';
  return html`<span class="cut">
    <span class="cut-start" aria-hidden="true">${name.slice(0, name.length - end.length)}</span
    ><span aria-hidden="true">${end}</span><span class="whole">${name}</span>
  </span>`;
}

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
