import { html, nothing, svg, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { l10n } from 'vscode';
import { countStates } from '../../items/item';
import { hasValue, toggledValue, valuesIn, withValues } from '../../items/query/query';
import { clusterCount } from '../../text/format';
import { parts } from '../../text/text';
import {
  nothingSelected,
  select,
  selectionMode,
  type Selection,
  type SelectionMode,
} from '../../webPage/selection';
import {
  cellAfterKey,
  cellAt,
  cellPaths,
  cellUnits,
  columnsOf,
  gridSize,
  type Corner,
  type GridSize,
} from './cells';
import { namedIn, termValue } from './answer';
import { clusterGroups, groupKey, type ClusterGroup } from './clusterGroups';
import { clusterLines, countsText, unreadText } from './describe';
import type { Cluster } from './fleet';
import { stateIcon } from './icons';
import { menuContext, Section, sends } from './section';

/** A cell for each cluster. The active cell is an element, too, for screen readers. */
class StatusGrid extends Section {
  @state() private accessor width = 0;
  /** The query has the selected clusters. */
  @state() private accessor cursor: Omit<Selection, 'ids'> = nothingSelected;
  /** The index of the cell below the pointer; -1 if there is none. */
  @state() private accessor hovered = -1;
  @state() private accessor hasFocus = false;
  #groups: readonly ClusterGroup[] = [];
  #clusters: readonly Cluster[] = [];
  #ids: readonly string[] = [];
  /** The IDs of the clusters that the query names. */
  #selected: ReadonlySet<string> = new Set();
  #size: GridSize = gridSize(0, 0);
  /** Where the cells are; undefined until that is needed. */
  #corners: readonly Corner[] | undefined;
  readonly #resizes = new ResizeObserver(() => {
    this.width = this.clientWidth;
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.width = this.clientWidth;
    this.#resizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizes.disconnect();
  }

  protected override willUpdate(): void {
    if (this.isNew(({ fleet }) => fleet) || this.isNew(({ view }) => view.order)) {
      this.#groups = clusterGroups(this.page.fleet, this.page.view.order);
      this.#clusters = this.#groups.flatMap(({ clusters }) => clusters);
      this.#ids = this.#clusters.map(({ item }) => item.id);
      this.hovered = -1;
    }
    const isNamed = namedIn(this.page.view.query);
    this.#selected = new Set(this.#clusters.filter(({ item }) => isNamed(item)).map(({ item }) => item.id));
    this.#size = gridSize(this.#ids.length, this.width);
  }

  protected override updated(): void {
    // The cells have moved, and what is shown next to one of them moves with it.
    if (this.#corners === undefined && this.#shownIndex >= 0) this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const { answer, view, fleet } = this.page;
    const index = this.#activeIndex;
    const active = this.#clusters[index];
    if (!active)
      return html`<p class="empty">
        ${unreadText(fleet.header.firstRead) ?? l10n.t('No clusters to show')}
      </p>`;
    return html`<div
      class="cells ${this.#size.lines > 1 ? 'dense' : ''}"
      role="listbox"
      tabindex="0"
      aria-label=${l10n.t('Clusters')}
      aria-multiselectable="true"
      aria-activedescendant="active-cell"
      data-vscode-context=${menuContext(active.item, [])}
      @keydown=${this.#onKey}
      @focus=${() => (this.hasFocus = true)}
      @blur=${() => (this.hasFocus = false)}
      @pointermove=${(event: PointerEvent) => (this.hovered = this.#indexAt(event))}
      @pointerleave=${() => (this.hovered = -1)}
      @pointerdown=${(event: PointerEvent) => {
        // Also before a menu opens, which is about the active cell then.
        const id = this.#ids[this.#indexAt(event)];
        if (id !== undefined) this.cursor = { ...this.cursor, active: id };
      }}
      @click=${(event: MouseEvent) => {
        this.#select(this.#indexAt(event), selectionMode(event));
      }}
      @dblclick=${(event: MouseEvent) => {
        this.#show(this.#indexAt(event), 'showDetails');
      }}
    >
      ${guard([this.#groups, answer.clusters, view.query, this.width], () => {
        this.#corners = undefined;
        const shown = new Set(answer.clusters);
        return this.#groups.map((group) => this.#group(group, shown));
      })}
      ${this.#option(active, index)} ${this.#hover()}
    </div>`;
  }

  #group(group: ClusterGroup, shown: ReadonlySet<Cluster>): TemplateResult {
    const { name, clusters, value } = group;
    const { cell } = this.#size;
    const columns = columnsOf(clusters.length, this.#size);
    const rows = Math.ceil(clusters.length / columns);
    const paths = cellPaths(
      clusters,
      columns,
      (cluster) => shown.has(cluster),
      ({ item }) => this.#selected.has(item.id),
    );
    return html`<div class="group" aria-hidden="true">
      <span
        class="group-name ${value === undefined ? '' : 'term'}"
        title=${parts(name, clusterCount(clusters.length), countsText(countStates(clusters.map(({ item }) => item))))}
        @click=${(event: MouseEvent) => {
          event.stopPropagation();
          this.#selectGroup(group, event.ctrlKey || event.metaKey || event.shiftKey);
        }}
        >${name}</span
      >
      <svg
        width=${columns * cell}
        height=${rows * cell}
        viewBox=${`0 0 ${columns * cellUnits} ${rows * cellUnits}`}
        stroke-width=${cell === 8 ? 2.2 : 1.6}
      >
        ${paths.map(({ className, d }) => svg`<path class=${className} d=${d} />`)}
      </svg>
    </div>`;
  }

  #option(cluster: Cluster, index: number): TemplateResult {
    const corner = this.hasFocus ? this.#cornerOf(index) : undefined;
    const { cell } = this.#size;
    return html`<div
      class="active-cell"
      id="active-cell"
      role="option"
      aria-selected=${this.#selected.has(cluster.item.id)}
      aria-posinset=${index + 1}
      aria-setsize=${this.#ids.length}
      aria-label=${clusterLines(cluster, this.page.now).join(', ')}
      .style=${corner ? `left: ${corner.x}px; top: ${corner.y}px; width: ${cell}px; height: ${cell}px` : ''}
    ></div>`;
  }

  /** What a cell stands for, next to it. Screen readers get it from the cell itself. */
  #hover(): TemplateResult | typeof nothing {
    const cluster = this.#clusters[this.#shownIndex];
    const corner = this.#cornerOf(this.#shownIndex);
    if (!cluster || !corner) return nothing;
    const [name, state, ...rest] = clusterLines(cluster, this.page.now);
    const { cell } = this.#size;
    const isRight = corner.x > this.width / 2;
    const horizontal = isRight ? `right: ${this.width - corner.x - cell}px` : `left: ${corner.x}px`;
    return html`<div
      class="hover"
      aria-hidden="true"
      .style=${`top: ${corner.y + cell + 4}px; ${horizontal}`}
    >
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

  /** Where the cells are in this element. */
  get #allCorners(): readonly Corner[] {
    if (this.#corners === undefined) {
      const { x, y } = this.getBoundingClientRect();
      const { cell } = this.#size;
      const groups = this.querySelectorAll('.group svg');
      this.#corners = this.#groups.flatMap(({ clusters }, group) => {
        const box = groups[group]?.getBoundingClientRect();
        const columns = columnsOf(clusters.length, this.#size);
        return clusters.map((_, index) => ({
          x: (box?.x ?? 0) - x + (index % columns) * cell,
          y: (box?.y ?? 0) - y + Math.floor(index / columns) * cell,
        }));
      });
    }
    return this.#corners;
  }

  #cornerOf(index: number): Corner | undefined {
    return index < 0 ? undefined : this.#allCorners[index];
  }

  #indexAt({ clientX, clientY }: MouseEvent): number {
    const { x, y } = this.getBoundingClientRect();
    return cellAt(this.#allCorners, this.#size.cell, clientX - x, clientY - y);
  }

  #select(index: number, mode: SelectionMode): void {
    const active = this.#clusters[index]?.item;
    if (active === undefined) return;
    const { ids, ...cursor } = select({ ...this.cursor, ids: this.#selected }, active.id, mode, this.#ids);
    this.cursor = cursor;
    const isSame = mode === 'only' && this.#selected.size === 1 && this.#selected.has(active.id);
    // A term is about clusters, or about the machine pools that stand for one.
    const all = this.#clusters.map(({ item }) => item).filter(({ kind }) => kind === active.kind);
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
    return groupKey(this.page.view.order.grouping);
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
    const target = cellAfterKey(key, this.#allCorners, index);
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
