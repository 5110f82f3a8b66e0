import { html, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import type { KeySpec } from './tableSpec';

/** The tooltip of a button or a box that has a key, too. */
export function keyTitle(text: string, key: string): string {
  return l10n.t('{0} ({1})', text, key);
}

/** Handles the keys that work anywhere on a page, except where the user types. */
export function handlePageKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  const [target] = event.composedPath();
  const isTyping = target instanceof Element && target.matches('input, textarea, select');
  if (ctrlKey || metaKey || altKey || isTyping) return;
  if (key === '/') goToQuery();
  else if (key === '?') showKeys();
  else return;
  event.preventDefault();
}

/** Selects the query, as the boxes of VS Code do: what is typed takes its place. */
function goToQuery(): void {
  const input = document.querySelector<HTMLInputElement>('.query input');
  input?.focus();
  input?.select();
}

export function showKeys(): void {
  document.getElementById('keys')?.showPopover();
}

/** What the keys of a table do. */
export function rowKeys<Page, Row>(keys: readonly KeySpec<Page, Row>[] = []) {
  return keys.map(({ key, title }) => [key.toUpperCase(), title()] as const);
}

/** What keys do, which Escape closes. @param ofRows those for the selected rows of a table */
export function keyHelp(ofRows: readonly (readonly [key: string, meaning: string])[]): TemplateResult {
  const keys = [
    ['/', l10n.t('Go to the query')],
    ['?', l10n.t('Show the keys')],
    ['Space', l10n.t('Select or deselect the row')],
    ['Ctrl+A', l10n.t('Select all rows')],
    ['Escape', l10n.t('Deselect all rows, or go to the query')],
    ...ofRows,
  ] as const;
  return html`<div id="keys" popover role="dialog" aria-label=${l10n.t('Keys')} tabindex="-1" autofocus>
    ${keys.map(([key, meaning]) => html`<kbd>${key}</kbd><span>${meaning}</span>`)}
  </div>`;
}
