import { html, type TemplateResult } from 'lit';
import { l10n } from 'vscode';

/** The tooltip of what a key does, too. */
export function keyTitle(text: string, key: string): string {
  return l10n.t('{0} ({1})', text, key);
}

/** Handles the keys that work anywhere on a page, except where the user types. */
export function handlePageKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  const [target] = event.composedPath();
  const isTyping = target instanceof Element && target.matches('input, textarea, [role="combobox"]');
  if (ctrlKey || metaKey || altKey || isTyping) return;
  if (key === '/') document.querySelector<HTMLElement>('.query input')?.focus();
  else if (key === '?') showKeys();
  else return;
  event.preventDefault();
}

export function showKeys(): void {
  document.getElementById('keys')?.showPopover();
}

/** What keys do, which Escape closes. @param tableKeys those of tables that only this page has */
export function keyHelp(tableKeys: readonly (readonly [key: string, meaning: string])[]): TemplateResult {
  const inTable = [...tableKeys, ['Enter', l10n.t('Open')], [l10n.t('Space'), l10n.t('Select')]] as const;
  const list = (keys: typeof inTable | readonly (readonly [string, string])[]): TemplateResult =>
    html`<dl>
      ${keys.map(
        ([key, meaning]) =>
          html`<dt><kbd>${key}</kbd></dt>
            <dd>${meaning}</dd>`,
      )}
    </dl>`;
  return html`<div id="keys" popover role="dialog" aria-label=${l10n.t('Keys')} tabindex="-1" autofocus>
    <h2>${l10n.t('Keys')}</h2>
    ${list([
      ['/', l10n.t('Go to the query')],
      ['?', l10n.t('Show the keys')],
    ])}
    <h2>${l10n.t('On the rows of a table')}</h2>
    ${list(inTable)}
  </div>`;
}
