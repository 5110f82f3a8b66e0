import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { query, state } from 'lit/decorators.js';
import { l10n } from 'vscode';
import type { Suggestion } from '../query/suggest';
import { formatCount } from '../text/format';
import { closeIcon, warningIcon } from './icons';
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

/**
 * A text box with suggestions, none of which is taken unless the user moves to it. It is no `vscode-textfield`: an input box
 * in a shadow root cannot refer to the list for screen readers.
 */
class QueryBoxElement extends LitElement {
  static override properties: PropertyDeclarations = { page: { attribute: false } };

  declare page: QueryBox;
  /** Those that are shown. The list is closed if there are none. */
  @state() private accessor suggestions: readonly Suggestion[] = [];
  /** The index of the one that keys act on; -1 if there is none. */
  @state() private accessor active = -1;
  @query('input') private accessor input!: HTMLInputElement;

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const { line, placeholder, problems } = this.page;
    const { length } = this.suggestions;
    // What is wrong may be that the user is still typing.
    const isInvalid = problems.length > 0 && length === 0;
    return html`<div class="query">
      <input
        role="combobox"
        spellcheck="false"
        autocomplete="off"
        placeholder=${placeholder}
        aria-label=${l10n.t('Query')}
        title=${keyTitle(l10n.t('Query'), '/')}
        aria-autocomplete="list"
        aria-expanded=${length > 0}
        aria-controls="suggestions"
        aria-activedescendant=${this.active < 0 ? nothing : `suggestion-${this.active}`}
        aria-invalid=${isInvalid}
        aria-describedby="query-note"
        .value=${line}
        @input=${() => {
          this.page.change(this.input.value);
          this.#suggest();
        }}
        @keydown=${(event: KeyboardEvent) => {
          if (!event.isComposing && this.#handleKey(event)) event.preventDefault();
        }}
        @click=${this.#suggest}
        @blur=${this.#close}
      />
      ${line === '' ? nothing : html`<button title=${l10n.t('Clear Query')} @click=${this.#clear}>${closeIcon()}</button>`}
      <ul
        id="suggestions"
        role="listbox"
        aria-label=${l10n.t('Suggestions')}
        ?hidden=${length === 0}
        @mousedown=${(event: MouseEvent) => {
          // The focus would leave, which closes the list before a click arrives.
          event.preventDefault();
        }}
      >
        ${this.suggestions.map((suggestion, index) => this.#option(suggestion, index))}
      </ul>
      <span class="spoken" role="status">
        ${length === 0 ? '' : formatCount(length, l10n.t('1 suggestion'), (n) => l10n.t('{0} suggestions', n))}
      </span>
      <div class="query-note" id="query-note" role="status">
        ${isInvalid ? problems.map((problem) => html`<span>${warningIcon()} ${problem}</span>`) : nothing}
      </div>
    </div>`;
  }

  #option(suggestion: Suggestion, index: number): TemplateResult {
    const { label, detail } = suggestion;
    return html`<li
      id="suggestion-${index}"
      role="option"
      aria-selected=${index === this.active}
      title=${label}
      @click=${() => {
        this.#take(suggestion);
      }}
    >
      ${label}
      ${detail === undefined ? nothing : html`<span class="muted" aria-hidden="true">${detail}</span>`}
    </li>`;
  }

  protected override updated(): void {
    this.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }

  readonly #suggest = (): void => {
    const { value, selectionEnd } = this.input;
    const suggestions = this.page.suggest(value, selectionEnd ?? value.length);
    // What is there already is no suggestion.
    this.suggestions = suggestions.filter(({ line }) => line !== value);
    this.active = -1;
  };

  readonly #clear = (): void => {
    this.page.change('');
    this.input.focus();
  };

  readonly #close = (): void => {
    this.suggestions = [];
    this.active = -1;
  };

  #take({ label, line, caret }: Suggestion): void {
    // Before it arrives with the page, so that the caret can be placed in it.
    this.input.value = line;
    this.input.setSelectionRange(caret, caret);
    this.page.change(line);
    // Of a key, the values follow.
    if (label.endsWith(':')) this.#suggest();
    else this.#close();
  }

  #handleKey({ key, shiftKey }: KeyboardEvent): boolean {
    const isOpen = this.suggestions.length > 0;
    const chosen = shiftKey ? undefined : this.suggestions[this.active];
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        if (key === 'ArrowDown' && !isOpen) return goToFirstRow();
        if (!isOpen) this.#suggest();
        const { length } = this.suggestions;
        const next = key === 'ArrowDown' ? this.active + 1 : Math.max(this.active, 0) - 1;
        this.active = length === 0 ? -1 : (next + length) % length;
        return true;
      }
      case 'Enter':
      case 'Tab':
        if (chosen) this.#take(chosen);
        else if (key === 'Enter' && !shiftKey) return goToFirstRow();
        return chosen !== undefined;
      case 'Escape':
        this.#close();
        return isOpen;
      case 'ArrowLeft':
      case 'ArrowRight':
      case 'Home':
      case 'End':
        // They are about another place.
        this.#close();
    }
    return false;
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
