import { html, nothing, type TemplateResult } from 'lit';
import { fields, type TableColumn } from '../../items/fields';
import { kindText, stateText } from '../../items/itemText';
import { formatAge, formatMoment, formatUtc } from '../../text/format';
import { warningIcon } from '../../webPage/icons';
import { isOld, readAtText } from './describe';
import { kindIcon, oldText, stateIcon } from './icons';
import type { Row } from './rows';

interface ShownRow {
  readonly row: Row;
  readonly now: number;
  /** What was read longer ago than this, in milliseconds, is old. */
  readonly oldAfterMs: number;
}

export function cell(column: TableColumn, shown: ShownRow): TemplateResult {
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
