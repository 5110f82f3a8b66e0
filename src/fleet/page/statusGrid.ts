import { html, nothing, svg, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { l10n } from 'vscode';
import { countStates, itemStates } from '../../items/item';
import { stateText } from '../../items/itemText';
import { hasValue, toggledValue, valuesIn, withValues } from '../../items/query/query';
import { clusterCount, formatNumber } from '../../text/format';
import { parts } from '../../text/text';
import { linkButton } from '../../webPage/controls';
import {
  nothingSelected,
  select,
  selectionMode,
  type Selection,
  type SelectionMode,
} from '../../webPage/selection';
import { namedIn, termValue } from './answer';
import { cellAfterKey, cellPaths, cellSize, cellUnits, runLength, type Corner } from './cells';
import { clusterGroups, groupKey, orderOf, type ClusterGroup, type Grouping } from './clusterGroups';
import { clusterLines, countsText, spokenCluster, unreadText } from './describe';
import type { Cluster } from './fleet';
import { groupingBox, tagGroupings } from './grouping';
import { stateIcon } from './icons';
import { menuContext, Section, sends } from './section';

/**
 * A cell for each cluster of the groups that need attention, and how many others there are, whose cells can be shown. Only
 * the active cell is an element, for screen readers: thousands would take long to draw.
 */
class StatusGrid extends Section {
  /** The query has the selected clusters. */
  @state() private accessor cursor: Omit<Selection, 'ids'> = nothingSelected;
  /** The index of the cell below the pointer; -1 if there is none. */
  @state() private accessor hovered = -1;
  @state() private accessor hasFocus = false;
  @state() private accessor showsRest = false;
  #order: ReturnType<typeof orderOf> | undefined;
  #groups: readonly ClusterGroup[] = [];
  #tagGroupings: readonly Grouping[] = [];
  /** Those with cells. */
  #clusters: readonly Cluster[] = [];
  #ids: readonly string[] = [];
  /** The IDs of the clusters that the query names. */
  #selected: ReadonlySet<string> = new Set();

  protected override willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void {
    const { fleet, view } = this.page;
    const isArranged = this.isNew(
      (page) => page.fleet,
      (page) => page.view.grouping,
    );
    if (isArranged) {
      this.#tagGroupings = tagGroupings(fleet);
      this.#order = orderOf(this.#order, fleet, view.grouping);
      this.#groups = clusterGroups(fleet, this.#order);
    }
    if (isArranged || changed.has('showsRest')) {
      this.#clusters = this.#shownGroups.flatMap(({ clusters }) => clusters);
      this.#ids = this.#clusters.map(({ item }) => item.id);
      this.hovered = -1;
    }
    if (isArranged || this.isNew((page) => page.view.query)) {
      const named = fleet.clusters.map(({ item }) => item).filter(namedIn(view.query));
      this.#selected = new Set(named.map(({ id }) => id));
    }
  }

  get #shownGroups(): readonly ClusterGroup[] {
    return this.#groups.filter(({ isRest }) => !isRest || this.showsRest);
  }

  protected override render(): TemplateResult {
    const { fleet } = this.page;
    if (fleet.clusters.length === 0)
      return html`<p class="empty">
        ${unreadText(fleet.header.firstRead) ?? l10n.t('No clusters to show')}
      </p>`;
    const rest = this.#groups.find(({ isRest }) => isRest);
    return html`${this.#cells()}
      <div class="rest muted">
        ${rest ? this.#rest(rest) : nothing}<span class="spring"></span>
        ${groupingBox(this.page, this.#tagGroupings)}
      </div>`;
  }

  #cells(): TemplateResult | typeof nothing {
    const { answer, view } = this.page;
    const index = this.#activeIndex;
    const active = this.#clusters[index];
    if (!active) return nothing;
    return html`<div
        class="cells ${this.hovered < 0 ? 'by-key' : ''}"
        role="listbox"
        tabindex="0"
        aria-label=${l10n.t('Clusters')}
        aria-multiselectable="true"
        aria-activedescendant="active-cell"
        data-vscode-context=${menuContext(active.item, [])}
        @keydown=${this.#onKey}
        @focus=${() => (this.hasFocus = true)}
        @blur=${() => (this.hasFocus = false)}
        @pointermove=${(event: PointerEvent) => (this.hovered = indexAt(event))}
        @pointerleave=${() => (this.hovered = -1)}
        @pointerdown=${(event: PointerEvent) => {
          // Also before a menu opens, which is about the active cell then.
          const id = this.#ids[indexAt(event)];
          if (id !== undefined) this.cursor = { ...this.cursor, active: id };
        }}
        @click=${(event: MouseEvent) => {
          this.#select(indexAt(event), selectionMode(event));
        }}
        @dblclick=${(event: MouseEvent) => {
          this.#show(indexAt(event), 'showDetails');
        }}
      >
        ${guard([this.#clusters, answer.clusters, view.query, index], () => {
          const shown = new Set(answer.clusters);
          let first = 0;
          return this.#shownGroups.map((group) => {
            first += group.clusters.length;
            return this.#group(group, first - group.clusters.length, shown);
          });
        })}
      </div>
      ${this.#hover()}`;
  }

  /** @param shown those that pass the filter. The others are dimmed. */
  #group(group: ClusterGroup, first: number, shown: ReadonlySet<Cluster>): TemplateResult {
    const { name, clusters, value } = group;
    const starts = clusters.map((_, at) => at).filter((at) => at % runLength === 0);
    return html`<div class="group" role="group" aria-label=${name}>
      <span
        class="group-name muted ${value === undefined ? '' : 'term'}"
        title=${parts(name, clusterCount(clusters.length), countsText(countStates(clusters.map(({ item }) => item))))}
        @click=${(event: MouseEvent) => {
          event.stopPropagation();
          this.#selectGroup(group, event.ctrlKey || event.metaKey || event.shiftKey);
        }}
        >${name}</span
      >
      ${starts.map((at) => this.#run(clusters.slice(at, at + runLength), first + at, shown))}
    </div>`;
  }

  #run(clusters: readonly Cluster[], first: number, shown: ReadonlySet<Cluster>): TemplateResult {
    const at = this.#activeIndex - first;
    const active = clusters[at];
    return html`<span class="run" data-first=${first}
      ><svg
        aria-hidden="true"
        width=${clusters.length * cellSize}
        height=${cellSize}
        viewBox=${`0 0 ${clusters.length * cellUnits} ${cellUnits}`}
        stroke-width="1.5"
      >
        ${cellPaths(clusters, shown, this.#selected).map(({ className, d }) => svg`<path class=${className} d=${d} />`)}
      </svg>
      ${active ? this.#option(active, at, first + at) : nothing}
    </span>`;
  }

  #option(cluster: Cluster, at: number, index: number): TemplateResult {
    return html`<span
      class="active"
      id="active-cell"
      role="option"
      aria-selected=${this.#selected.has(cluster.item.id)}
      aria-posinset=${index + 1}
      aria-setsize=${this.#ids.length}
      aria-label=${spokenCluster(cluster)}
      .style=${`left: ${at * cellSize}px`}
    ></span>`;
  }

  /** `77 other projects: 171 ✓ 10 ⟳ Show` */
  #rest({ name, clusters }: ClusterGroup): TemplateResult {
    const counts = countStates(clusters.map(({ item }) => item));
    return html`<span>${l10n.t('{0}:', name)}</span> ${itemStates.map((state) => {
        const count = counts[state];
        return count === undefined
          ? nothing
          : html`<span title=${stateText(state)}
              >${formatNumber(count)} ${stateIcon(state)}<span class="spoken">${stateText(state)}</span></span
            >`;
      })}
      ${linkButton(this.showsRest ? l10n.t('Hide') : l10n.t('Show'), () => {
        this.showsRest = !this.showsRest;
      })}`;
  }

  /** What a cell stands for, next to it. Screen readers get it from the cell itself. */
  #hover(): TemplateResult | typeof nothing {
    const cluster = this.#clusters[this.#shownIndex];
    if (!cluster) return nothing;
    const [name, state, ...rest] = clusterLines(cluster, this.page.now);
    return html`<div class="hover" aria-hidden="true">
      <strong>${name}</strong>
      <span class="hover-state">${stateIcon(cluster.item.state)}${state}</span>
      ${rest.map((line) => html`<span>${line}</span>`)}
      ${this.hovered < 0 ? html`<span class="muted">${l10n.t('Press Enter for details, Ctrl+Enter to show it in the tree')}</span>` : nothing}
    </div>`;
  }

  /** The first cell unless another one is active. */
  get #activeIndex(): number {
    return Math.max(0, this.#ids.indexOf(this.cursor.active ?? ''));
  }

  /** The cell that is described. */
  get #shownIndex(): number {
    return this.hovered < 0 && this.hasFocus ? this.#activeIndex : this.hovered;
  }

  #select(index: number, mode: SelectionMode): void {
    const active = this.#clusters[index]?.item;
    if (active === undefined) return;
    const { ids, ...cursor } = select({ ...this.cursor, ids: this.#selected }, active.id, mode, this.#ids);
    this.cursor = cursor;
    const isSame = mode === 'only' && this.#selected.size === 1 && this.#selected.has(active.id);
    // A term is about clusters, or about the machine pools that stand for one.
    const all = this.page.fleet.clusters.map(({ item }) => item).filter(({ kind }) => kind === active.kind);
    const chosen = isSame ? [] : all.filter(({ id }) => ids.has(id));
    this.#choose(
      active.kind,
      chosen.map((item) => termValue(item, all)),
    );
  }

  /** Selects a group, or adds it to what is selected; the second time, neither. */
  #selectGroup({ value }: ClusterGroup, isAdded: boolean): void {
    if (value === undefined) return;
    const { query } = this.page.view;
    const key = this.#groupKey;
    const isOnly = hasValue(query, key, value) && valuesIn(query, key).length === 1;
    const values = isAdded ? valuesIn(toggledValue(query, key, value), key) : isOnly ? [] : [value];
    this.#choose(key, values);
  }

  /** Selects clusters by a term, in place of the one by which the grid selected some before. Selecting none removes no other term. */
  #choose(key: string, values: readonly string[]): void {
    const { view, changeView } = this.page;
    const query = ['cluster', 'pool', values.length > 0 ? this.#groupKey : key].reduce(
      (line, other) => withValues(line, other, []),
      view.query,
    );
    changeView({ query: withValues(query, key, values) });
  }

  get #groupKey(): string {
    return groupKey(this.page.view.grouping);
  }

  #show(index: number, type: 'showDetails' | 'reveal'): void {
    const id = this.#ids[index];
    if (id !== undefined) sends({ type, id })();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this.#handleKey(event)) return;
    event.preventDefault();
    this.hovered = -1;
  };

  #handleKey({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    const isCommand = ctrlKey || metaKey;
    const index = this.#activeIndex;
    if (key === 'Enter') this.#show(index, isCommand ? 'reveal' : 'showDetails');
    else if (key === 'Escape') this.#choose('cluster', []);
    else if (key === ' ') this.#select(index, 'toggle');
    else if (key.toLowerCase() === 'a' && isCommand) this.#selectGroupOf(index);
    else return this.#move(key, index, shiftKey);
    return true;
  }

  #selectGroupOf(index: number): void {
    const active = this.#clusters[index];
    const group = active && this.#groups.find(({ clusters }) => clusters.includes(active));
    if (group) this.#selectGroup(group, false);
  }

  #move(key: string, index: number, isRange: boolean): boolean {
    const corners = [...this.querySelectorAll('.run')].flatMap(cornersIn);
    const target = cellAfterKey(key, corners, index);
    const [from, to] = [this.#ids[index], this.#ids[target ?? -1]];
    if (target === undefined || to === undefined) return false;
    if (isRange) {
      this.cursor = { ...this.cursor, anchor: this.cursor.anchor ?? from };
      this.#select(target, 'range');
    } else this.cursor = { active: to, anchor: to };
    return true;
  }
}

/** The index of the cell at the pointer; -1 between cells. The pointer moves all the time: nothing is searched. */
function indexAt({ target, clientX }: MouseEvent): number {
  const run = target instanceof Element ? target.closest<HTMLElement>('.run') : null;
  if (!run) return -1;
  return Number(run.dataset['first']) + Math.floor((clientX - run.getBoundingClientRect().x) / cellSize);
}

function cornersIn(run: Element): readonly Corner[] {
  const { x, y, width } = run.getBoundingClientRect();
  return Array.from({ length: Math.round(width / cellSize) }, (_, at) => ({ x: x + at * cellSize, y }));
}

customElements.define('fleet-status-grid', StatusGrid);
