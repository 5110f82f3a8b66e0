import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { query, state } from 'lit/decorators.js';
import { l10n } from 'vscode';
import { formatCount } from '../text/format';
import { warningIcon } from './icons';

/** What is listed below a text box. */
interface ListedChoice {
  readonly label: string;
  readonly detail?: string | undefined;
}

export interface TextBox {
  readonly label: string;
  readonly title: string;
  readonly text: string;
  readonly placeholder?: string;
  /** What is wrong with the text. */
  readonly problems: readonly string[];
  /** Shown in the box, behind the text. */
  readonly behind: unknown;
  /** Shown below the suggestions. */
  readonly below?: string;
}

/** Lists are found by their IDs. */
let lists = 0;

/**
 * A text box with suggestions. It is no `vscode-textfield`: an input box in a shadow root cannot refer to the list for screen
 * readers. Nor is it a `vscode-single-select`: that draws all options, of which there may be thousands, even while it is closed.
 */
export abstract class Combobox<Page, Suggested extends ListedChoice> extends LitElement {
  static override properties: PropertyDeclarations = { page: { attribute: false } };

  declare page: Page;
  /** Those that are shown. The list is closed if there are none. */
  @state() protected accessor suggestions: readonly Suggested[] = [];
  /** The index of the one that keys act on; -1 if there is none. */
  @state() protected accessor active = -1;
  @query('input') protected accessor input!: HTMLInputElement;
  readonly #id = `suggestions-${lists++}`;

  protected override createRenderRoot(): this {
    return this;
  }

  protected abstract boxOf(page: Page): TextBox;

  /** Shows what the text may become. */
  protected abstract suggest(): void;

  protected abstract take(suggestion: Suggested): void;

  /** The user has typed. */
  protected abstract change(text: string): void;

  protected select(): void {
    this.suggest();
  }

  protected get isOpen(): boolean {
    return this.suggestions.length > 0;
  }

  protected close(): void {
    this.suggestions = [];
    this.active = -1;
  }

  protected override render(): TemplateResult {
    const { label, title, text, placeholder, problems, behind, below = '' } = this.boxOf(this.page);
    const { length } = this.suggestions;
    // What is wrong may be that the user is still typing.
    const isInvalid = problems.length > 0 && !this.isOpen;
    const [list, note] = [this.#id, `${this.#id}-note`];
    return html`<div class="query">
      <input
        role="combobox"
        spellcheck="false"
        autocomplete="off"
        placeholder=${placeholder ?? nothing}
        aria-label=${label}
        title=${title}
        aria-autocomplete="list"
        aria-expanded=${this.isOpen}
        aria-controls=${list}
        aria-activedescendant=${this.active < 0 ? nothing : `${list}-${this.active}`}
        aria-invalid=${isInvalid}
        aria-describedby=${note}
        .value=${text}
        @input=${() => {
          this.change(this.input.value);
          this.suggest();
        }}
        @keydown=${(event: KeyboardEvent) => {
          if (!event.isComposing && this.handleKey(event)) event.preventDefault();
        }}
        @click=${() => {
          this.select();
        }}
        @blur=${() => {
          this.close();
        }}
      />
      ${behind}
      <div
        class="suggestions"
        ?hidden=${!this.isOpen}
        @mousedown=${(event: MouseEvent) => {
          // The focus would leave, which closes the list before a click arrives.
          event.preventDefault();
        }}
      >
        <ul id=${list} role="listbox" aria-label=${l10n.t('Suggestions')}>
          ${this.suggestions.map((suggestion, index) => this.#option(suggestion, index))}
        </ul>
        ${below === '' ? nothing : html`<div class="muted">${below}</div>`}
      </div>
      <span class="spoken" role="status">
        ${length === 0 ? '' : formatCount(length, l10n.t('1 suggestion'), (n) => l10n.t('{0} suggestions', n))}
        ${below}
      </span>
      <div class="query-note" id=${note} role="status">
        ${isInvalid ? problems.map((problem) => html`<span>${warningIcon()} ${problem}</span>`) : nothing}
      </div>
    </div>`;
  }

  #option(suggestion: Suggested, index: number): TemplateResult {
    const { label, detail } = suggestion;
    return html`<li
      id="${this.#id}-${index}"
      role="option"
      aria-selected=${index === this.active}
      title=${label}
      @click=${() => {
        this.take(suggestion);
      }}
    >
      ${label}
      ${detail === undefined ? nothing : html`<span class="muted" aria-hidden="true">${detail}</span>`}
    </li>`;
  }

  protected override updated(): void {
    this.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }

  /** @returns whether the key was for the list */
  protected handleKey({ key, shiftKey }: KeyboardEvent): boolean {
    const { isOpen } = this;
    const chosen = shiftKey ? undefined : this.suggestions[this.active];
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        if (!isOpen) this.suggest();
        const { length } = this.suggestions;
        const next = key === 'ArrowDown' ? this.active + 1 : Math.max(this.active, 0) - 1;
        this.active = length === 0 ? -1 : (next + length) % length;
        return true;
      }
      case 'Enter':
      case 'Tab':
        if (chosen) this.take(chosen);
        return chosen !== undefined;
      case 'Escape':
        this.close();
        return isOpen;
    }
    return false;
  }
}
