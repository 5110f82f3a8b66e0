import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import type { GrantRow } from '../../access/grantFields';
import { hasValue, toggledValue } from '../../query/query';
import { formatNumber, requestCount } from '../../text/format';
import { toggleButton } from '../../webPage/controls';
import { lastOf } from '../../service/remember';
import { grantCount } from '../grantRows';
import type { Page } from './review';

type Counts = readonly (readonly [text: string, count: number])[];

/** Each finding that is known, and how many grants have it: most first. */
export const findingCounts = lastOf((rows: readonly GrantRow[]): Counts => {
  const counts = new Map<string, number>();
  for (const { text, isKnown } of rows.flatMap(({ findings }) => findings))
    if (isKnown) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
});

/** How wide a button is at most, on average. */
const buttonWidth = 300;

/** More would take long to draw. The query suggests the others. */
const maxListed = 100;

/** A button for each finding, which filters by it. Those that do not fit are in a list of their own. */
export function findingLine({ header, view, changeView, width }: Page, counts: Counts): TemplateResult {
  const { state, total } = header.progress;
  const toggle = ([text, count]: Counts[number]): TemplateResult => {
    const label = l10n.t('{0}: {1}', text, grantCount(count));
    // Where there is no room, the text is cut off, and the count stays.
    const content = html`<span class="cut-start" title=${label}>${text}</span
      ><span>${label.slice(text.length)}</span>`;
    return toggleButton(content, hasValue(view.query, 'finding', text), () => {
      changeView({ query: toggledValue(view.query, 'finding', text) });
    });
  };
  const fitting = Math.max(1, Math.floor(width / buttonWidth));
  const others = counts.slice(fitting, fitting + maxListed);
  const more = formatNumber(counts.length - fitting);
  const none = state === 'done' ? l10n.t('No findings') : l10n.t('findings: – ({0})', requestCount(total));
  return html`<div class="findings" role="group" aria-label=${l10n.t('Findings')}>
    ${counts.slice(0, fitting).map(toggle)}
    ${state === 'done' && counts.length > 0 ? nothing : html`<span class="muted">${none}</span>`}
    ${
      others.length === 0
        ? nothing
        : html`<button
              class="tool more-findings"
              popovertarget="more-findings"
              aria-label=${l10n.t('{0} more findings', more)}
            >
              +${more}
            </button>
            <div id="more-findings" popover aria-label=${l10n.t('Findings')}>${others.map(toggle)}</div>`
    }
  </div>`;
}
