import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { posts } from '../../webPage/host';
import type { FromReviewPage, Choice, DecidedChoice, GrantRow, ReviewHeader } from '../messages';
import { choiceText } from '../../access/grantFields';
import { grantIcon, type IconName } from './icons';

export const sends: (message: FromReviewPage) => () => void = posts;

export function decide(rows: readonly GrantRow[], decision: { choice: Choice } | { note: string }): void {
  if (rows.length > 0) sends({ type: 'decide', ids: rows.map(({ id }) => id), ...decision })();
}

/**
 * Decides about grants, or about none if that was decided already.
 * @param isInRow whether keys on the row do the same, so that the Tab key skips the buttons
 */
export function decisionButtons(
  rows: readonly GrantRow[],
  { hasConsole }: ReviewHeader,
  isInRow: boolean,
): readonly unknown[] {
  const choose = (choice: DecidedChoice): TemplateResult => {
    const isChosen = rows.every((row) => row.choice === choice);
    const run = (): void => {
      decide(rows, { choice: isChosen ? 'none' : choice });
    };
    return tool(choice, choiceText(choice), run, isInRow, isChosen);
  };
  const hasLink = hasConsole && rows.some(({ isRemovable }) => !isRemovable);
  const openConsole = sends({ type: 'openConsole' });
  const link = hasLink ? tool('link', l10n.t('Change it in the web console'), openConsole, isInRow) : nothing;
  return [choose('keep'), choose('remove'), link];
}

function tool(name: IconName, title: string, run: () => void, isInRow: boolean, isChosen?: boolean) {
  return html`<button
    class="tool"
    tabindex=${isInRow ? -1 : 0}
    aria-pressed=${isChosen ?? nothing}
    aria-label=${title}
    title=${title}
    @mousedown=${keepFocus}
    @click=${(event: Event) => {
      event.stopPropagation();
      run();
    }}
  >
    ${grantIcon(name, '', 1.5)}${isInRow || isChosen === undefined ? nothing : html`<span class="cell-text">${title}</span>`}
  </button>`;
}

/** A button in a row may show another row after the next update. */
function keepFocus(event: Event): void {
  event.preventDefault();
}
