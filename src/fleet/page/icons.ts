import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { FleetItem, FleetState } from '../../presentation/fleetItem';

// Shapes of 16 × 16, in the color of the text. States differ in shape as well as in color.

export function stateIcon(state: FleetState): TemplateResult {
  return html`<svg class="icon s-${state}" viewBox="0 0 16 16" aria-hidden="true">${stateShape(state)}</svg>`;
}

function stateShape(state: FleetState): SVGTemplateResult {
  switch (state) {
    case 'failed':
      return svg`<path class="fill" fill-rule="evenodd" d="M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zM5.5 4.4L4.4 5.5 6.9 8l-2.5 2.5 1.1 1.1L8 9.1l2.5 2.5 1.1-1.1L9.1 8l2.5-2.5-1.1-1.1L8 6.9z"/>`;
    case 'unhealthy':
      return svg`<path class="fill" fill-rule="evenodd" d="M8 1.2L15.4 14.5H.6zM7.2 6v4h1.6V6zm0 5.2v1.6h1.6v-1.6z"/>`;
    case 'lateHeartbeat':
      return svg`<circle cx="8" cy="8" r="6.2"/><path d="M8 4.2V8.3L10.8 10"/>`;
    case 'maintenance':
      return svg`<path class="fill" d="M14.6 4.3l-2.4 2.4-2.3-.6-.6-2.3 2.4-2.4a4.2 4.2 0 0 0-5.5 5.3L1.7 11.2a2.2 2.2 0 0 0 3.1 3.1l4.5-4.5a4.2 4.2 0 0 0 5.3-5.5z"/>`;
    case 'inTransition':
      return svg`<path d="M2.3 8.6a5.8 5.8 0 0 1 10-4.6M13.7 7.4a5.8 5.8 0 0 1-10 4.6"/><path d="M12.9 1.2V4.5H9.6M3.1 14.8V11.5H6.4"/>`;
    case 'unknown':
      return svg`<circle cx="8" cy="8" r="6.2"/><path d="M6 6.3a2 2 0 1 1 2.9 1.8c-.6.3-.9.6-.9 1.2M8 10.8v1.4"/>`;
    case 'healthy':
      return svg`<path d="M2.5 8.5L6.2 12.2 13.5 4.2"/>`;
    case 'notRead':
      return svg`<circle cx="8" cy="8" r="6.2" stroke-dasharray="2.4 2.5"/>`;
  }
}

export function kindIcon(kind: FleetItem['kind']): TemplateResult {
  return html`<svg class="icon kind" viewBox="0 0 16 16" aria-hidden="true">${kindShape(kind)}</svg>`;
}

function kindShape(kind: FleetItem['kind']): SVGTemplateResult {
  return kind === 'machine'
    ? svg`<path d="M2.5 3h11v7h-11zM5.5 13.5h5M8 10v3.5"/>`
    : svg`<path d="M2 2.5h5v4.5H2zM9 2.5h5v4.5H9zM2 9h5v4.5H2zM9 9h5v4.5H9z"/>`;
}

export function warningIcon(): TemplateResult {
  return html`<svg class="icon warning" viewBox="0 0 16 16" aria-hidden="true">
    ${stateShape('unhealthy')}
  </svg>`;
}

export function sortIcon(isDescending: boolean): TemplateResult {
  const path = isDescending ? 'M4 6l4 4 4-4' : 'M4 10l4-4 4 4';
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d=${path} /></svg>`;
}

export function closeIcon(): TemplateResult {
  return html`<svg class="icon small" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M4 4l8 8M12 4l-8 8" />
  </svg>`;
}
