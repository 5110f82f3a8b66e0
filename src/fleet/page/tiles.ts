import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { summarizedStates } from '../../items/item';
import { stateText } from '../../items/itemText';
import { hasValue, toggledValue } from '../../items/query/query';
import { clusterCount, machineCount } from '../../text/format';
import { parts } from '../../text/text';
import { icon } from '../../webPage/icons';
import { countsText, unreadText, waitingText } from './describe';
import { tileCounts, type StateCount } from './fleet';
import { waitingIcon } from './iconPaths';
import { stateIcon } from './icons';
import { Section } from './section';

/** A tile for each state: the legend of the status grid, and a filter. */
class TilesSection extends Section {
  protected override render(): TemplateResult {
    return html`<div class="tiles" role="group" aria-label=${l10n.t('Filter by state')}>
        ${tileCounts(this.page.fleet).map((count) => this.#tile(count))} ${this.#waitingTile()}
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

  #tile(count: StateCount): TemplateResult {
    const { state, clusters = 0, machines = 0 } = count;
    const text = this.#countText(count);
    return this.#button(['state', state], stateIcon(state), stateText(state), text, clusters + machines > 0);
  }

  /** Not there if no cluster waits for approval, or the service does not tell. */
  #waitingTile(): TemplateResult | typeof nothing {
    const { fleet } = this.page;
    const { length } = fleet.clusters.filter(({ item }) => item.isWaiting);
    const text = waitingText(length, fleet.header.problems);
    const name = l10n.t('Waiting for approval');
    return text === undefined
      ? nothing
      : this.#button(['is', 'waiting'], icon(waitingIcon, 'kind'), name, text, length > 0);
  }

  /** @param term of the query, which it adds or removes */
  #button(
    term: readonly [key: string, value: string],
    shownIcon: TemplateResult,
    name: string,
    text: string,
    isCounted: boolean,
  ): TemplateResult {
    const { view, changeView } = this.page;
    return html`<button
      class="tile s-${term[1]}"
      aria-pressed=${hasValue(view.query, ...term)}
      aria-label=${`${name}: ${text}`}
      @click=${() => {
        changeView({ query: toggledValue(view.query, ...term) });
      }}
    >
      ${shownIcon}<span>${name}</span> <span class=${isCounted ? 'tile-count' : 'muted'}>${text}</span>
    </button>`;
  }

  /** `9 clusters · 104 machines`. No machine in this state, and none read, are not the same. */
  #countText({ state, clusters, machines }: StateCount): string {
    const { header } = this.page.fleet;
    const counted = parts(
      clusters ? clusterCount(clusters) : undefined,
      machines ? machineCount(machines) : undefined,
    );
    if (state === 'notRead' && machines === undefined && header.firstRead !== 'pending') {
      const isAll = header.coverage.machines.read === 0;
      return parts(counted, isAll ? l10n.t('all machines') : l10n.t('other machines'));
    }
    return counted || (clusters === undefined ? (unreadText(header.firstRead) ?? stateText('notRead')) : '0');
  }
}

customElements.define('fleet-tiles', TilesSection);
