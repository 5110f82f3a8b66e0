import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { notKnownText } from '../../items/query/answer';
import { itemTerms } from '../../items/query/terms';
import { hasValue } from '../../query/query';
import { suggestionsFor } from '../../query/suggest';
import { toggleButton } from '../../webPage/controls';
import { closeIcon } from '../../webPage/icons';
import '../../webPage/queryBox';
import type { QueryBox } from '../../webPage/queryBox';
import { queryContext, toggledState } from './answer';
import type { Page } from './section';

/** The query, and what leaves out everything that needs no attention. */
export function filterBar({ view, changeView, fleet, answer }: Page): TemplateResult {
  const isAttention = hasValue(view.query, 'is', 'problem');
  const change = (query: string): void => {
    changeView({ query });
  };
  const box: QueryBox = {
    line: view.query,
    placeholder: l10n.t('Words, or terms such as state:failed'),
    change,
    suggest: (line, caret) =>
      suggestionsFor(line, caret, [...fleet.items.values()], itemTerms(queryContext(fleet))),
    problems: answer.problems,
    // The header says what was read of all items. The timeline counts its entries.
    note: view.tab === 'timeline' || view.query.trim() === '' ? '' : notKnownText(answer.notKnown),
  };
  const attention = html`${l10n.t('Needs Attention')}${isAttention ? closeIcon() : nothing}`;
  const toggle = (): void => {
    change(toggledState(view.query, 'is', 'problem'));
  };
  return html`<div class="filters">
    ${view.tab === 'overview' ? toggleButton(attention, isAttention, toggle) : nothing}
    <query-box .page=${box}></query-box>
  </div>`;
}
