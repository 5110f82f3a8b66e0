import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { formatNumber, formatZoned, requestCount } from '../text/format';

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

/** How much was read, and when, beside the tabs. @param age as it is shown */
export function coverageLine(
  text: string,
  readAt: number | undefined,
  age: unknown,
  action: unknown = nothing,
): TemplateResult {
  return html`<span class="coverage">
    <span role="status" title=${text}>${text}</span>
    ${action}
    <span class="muted" title=${readAt === undefined ? nothing : formatZoned(readAt)}>${age}</span>
  </span>`;
}

/** How many requests of a read are done, with a button that cancels it. @param total undefined if nobody knows */
export function progressBar(
  name: string,
  done: number,
  total: number | undefined,
  cancel: () => void,
): TemplateResult {
  const requests =
    total === undefined
      ? requestCount(done)
      : l10n.t('{0} of {1} requests', formatNumber(done), formatNumber(total));
  return html`<span>${name} <span class="muted">${requests}</span></span>
    <vscode-progress-bar
      aria-label=${name}
      ?indeterminate=${total === undefined}
      .max=${total ?? 1}
      .value=${done}
    ></vscode-progress-bar>
    ${button(l10n.t('Cancel'), cancel)}`;
}
