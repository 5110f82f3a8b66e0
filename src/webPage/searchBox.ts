import { html, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { l10n } from 'vscode';
import { formatNumber } from '../text/format';
import { Combobox, type TextBox } from './combobox';
import { foldIcon } from './icons';
import type { Choice } from './choice';

/** More than anyone would scroll through. */
const maxShown = 100;

interface SearchBox {
  readonly label: string;
  /** The name of the first choice, which is none of them: its ID is empty. */
  readonly none: string;
  readonly chosen: Choice | undefined;
  /** Only asked for while the list is open: there may be thousands. */
  readonly choices: () => readonly Choice[];
  readonly onChange: (id: string) => void;
}

type Suggested = Choice & { readonly label: string };

/** A list to choose one from, whose names are searched for what is typed. The first one that is found is taken. */
class SearchBoxElement extends Combobox<SearchBox, Suggested> {
  /** Undefined unless the user is typing. */
  @state() private accessor typed: string | undefined;
  /** How many were found and are not shown. */
  #more = 0;

  protected override boxOf({ label, none, chosen }: SearchBox): TextBox {
    return {
      ...{ label, title: label, text: this.typed ?? chosen?.name ?? none },
      problems: this.typed === undefined ? [] : [l10n.t('No results')],
      behind: foldIcon(false),
      below:
        this.isOpen && this.#more > 0
          ? l10n.t('{0} more: type a part of the name', formatNumber(this.#more))
          : '',
    };
  }

  protected override change(text: string): void {
    this.typed = text;
  }

  protected override suggest(): void {
    const { none, chosen = { id: '' }, choices } = this.page;
    const text = this.typed?.trim().toLowerCase() ?? '';
    const all: readonly Choice[] = [{ id: '', name: none }, ...choices()];
    const places = all.map((choice) => ({ choice, at: choice.name.toLowerCase().indexOf(text) }));
    // Otherwise, all with `prod` in their names may hide the one that is called so.
    const found = [...places.filter(({ at }) => at === 0), ...places.filter(({ at }) => at > 0)];
    this.#more = Math.max(0, found.length - maxShown);
    this.suggestions = found.slice(0, maxShown).map(({ choice }) => ({ ...choice, label: choice.name }));
    this.active = this.suggestions.findIndex(({ id }) => this.typed !== undefined || id === chosen.id);
  }

  /** What is typed next takes the place of the name. */
  protected override select(): void {
    if (this.typed === undefined) this.input.select();
    super.select();
  }

  protected override close(): void {
    super.close();
    this.typed = undefined;
  }

  protected override take({ id }: Suggested): void {
    this.close();
    this.page.onChange(id);
  }

  protected override handleKey(event: KeyboardEvent): boolean {
    const { key } = event;
    if (!this.isOpen && ['Enter', 'ArrowDown', 'ArrowUp'].includes(key)) {
      this.suggest();
      return true;
    }
    // Tab also moves on.
    return super.handleKey(event) && key !== 'Tab';
  }
}

customElements.define('search-box', SearchBoxElement);

export function searchBox(page: SearchBox): TemplateResult {
  return html`<search-box .page=${page}></search-box>`;
}
