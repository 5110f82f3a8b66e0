import { html, type TemplateResult } from 'lit';
import type { ItemState } from '../../items/severity';
import { type ItemKind, isLeaf } from '../../items/kinds/levels';
import { icon, warningIcon, warningPath, type IconPath } from '../../webPage/icons';

const circle = 'm14.2 8a6.2 6.2 0 1 1-12.4 0 6.2 6.2 0 0 1 12.4 0z';

/** Each state has its own shape, the one of its rows in the Projects view: see `healthIcon` in `tree/items.ts`. */
const statePaths: Readonly<Record<ItemState, IconPath>> = {
  failed: {
    d: 'm8 1a7 7 0 1 1 0 14a7 7 0 0 1 0-14zm-2.5 3.4l-1.1 1.1 2.5 2.5-2.5 2.5 1.1 1.1 2.5-2.5 2.5 2.5 1.1-1.1-2.5-2.5 2.5-2.5-1.1-1.1-2.5 2.5z',
    isFilled: true,
  },
  unhealthy: warningPath,
  lateHeartbeat: { d: 'm1 8.5h3l2.3-5.7 3.4 10.4 2.3-4.7h3' },
  maintenance: {
    d: 'm3.4 1.8a2.7 2.7 0 0 0-.6 4.9v6.3a1.5 1.5 0 0 0 3 0v-6.3a2.7 2.7 0 0 0-.6-4.9v2.4h-1.8zm8.3-.3v6.5m-1.5.6h3v4.4a1.5 1.5 0 0 1-3 0z',
  },
  inTransition: {
    d: 'm2.3 8.6a5.8 5.8 0 0 1 10-4.6m1.4 3.4a5.8 5.8 0 0 1-10 4.6m9.2-10.8v3.3h-3.3m-6.5 10.3v-3.3h3.3',
  },
  unknown: { d: `${circle}m-8.2-1.7a2 2 0 1 1 2.9 1.8c-.6.3-.9.6-.9 1.2m0 1.5v1.4` },
  healthy: { d: 'm2.5 8.5l3.7 3.7 7.3-8' },
  notRead: { d: circle },
};

export function stateIcon(state: ItemState): TemplateResult {
  return icon(statePaths[state], `s-${state}`);
}

export function infoIcon(): TemplateResult {
  return icon({ d: `${circle}m-6.2-.7v4.2m0-7v1.4` }, 'kind');
}

/** A person and a check mark. */
export function waitingIcon(): TemplateResult {
  const d =
    'M6 7.5a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4zM1 14c0-3 2.2-4.7 5-4.7 1 0 2 .2 2.8.7M9.5 12l1.8 1.8 3.5-3.8';
  return icon({ d }, 'kind');
}

export function kindIcon(kind: ItemKind): TemplateResult {
  const d = isLeaf({ kind })
    ? 'M2.5 3h11v7h-11zM5.5 13.5h5M8 10v3.5'
    : 'M2 2.5h5v4.5H2zM9 2.5h5v4.5H9zM2 9h5v4.5H2zM9 9h5v4.5H9z';
  return icon({ d }, 'kind', 1.1);
}

/** A time that is long ago: with a color, and with a sign for those who don't see it. */
export function oldText(text: string): TemplateResult {
  return html`<span class="old">${warningIcon()}<span>${text}</span></span>`;
}
