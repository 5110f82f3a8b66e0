import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { notKnownText } from '../../items/query/answer';
import { hasValue } from '../../items/query/query';
import { suggestionsFor } from '../../items/query/suggest';
import { toggleButton } from '../../webPage/controls';
import { closeIcon } from '../../webPage/icons';
import '../../webPage/queryBox';
import type { QueryBox } from '../../webPage/queryBox';
import { queryContext, toggledState } from './answer';
import { Section } from './section';

/** The query, and what leaves out everything that needs no attention. */
class FilterBar extends Section {
  protected override render(): TemplateResult {
    const { view, changeView, fleet, answer } = this.page;
    const isAttention = hasValue(view.query, 'is', 'problem');
    const box: QueryBox = {
      line: view.query,
      change: (query) => {
        changeView({ query });
      },
      suggest: (line, caret) => suggestionsFor(line, caret, [...fleet.items.values()], queryContext(fleet)),
      problems: answer.problems,
      // The header says what was read of all items. The timeline counts its entries.
      note: view.tab === 'timeline' || view.query.trim() === '' ? '' : notKnownText(answer.notKnown),
    };
    return html`<div class="filters">
      ${
        view.tab === 'overview'
          ? toggleButton(
              html`${l10n.t('Needs Attention')}${isAttention ? closeIcon() : nothing}`,
              isAttention,
              () => {
                changeView({ query: toggledState(view.query, 'is', 'problem') });
              },
            )
          : nothing
      }
      <query-box .page=${box}></query-box>
    </div>`;
  }
}

customElements.define('fleet-filter-bar', FilterBar);
