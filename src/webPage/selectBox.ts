import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Choice } from './lists';

interface SelectBox<Value extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  /** The ID of the choice. */
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A list to choose one from. Typing the start of a choice goes to it. */
export function selectBox<Value extends string>(box: SelectBox<Value>): TemplateResult {
  return html`<select
    aria-label=${box.label}
    title=${box.label}
    @change=${({ target }: Event) => {
      const { value } = target as HTMLSelectElement;
      const chosen = box.choices.find(({ id }) => id === value);
      if (chosen) box.onChange(chosen.id);
    }}
  >
    ${box.choices.map(
      ({ id, name }) => html`<option value=${id} .selected=${live(id === box.value)}>${name}</option>`,
    )}
  </select>`;
}
