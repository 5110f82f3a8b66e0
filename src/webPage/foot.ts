import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { formatCount, requestProgress } from '../text/format';
import { separator } from '../text/text';
import { button, linkButton } from './controls';
import { warningIcon } from './icons';
import { keyTitle } from './keys';
import type { Action, Foot, Problem, Progress } from './pageSpec';

/** The line below the table. While something is read, its progress takes the place of the next step. */
export function foot({ status, progress, problems = [], others = [], main }: Foot): TemplateResult {
  const texts = status.filter((text) => text !== '' && text !== undefined && text !== nothing);
  return html`<footer class="foot">
    <span class="status" role="status">
      ${texts.map((text, index) => html`${index === 0 ? '' : separator}<span>${text}</span>`)}
    </span>
    ${problems.length === 0 ? nothing : problemList(problems)}
    ${others.map((action) => actionButton(action, false))}
    ${progress ? progressBar(progress) : main ? actionButton(main, true) : nothing}
  </footer>`;
}

function actionButton({ title, key, run, isDisabled = false }: Action, isMain: boolean): TemplateResult {
  return button(title, run, { isMain, isDisabled, title: key === undefined ? '' : keyTitle(title, key) });
}

/** How many requests of a read are done, with a button that cancels it. */
function progressBar({ name, done, total, cancel }: Progress): TemplateResult {
  return html`<span class="progress">
      <span>${name} <span class="muted">${requestProgress(done, total)}</span></span>
      <vscode-progress-bar
        aria-label=${name}
        ?indeterminate=${total === undefined}
        .max=${total ?? 1}
        .value=${done}
      ></vscode-progress-bar>
    </span>
    ${button(l10n.t('Cancel'), cancel)}`;
}

/** What could not be read: its number, and a list that opens. */
function problemList(problems: readonly Problem[]): TemplateResult {
  const count = formatCount(problems.length, l10n.t('1 problem'), (n) => l10n.t('{0} problems', n));
  return html`<button class="tool problems-button" popovertarget="problems">${warningIcon()} ${count}</button>
    <div id="problems" popover role="group" aria-label=${l10n.t('Problems')}>
      <ul>
        ${problems.map(
          ({ text, detail, retry }) =>
            html`<li>
              ${warningIcon()}<span>${text} <span class="muted">${detail}</span></span>
              ${retry ? linkButton(l10n.t('Retry'), retry, l10n.t('{0}: {1}', l10n.t('Retry'), text)) : nothing}
            </li>`,
        )}
      </ul>
    </div>`;
}
