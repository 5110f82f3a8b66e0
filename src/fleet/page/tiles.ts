import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { summarizedStates } from '../../items/item';
import { stateText } from '../../items/itemText';
import { answerTo } from '../../items/query/answer';
import { hasValue, toggledValue, valuesIn, withValues } from '../../items/query/query';
import { needsAttention } from '../../items/severity';
import { clusterCount, formatCount, formatNumber, machineCount } from '../../text/format';
import { parts } from '../../text/text';
import { closeIcon, icon } from '../../webPage/icons';
import { answerOf, queryContext } from './answer';
import { countsText, unreadText, waitingText } from './describe';
import { tileCounts, type StateCount } from './fleet';
import { waitingIcon } from './iconPaths';
import { stateIcon } from './icons';
import { Section } from './section';

/** A tile for each state that occurs: the legend of the status grid, and a filter. */
class TilesSection extends Section {
  // Each counts what its term selects together with the rest of the query.
  #states: readonly StateCount[] = [];
  #problems = 0;
  #waiting = 0;

  protected override willUpdate(): void {
    if (!this.isNew(({ fleet }) => fleet) && !this.isNew(({ view }) => view.query)) return;
    const { fleet, view, answer } = this.page;
    const others = withoutFlag(view.query, 'problem');
    const line = withValues(others, 'state', []);
    const { selected } = line === view.query ? answer : answerOf(fleet, line);
    this.#states = tileCounts(fleet, line === '' ? undefined : selected);
    const clusters = fleet.clusters.map(({ item }) => item).filter(({ kind }) => kind === 'cluster');
    const problems = clusters.filter(({ state, known }) => needsAttention(state) && known === undefined);
    this.#problems = problems.filter(({ id }) => selected.has(id)).length;
    const waiting = clusters.filter(({ isWaiting }) => isWaiting);
    this.#waiting = answerTo(withoutFlag(others, 'waiting'), waiting, queryContext(fleet)).items.length;
  }

  protected override render(): TemplateResult {
    const { firstRead, problems, coverage } = this.page.fleet.header;
    const waiting = waitingText(this.#waiting, problems);
    const attention = formatCount(this.#problems, l10n.t('1 needs attention'), (n) =>
      l10n.t('{0} need attention', n),
    );
    return html`<div class="tiles" role="group" aria-label=${l10n.t('Filter by state')}>
        ${this.#tile('is', 'problem', nothing, this.#problems > 0, attention)}
        ${coverage.clusters.read === 0 ? html`<span class="muted">${unreadText(firstRead)}</span>` : nothing}
        ${this.#states.map((count) => this.#stateTile(count))}
        ${this.#tile('is', 'waiting', icon(waitingIcon, 'kind'), waiting !== undefined, waiting ?? l10n.t('{0} waiting for approval', 0))}
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
        changeView({ query: toggled(view.query, key, value) });
      }}
    >
      ${shownIcon}<span>${text}</span>${isPressed ? closeIcon() : nothing}
    </button>`;
  }
}

/** The line with a term of a tile, or without it. What needs attention is a choice of states, too: they replace each other. */
function toggled(line: string, key: string, value: string): string {
  const others = withoutFlag(line, 'problem');
  if (value !== 'problem') return toggledValue(others, key, value);
  return hasValue(line, key, value) ? others : toggledValue(withValues(others, 'state', []), key, value);
}

function withoutFlag(line: string, flag: string): string {
  const flags = valuesIn(line, 'is').filter((value) => value.toLowerCase() !== flag);
  return withValues(line, 'is', flags);
}

customElements.define('fleet-tiles', TilesSection);
