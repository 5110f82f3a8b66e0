import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { summarizedStates } from '../../items/item';
import { stateText } from '../../items/itemText';
import { answerTo } from '../../items/query/answer';
import { hasValue, withValues } from '../../items/query/query';
import { clusterCount, formatNumber, machineCount } from '../../text/format';
import { parts } from '../../text/text';
import { closeIcon, icon } from '../../webPage/icons';
import { answerOf, queryContext, toggledState, withoutFlag } from './answer';
import { countsText, unreadText, waitingText } from './describe';
import { tileCounts, type StateCount } from './fleet';
import { waitingIcon } from './iconPaths';
import { stateIcon } from './icons';
import { Section } from './section';

/** A tile for each state that occurs: the legend of the status grid, and a filter. */
class TilesSection extends Section {
  // Each counts what its term selects together with the rest of the query.
  #states: readonly StateCount[] = [];
  #waiting = 0;

  protected override willUpdate(): void {
    if (!this.isNew(({ fleet }) => fleet) && !this.isNew(({ view }) => view.query)) return;
    const { fleet, view, answer } = this.page;
    const others = withoutFlag(view.query, 'problem');
    const line = withValues(others, 'state', []);
    const { selected } = line === view.query ? answer : answerOf(fleet, line);
    this.#states = tileCounts(fleet, line === '' ? undefined : selected);
    const waiting = fleet.clusters.map(({ item }) => item).filter(({ isWaiting }) => isWaiting);
    this.#waiting = answerTo(withoutFlag(others, 'waiting'), waiting, queryContext(fleet)).items.length;
  }

  protected override render(): TemplateResult {
    const { firstRead, problems, coverage } = this.page.fleet.header;
    const waiting = waitingText(this.#waiting, problems);
    return html`<div class="tiles" role="group" aria-label=${l10n.t('Filter by state')}>
        ${coverage.clusters.read === 0 ? html`<span class="muted">${unreadText(firstRead)}</span>` : nothing}
        ${this.#states.map((count) => this.#stateTile(count))}
        ${this.#tile('is', 'waiting', icon(waitingIcon, 'kind'), waiting !== undefined, waiting ?? l10n.t('{0} waiting', 0), l10n.t('Waiting for approval'))}
      </div>
      ${this.#summaries()}`;
  }

  /** The clusters that project summaries count are not named, so no tile and no row has them. */
  #summaries(): TemplateResult | typeof nothing {
    const { projects, header } = this.page.fleet;
    const states = countsText(summarizedStates(projects));
    return states === '' || header.firstRead === 'pending'
      ? nothing
      : html`<p class="summaries">
          ${l10n.t('Clusters that have not been read, as project summaries count them: {0}', states)}
        </p>`;
  }

  /** `9 failed`, of clusters where there are any. */
  #stateTile({ state, clusters = 0, machines }: StateCount): TemplateResult | typeof nothing {
    const { header } = this.page.fleet;
    const name = stateText(state).toLowerCase();
    const counted = parts(
      clusters > 0 ? clusterCount(clusters) : undefined,
      machines === undefined || machines === 0 ? undefined : machineCount(machines),
    );
    const areUnread = state === 'notRead' && machines === undefined && header.firstRead !== 'pending';
    const isAll = header.coverage.machines.read === 0;
    const unread = isAll ? l10n.t('machines not read') : l10n.t('other machines not read');
    const count = clusters === 0 && machines ? machineCount(machines) : formatNumber(clusters);
    const text = clusters === 0 && areUnread ? unread : l10n.t('{0} {1}', count, name);
    const title = parts(counted, areUnread ? unread : undefined);
    return this.#tile('state', state, stateIcon(state), title !== '', text, title);
  }

  /** Not there if it counts nothing, unless its term of the query has to be removed. */
  #tile(
    key: 'is' | 'state',
    value: string,
    shownIcon: TemplateResult | typeof nothing,
    isCounted: boolean,
    text: string,
    title = '',
  ): TemplateResult | typeof nothing {
    const { view, changeView } = this.page;
    const isPressed = hasValue(view.query, key, value);
    if (!isCounted && !isPressed) return nothing;
    return html`<button
      class="tile"
      aria-pressed=${isPressed}
      title=${title === '' ? nothing : title}
      @click=${() => {
        changeView({ query: toggledState(view.query, key, value) });
      }}
    >
      ${shownIcon}<span>${text}</span>${isPressed ? closeIcon() : nothing}
    </button>`;
  }
}

customElements.define('fleet-tiles', TilesSection);
