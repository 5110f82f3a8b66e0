import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { clusterCount, clusterLines, projectStates } from './describe';
import { menuContext } from './host';
import { stateIcon } from './icons';
import { machineShapes } from './machineMap';
import { headingHeight, type Box, type Cell, type CellGroup, type Grouping } from './mapLayout';
import { stateText } from './states';

const labelHeight = 18;

/** @param first the index of the first cell of the group in the map */
export function mapGroup(group: CellGroup, first: number, grouping: Grouping, now: number): TemplateResult {
  const heading = headingOf(group, grouping);
  return html`<div role="group" aria-label=${heading}>
    ${
      group.hasHeading
        ? html`<div
            class="group-heading"
            aria-hidden="true"
            title=${heading}
            .style=${place({ ...group, height: headingHeight })}
          >
            ${heading}
          </div>`
        : nothing
    }
    ${group.cells.map((cell, index) => mapCell(cell, first + index, now))}
  </div>`;
}

/** `alpha · 12 clusters`, or with how many are in which state if they have not been read one by one. */
function headingOf({ name, cells }: CellGroup, grouping: Grouping): string {
  const project = grouping === 'project' ? cells[0]?.cluster.project : undefined;
  const states = project ? projectStates(project) : undefined;
  return `${name} · ${states ?? clusterCount(cells.length)}`;
}

function mapCell(cell: Cell, index: number, now: number): TemplateResult {
  const { item, machines } = cell.cluster;
  const hasLabel = cell.width >= 48 && cell.height >= labelHeight + 4;
  const top = hasLabel ? labelHeight : 0;
  const shapes = machineShapes(machines, cell.width - 6, cell.height - top - 6);
  return html`<div
    class="cell s-${item.state} ${shapes.length > 0 ? 'read' : ''}"
    role="option"
    id=${`cell-${index}`}
    aria-label=${clusterLines(cell.cluster, now).join(', ')}
    data-vscode-context=${menuContext(item)}
    .style=${place(cell)}
  >
    ${hasLabel ? html`<span class="cell-name">${stateIcon(item.state)}<span>${item.name}</span></span>` : nothing}
    ${
      shapes.length > 0
        ? html`<svg class="machines" aria-hidden="true">
            ${shapes.map(({ state, path }) => html`<svg><path class="s-${state}" d=${path} /></svg>`)}
          </svg>`
        : nothing
    }
  </div>`;
}

function place({ x, y, width, height }: Box): string {
  return `left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px`;
}

/** What a cell stands for, next to it. */
export function mapHover(
  cell: Cell | undefined,
  width: number,
  height: number,
  now: number,
): TemplateResult | typeof nothing {
  if (cell === undefined) return nothing;
  const { item } = cell.cluster;
  const [name, state, ...rest] = clusterLines(cell.cluster, now);
  const isLow = cell.y + cell.height / 2 > height / 2;
  const vertical = isLow ? `bottom: ${height - cell.y + 4}px` : `top: ${cell.y + cell.height + 4}px`;
  const horizontal =
    cell.x + cell.width / 2 > width / 2
      ? `right: ${Math.max(0, width - cell.x - cell.width)}px`
      : `left: ${cell.x}px`;
  return html`<div class="hover" aria-hidden="true" .style=${`${vertical}; ${horizontal}`}>
    <strong>${name}</strong>
    <span class="hover-state s-${item.state}">${stateIcon(item.state)}${state ?? stateText(item.state)}</span>
    ${rest.map((line) => html`<span>${line}</span>`)}
    <span class="muted">${l10n.t('Press Enter for details, Ctrl+Enter to show it in the tree')}</span>
  </div>`;
}
