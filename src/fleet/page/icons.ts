import { html, type TemplateResult } from 'lit';
import type { ItemState, ItemKind } from '../../items/item';
import { icon, warningIcon } from '../../webPage/icons';
import { stateIcons } from './iconPaths';

export function stateIcon(state: ItemState): TemplateResult {
  return icon(stateIcons[state], `s-${state}`);
}

export function kindIcon(kind: ItemKind): TemplateResult {
  const d =
    kind === 'machine'
      ? 'M2.5 3h11v7h-11zM5.5 13.5h5M8 10v3.5'
      : 'M2 2.5h5v4.5H2zM9 2.5h5v4.5H9zM2 9h5v4.5H2zM9 9h5v4.5H9z';
  return icon({ d }, 'kind', 1.1);
}

/** A time that is long ago: with a color, and with a sign for those who don't see it. */
export function oldText(text: string): TemplateResult {
  return html`<span class="old">${warningIcon()}<span>${text}</span></span>`;
}
