import { html, nothing } from 'lit';
import { l10n } from 'vscode';
import type { Suggestion } from '../query/suggest';
import { Combobox, type TextBox } from './combobox';
import { closeIcon } from './icons';
import { keyTitle } from './keys';

/** What a box for a query shows, and how it changes that. */
export interface QueryBox {
  readonly line: string;
  /** What the box takes, with an example. */
  readonly placeholder: string;
  readonly change: (line: string) => void;
  /** What the condition at the caret may become. */
  readonly suggest: (line: string, caret: number) => readonly Suggestion[];
  /** What is wrong with the line. */
  readonly problems: readonly string[];
}

/** A text box with suggestions, none of which is taken unless the user moves to it. */
class QueryBoxElement extends Combobox<QueryBox, Suggestion> {
  protected override boxOf({ line, placeholder, problems }: QueryBox): TextBox {
    return {
      ...{ text: line, placeholder, problems },
      label: l10n.t('Query'),
      title: keyTitle(l10n.t('Query'), '/'),
      behind:
        line === ''
          ? nothing
          : html`<button title=${l10n.t('Clear Query')} @click=${this.#clear}>${closeIcon()}</button>`,
    };
  }

  protected override change(line: string): void {
    this.page.change(line);
  }

  protected override suggest(): void {
    const { value, selectionEnd } = this.input;
    const suggestions = this.page.suggest(value, selectionEnd ?? value.length);
    // What is there already is no suggestion.
    this.suggestions = suggestions.filter(({ line }) => line !== value);
    this.active = -1;
  }

  readonly #clear = (): void => {
    this.page.change('');
    this.input.focus();
  };

  protected override take({ label, line, caret }: Suggestion): void {
    // Before it arrives with the page, so that the caret can be placed in it.
    this.input.value = line;
    this.input.setSelectionRange(caret, caret);
    this.page.change(line);
    // Of a key, the values follow.
    if (label.endsWith(':')) this.suggest();
    else this.close();
  }

  protected override handleKey(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event;
    if (key === 'ArrowDown' && !this.isOpen) return goToFirstRow();
    // The suggestions are about another place.
    if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) this.close();
    return super.handleKey(event) || (key === 'Enter' && !shiftKey && goToFirstRow());
  }
}

/** Moves from the query to the table, whose keys act on its first row. */
function goToFirstRow(): boolean {
  const grid = document.querySelector<HTMLElement>('.grid');
  grid?.focus();
  grid?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home' }));
  return grid !== null;
}

customElements.define('query-box', QueryBoxElement);
