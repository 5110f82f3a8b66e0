import '@vscode-elements/elements/dist/vscode-option/index.js';
import { VscodeSingleSelect } from '@vscode-elements/elements/dist/vscode-single-select/index.js';
import { html, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

export interface Choice<Id extends string = string> {
  readonly id: Id;
  readonly name: string;
  /** Whether it stands above others, and can't be chosen. */
  readonly isHeading?: boolean;
}

interface SelectBox<Value extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  /** The ID of the choice. */
  readonly value: Value;
  /** Whether the choices can be searched by typing. */
  readonly isSearchable?: boolean;
  readonly onChange: (value: Value) => void;
}

/** While the user types, the first match is active. Enter chooses it, and without any keeps the choice. */
class SelectBoxElement extends VscodeSingleSelect {
  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { options, activeIndex, filterPattern, selectedIndex } = this._opts;
    if (!this._isBeingFiltered || options[activeIndex]?.visible === true) return;
    const match = this._opts.getOptionByLabel(filterPattern) ?? this._opts.next(-1);
    this._opts.activeIndex = match?.index ?? selectedIndex;
  }
}

customElements.define('select-box', SelectBoxElement);

/** A list to choose one from. */
export function selectBox<Value extends string>(box: SelectBox<Value>): TemplateResult {
  return html`<select-box
    label=${box.label}
    title=${box.label}
    ?combobox=${box.isSearchable ?? false}
    .value=${live(box.value)}
    @change=${({ target }: Event) => {
      const { value } = target as HTMLSelectElement;
      const chosen = box.choices.find(({ id }) => id === value);
      // The same one again changes nothing.
      if (chosen && chosen.id !== box.value) box.onChange(chosen.id);
    }}
  >
    ${box.choices.map(
      ({ id, name, isHeading = false }) =>
        html`<vscode-option value=${id} ?disabled=${isHeading} ?selected=${id === box.value}
          >${name}</vscode-option
        >`,
    )}
  </select-box>`;
}
