import { html, nothing, type TemplateResult } from 'lit';
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
import { cellAfterKey } from './cells';
import { clusterGroups, groupKey, orderOf, type ClusterGroup, type Grouping } from './clusterGroups';
import { clusterLines, countsText, unreadText } from './describe';
import type { Cluster } from './fleet';
import { groupingBox, tagGroupings } from './grouping';
import { stateIcons } from './iconPaths';
import { stateIcon } from './icons';
import { menuContext, Section, sends } from './section';

/** A cell for each cluster of the groups that need attention, and how many others there are, whose cells can be shown. */
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
    const isNamed = namedIn(view.query);
    this.#selected = new Set(fleet.clusters.filter(({ item }) => isNamed(item)).map(({ item }) => item.id));
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
    const { answer, view, now } = this.page;
    const index = this.#activeIndex;
    const active = this.#clusters[index];
    if (!active) return nothing;
    return html`<div
        class="cells"
        role="listbox"
        tabindex="0"
        aria-label=${l10n.t('Clusters')}
        aria-multiselectable="true"
        aria-activedescendant="active-cell"
        data-vscode-context=${menuContext(active.item, [])}
        @keydown=${this.#onKey}
        @focus=${() => (this.hasFocus = true)}
        @blur=${() => (this.hasFocus = false)}
        @pointermove=${({ target }: PointerEvent) => (this.hovered = this.#indexAt(target))}
        @pointerleave=${() => (this.hovered = -1)}
        @pointerdown=${({ target }: PointerEvent) => {
          // Also before a menu opens, which is about the active cell then.
          const id = this.#ids[this.#indexAt(target)];
          if (id !== undefined) this.cursor = { ...this.cursor, active: id };
        }}
        @click=${(event: MouseEvent) => {
          this.#select(this.#indexAt(event.target), selectionMode(event));
        }}
        @dblclick=${({ target }: MouseEvent) => {
          this.#show(this.#indexAt(target), 'showDetails');
        }}
      >
        ${guard([this.#clusters, answer.clusters, view.query, index, this.#shownIndex, now], () => {
          const shown = new Set(answer.clusters);
          let first = 0;
          return this.#shownGroups.map((group) => {
            const cells = group.clusters.map((cluster, at) =>
              this.#cell(cluster, first + at, shown.has(cluster)),
            );
            first += cells.length;
            return this.#group(group, cells);
          });
        })}
      </div>
      ${this.#hover()}`;
  }

  #group(group: ClusterGroup, cells: readonly TemplateResult[]): TemplateResult {
    const { name, clusters, value } = group;
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
      ${cells}
    </div>`;
  }

  /** One template for all of it: there may be thousands. @param isShown whether it passes the filter. The others are dimmed. */
  #cell(cluster: Cluster, index: number, isShown: boolean): TemplateResult {
    const { id, name, state } = cluster.item;
    const { d, isFilled = false } = stateIcons[state];
    const isActive = index === this.#activeIndex;
    const classes = [
      `cell s-${state}`,
      isShown ? '' : 'dim',
      isActive ? 'active' : '',
      index === this.#shownIndex ? 'described' : '',
    ];
    return html`<span
      class=${classes.join(' ')}
      id=${isActive ? 'active-cell' : nothing}
      role="option"
      aria-selected=${this.#selected.has(id)}
      aria-label=${isActive ? clusterLines(cluster, this.page.now).join(', ') : name}
      ><svg class="icon" viewBox="0 0 16 16" stroke-width="1.5" aria-hidden="true">
        <path class=${isFilled ? 'filled' : ''} d=${d} /></svg
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

  get #cellElements(): readonly Element[] {
    return [...this.querySelectorAll('.cell')];
  }

  /** The index of the cell at a target; -1 between cells. */
  #indexAt(target: EventTarget | null): number {
    const cell = target instanceof Element ? target.closest('.cell') : null;
    return cell ? this.#cellElements.indexOf(cell) : -1;
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

  /** Selects clusters by a term, in place of the one by which the grid selected some before. */
  #choose(key: string, values: readonly string[]): void {
    const { view, changeView } = this.page;
    const query = ['cluster', 'pool', this.#groupKey].reduce(
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
    const cells = this.#cellElements.map((cell) => cell.getBoundingClientRect());
    const target = cellAfterKey(key, cells, index);
    const [from, to] = [this.#ids[index], this.#ids[target ?? -1]];
    if (target === undefined || to === undefined) return false;
    if (isRange) {
      this.cursor = { ...this.cursor, anchor: this.cursor.anchor ?? from };
      this.#select(target, 'range');
    } else this.cursor = { active: to, anchor: to };
    return true;
  }
}

customElements.define('fleet-status-grid', StatusGrid);
