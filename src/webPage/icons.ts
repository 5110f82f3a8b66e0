import { html, type TemplateResult } from 'lit';

/** The path of an icon of 16 × 16. */
export interface IconPath {
  readonly d: string;
  /** Otherwise, it is stroked. */
  readonly isFilled?: boolean;
}

export const warningPath: IconPath = {
  d: 'm8 1.2l7.4 13.3h-14.8zm-.8 4.8v4h1.6v-4zm0 5.2v1.6h1.6v-1.6z',
  isFilled: true,
};

export function icon({ d, isFilled = false }: IconPath, className = '', width = 1.5): TemplateResult {
  return html`<svg class="icon ${className}" viewBox="0 0 16 16" stroke-width=${width} aria-hidden="true">
    <path class=${isFilled ? 'filled' : ''} d=${d} />
  </svg>`;
}

export function warningIcon(): TemplateResult {
  return icon(warningPath, 'warning');
}

export function sortIcon(isDescending: boolean): TemplateResult {
  return icon({ d: isDescending ? 'M4 6l4 4 4-4' : 'M4 10l4-4 4 4' });
}

export function foldIcon(isFolded: boolean): TemplateResult {
  return icon({ d: isFolded ? 'M6 4l4 4-4 4' : 'M4 6l4 4 4-4' });
}

export function closeIcon(): TemplateResult {
  return icon({ d: 'M4 4l8 8M12 4l-8 8' }, 'small');
}

export function refreshIcon(): TemplateResult {
  return icon({ d: 'M13.2 2.5v3.5h-3.5M12.9 6a5.4 5.4 0 1 0 .5 3.5' });
}

export function moreIcon(): TemplateResult {
  const dot = 'a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z';
  return icon({ d: `M3 6.8${dot}M8 6.8${dot}M13 6.8${dot}`, isFilled: true });
}
