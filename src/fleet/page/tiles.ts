import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { answerTo } from '../../items/query/answer';
import { hasValue, withValues } from '../../query/query';
import { clusterCount, formatNumber, machineCount } from '../../text/format';
import { parts } from '../../text/text';
import { closeIcon } from '../../webPage/icons';
import { answerOf, queryContext, toggledState, withoutFlag } from './answer';
import { unreadText } from './describe';
import { tileCounts, type StateCount } from './fleet';
import { stateCountText } from './groups';
import { stateIcon, waitingIcon } from './icons';
import type { Page } from './section';
import { Section } from '../../webPage/section';

/** A tile for each state that occurs: the legend of the table, and a filter. */
class TilesSection extends Section<Page> {
  // Each counts what its term selects together with the rest of the query.
  #states: readonly StateCount[] = [];
  #waiting = 0;

  protected override willUpdate(): void {
    if (!this.isNew(({ fleet }) => fleet) && !this.isNew(({ view }) => view.query)) return;
    const { fleet, view, answer } = this.page;
    const others = withoutFlag(view.query, 'problem');
    const line = withValues(others, 'state', []);
    // Without a query, clusters that were not read are counted, too.
    const counted = line === '' ? undefined : line === view.query ? answer : answerOf(fleet, line);
    this.#states = tileCounts(fleet, counted?.selected);
    const waiting = fleet.clusters.map(({ item }) => item).filter(({ isWaiting }) => isWaiting);
    this.#waiting = answerTo(withoutFlag(others, 'waiting'), waiting, queryContext(fleet)).items.length;
  }

  protected override render(): TemplateResult {
    const { firstRead, coverage } = this.page.fleet.header;
    const waiting = l10n.t('{0} waiting', formatNumber(this.#waiting));
    return html`<div class="tiles" role="group" aria-label=${l10n.t('Filter by state')}>
      ${coverage.clusters.read === 0 ? html`<span class="muted">${unreadText(firstRead)}</span>` : nothing}
      ${firstRead === 'pending' && coverage.clusters.read === 0 ? nothing : this.#states.map((count) => this.#stateTile(count))}
      ${this.#waiting === 0 ? nothing : this.#tile('is', 'waiting', waitingIcon(), waiting, l10n.t('Waiting for approval'))}
    </div>`;
  }

  /** `9 failed`, of clusters where there are any. */
  #stateTile({ state, clusters, machines }: StateCount): TemplateResult {
    const { read } = this.page.fleet.header.coverage.machines;
    const unread = read === 0 ? l10n.t('machines not read') : l10n.t('other machines not read');
    const ofMachines = machines === undefined ? unread : machines > 0 ? machineCount(machines) : undefined;
    const count = clusters > 0 ? formatNumber(clusters) : machineCount(machines ?? 0);
    const isUnread = clusters === 0 && machines === undefined;
    const text = isUnread ? unread : stateCountText(state, count);
    const title = parts(clusters > 0 ? clusterCount(clusters) : undefined, ofMachines);
    return this.#tile('state', state, stateIcon(state), text, title);
  }

  #tile(
    key: 'is' | 'state',
    value: string,
    shownIcon: TemplateResult,
    text: string,
    title: string,
  ): TemplateResult {
    const { view, changeView } = this.page;
    const isPressed = hasValue(view.query, key, value);
    return html`<button
      class="tile"
      aria-pressed=${isPressed}
      title=${title}
      @click=${() => {
        changeView({ query: toggledState(view.query, key, value) });
      }}
    >
      ${shownIcon}<span>${text}</span>${isPressed ? closeIcon() : nothing}
    </button>`;
  }
}

customElements.define('fleet-tiles', TilesSection);
