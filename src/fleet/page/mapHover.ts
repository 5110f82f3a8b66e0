import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { clusterLines } from './describe';
import { stateIcon } from './icons';
import type { Box, Cell } from './mapLayout';

/**
 * What a cell stands for, next to it. Screen readers get it from the cell itself.
 * @param isByKeyboard whether the cell was reached by keys
 */
export function mapHover(
  cell: Cell,
  map: Pick<Box, 'width' | 'height'>,
  now: number,
  isByKeyboard: boolean,
): TemplateResult {
  const { item } = cell.cluster;
  const [name, state, ...rest] = clusterLines(cell.cluster, now);
  const isLow = cell.y + cell.height / 2 > map.height / 2;
  const isRight = cell.x + cell.width / 2 > map.width / 2;
  const vertical = isLow ? `bottom: ${map.height - cell.y + 4}px` : `top: ${cell.y + cell.height + 4}px`;
  const horizontal = isRight ? `right: ${map.width - cell.x - cell.width}px` : `left: ${cell.x}px`;
  return html`<div class="hover" aria-hidden="true" .style=${`${vertical}; ${horizontal}`}>
    <strong>${name}</strong>
    <span class="hover-state">${stateIcon(item.state)}${state}</span>
    ${rest.map((line) => html`<span>${line}</span>`)}
    ${isByKeyboard ? html`<span class="muted">${l10n.t('Press Enter for details, Ctrl+Enter to show it in the tree')}</span>` : nothing}
  </div>`;
}
