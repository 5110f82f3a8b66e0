import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Choice } from './choice';
import type { Action } from './pageSpec';

/** @param title its name, if it shows none, or with its key */
export function button(
  content: unknown,
  onClick: () => void,
  { isMain = false, isDisabled = false, title = '' } = {},
): TemplateResult {
  return html`<vscode-button
    ?secondary=${!isMain}
    ?disabled=${isDisabled}
    title=${title || nothing}
    aria-label=${title || nothing}
    @click=${onClick}
    >${content}</vscode-button
  >`;
}

/** A button among text. @param name for screen readers, if the text is not enough */
export function linkButton(text: string, onClick: () => void, name?: string): TemplateResult {
  return html`<button class="link" aria-label=${name ?? nothing} @click=${onClick}>${text}</button>`;
}

/** A button that stays pressed. */
export function toggleButton(content: unknown, isPressed: boolean, onClick: () => void): TemplateResult {
  return html`<button class="tool" aria-pressed=${isPressed} @click=${onClick}>${content}</button>`;
}

/** A button that shows an icon. */
export function iconButton(icon: TemplateResult, { title, run, isDisabled = false }: Action): TemplateResult {
  return html`<button
    class="icon-button"
    title=${title}
    aria-label=${title}
    ?disabled=${isDisabled}
    @click=${run}
  >
    ${icon}
  </button>`;
}

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
