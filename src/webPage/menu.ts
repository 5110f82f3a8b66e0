import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import type { PageBody } from './pageSpec';
import { rowAfterKey } from './place';
import { showKeys } from './keys';

/** What else can be done, and the columns of the table. */
export function menu(icon: TemplateResult, { menu: actions, columns }: PageBody): TemplateResult {
  const all = [...actions, { title: l10n.t('Keys'), key: '?', run: showKeys }];
  return html`<button
      class="icon-button more"
      popovertarget="menu"
      title=${l10n.t('More Actions…')}
      aria-label=${l10n.t('More Actions…')}
    >
      ${icon}
    </button>
    <div id="menu" popover aria-label=${l10n.t('More Actions…')} @keydown=${onKey}>
      ${all.map(
        ({ title, key, run, isDisabled = false }) =>
          html`<button
            class="entry"
            popovertarget="menu"
            popovertargetaction="hide"
            ?disabled=${isDisabled}
            @click=${run}
          >
            <span>${title}</span>${key === undefined ? nothing : html`<kbd>${key}</kbd>`}
          </button>`,
      )}
      ${
        columns === undefined
          ? nothing
          : html`<div role="group" aria-labelledby="columns-title">
              <span id="columns-title">${l10n.t('Columns')}</span>
              ${columns}
            </div>`
      }
    </div>`;
}

/** Arrow keys move in a menu. */
function onKey(event: KeyboardEvent): void {
  const { currentTarget, target, key } = event;
  if (!(currentTarget instanceof HTMLElement)) return;
  const entries = [...currentTarget.querySelectorAll<HTMLElement>('.entry:enabled, input:enabled')];
  const at = entries.findIndex((entry) => entry === target);
  const next = entries[rowAfterKey(key, at, entries.length - 1, entries.length) ?? -1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
