import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { summarizedStates } from '../../items/item';
import { stateText } from '../../items/itemText';
import { clusterCount, machineCount } from '../../presentation/format';
import { countsText, countText } from './describe';
import { toggled } from './filter';
import { tileCounts, type StateCount } from './fleet';
import { stateIcon } from './icons';
import { Section } from './section';

/** A tile for each state, which filters what is below. */
class TilesSection extends Section {
  protected override render(): TemplateResult {
    return html`<div class="tiles" role="group" aria-label=${l10n.t('Filter by state')}>
        ${tileCounts(this.page.fleet).map((count) => this.#tile(count))}
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

  #tile({ state, clusters, machines }: StateCount): TemplateResult {
    const { fleet, view, changeView } = this.page;
    const { filter } = view;
    const name = stateText(state);
    // No machine in this state, and none read, are not the same.
    const { header } = fleet;
    const { read, total } = header.coverage.machines;
    const isKnown = state === 'notRead' ? total !== undefined : read > 0;
    const machinesText = isKnown ? countText(machines, header, machineCount) : l10n.t('machines not read');
    const isUnread = clusters === 0 && header.firstRead !== 'succeeded';
    return html`<button
      class="tile s-${state} ${clusters + machines === 0 ? 'none' : ''}"
      aria-pressed=${filter.states.includes(state)}
      aria-label=${`${name}: ${countText(clusters, header, clusterCount)}, ${machinesText}`}
      @click=${() => {
        changeView({ filter: { ...filter, states: toggled(filter.states, state) } });
      }}
    >
      <span class="tile-name">${stateIcon(state)}<span>${name}</span></span>
      <span class="tile-count ${isUnread ? 'unread' : ''}">${countText(clusters, header)}</span>
      <span class="muted">${machinesText}</span>
    </button>`;
  }
}

customElements.define('fleet-tiles', TilesSection);
