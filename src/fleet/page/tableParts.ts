import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import type { Item } from '../../items/item';
import { stateText } from '../../items/itemText';
import { formatAge, formatMoment, formatUtc } from '../../presentation/format';
import { asOfText, isOld } from './describe';
import { kindIcon, sortIcon, stateIcon, warningIcon } from './icons';
import { oldText } from './oldText';
import { columns, type Column, type Row, type Sort } from './rows';

export const rowHeight = 24;

/** The names of the columns, each a button that sorts by it. */
export function tableHead(sort: Sort, changeSort: (sort: Sort) => void): TemplateResult {
  return html`<div class="grid-head" role="rowgroup">
    <div class="columns" role="row" aria-rowindex="1">
      ${columns.map((column) => {
        const isSorted = sort.column === column;
        const direction = sort.isDescending ? 'descending' : 'ascending';
        return html`<vscode-table-header-cell aria-sort=${isSorted ? direction : 'none'}>
          <button
            @click=${() => {
              changeSort({ column, isDescending: isSorted && !sort.isDescending });
            }}
          >
            ${columnText(column)}${isSorted ? sortIcon(sort.isDescending) : nothing}
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

export function tableRow({
  row,
  index,
  start,
  isSelected,
  isActive,
  context,
  now,
  oldAfterMs,
}: ShownRow): TemplateResult {
  const { item, path } = row;
  const kind = item.kind === 'machine' ? l10n.t('Machine') : l10n.t('Cluster');
  return html`<vscode-table-row
    class="row columns ${isActive ? 'active' : ''}"
    id=${`row-${index}`}
    aria-rowindex=${index + 2}
    aria-selected=${isSelected}
    data-vscode-context=${context}
    .style=${`transform: translateY(${start}px)`}
  >
    ${cell(html`${stateIcon(item.state)}<span class="cell-text">${stateText(item.state)}</span>`)}
    ${cell(html`<span title=${kind}>${kindIcon(item.kind)}</span><span class="cell-text">${item.name}</span>`, item.name)}
    ${cell(item.cause, item.cause)} ${cell(path, path)}
    ${cell(item.addresses.join(', '), item.addresses.join(', '))}
    ${cell(item.heartbeat === undefined ? '' : formatAge(item.heartbeat, now), timeTitle(item.heartbeat))}
    ${cell(readAtText(item, now, oldAfterMs), item.isStale ? asOfText(item, now) : timeTitle(item.readAt))}
  </vscode-table-row>`;
}

function readAtText({ readAt, isStale }: Item, now: number, oldAfterMs: number): unknown {
  if (readAt === undefined) return '';
  const text = formatMoment(readAt, now);
  if (isOld(readAt, now, oldAfterMs)) return oldText(text);
  return html`${isStale ? warningIcon() : nothing}${text}`;
}

function cell(content: unknown, title?: string): TemplateResult {
  return html`<vscode-table-cell role="gridcell" title=${title ?? nothing}>${content}</vscode-table-cell>`;
}

function timeTitle(time: number | undefined): string | undefined {
  return time === undefined ? undefined : formatUtc(time);
}

function columnText(column: Column): string {
  switch (column) {
    case 'severity':
      return l10n.t('Severity');
    case 'name':
      return l10n.t('Name');
    case 'cause':
      return l10n.t('Cause');
    case 'path':
      return l10n.t('Project › cluster › pool');
    case 'address':
      return l10n.t('Address');
    case 'heartbeat':
      return l10n.t('Heartbeat');
    case 'readAt':
      return l10n.t('As of');
  }
}
