import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { itemStates, type ItemState } from '../../items/item';
import { clusterCount } from '../../presentation/counts';
import type { FleetHeader } from '../messages';
import { clusterLines } from './describe';
import { drawMap } from './drawMap';
import { noFilter } from './filter';
import { countText, unreadText } from './firstRead';
import type { Cluster } from './fleet';
import { menuContext, send } from './host';
import { mapChoices } from './mapChoices';
import { mapHover } from './mapHover';
import { layoutMap, type Cell, type CellGroup } from './mapLayout';
import { boxAfterKey, boxAt } from './movement';
import { readPalette } from './palette';
import { Section, type ChangeView } from './section';
import type { View } from './viewState';

/** A cell for each cluster, on a canvas. The active cell is an element, too, for screen readers. */
export class MapSection extends Section {
  static override properties: PropertyDeclarations = {
    clusters: { attribute: false },
    view: { attribute: false },
    now: { attribute: false },
    header: { attribute: false },
    width: { state: true },
    active: { state: true },
    hovered: { state: true },
    hasFocus: { state: true },
  };

  declare clusters: readonly Cluster[];
  declare view: View;
  declare now: number;
  declare header: FleetHeader;
  declare changeView: ChangeView;
  declare private width: number;
  /** The ID of the cluster that the keyboard acts on. */
  declare private active: string;
  /** The index of the cell below the pointer. */
  declare private hovered: number | undefined;
  declare private hasFocus: boolean;
  #groups: readonly CellGroup[] = [];
  #cells: readonly Cell[] = [];
  #isDrawn = false;
  readonly #resizes = new ResizeObserver(() => {
    this.width = this.clientWidth;
  });
  readonly #themes = new MutationObserver(() => {
    this.#draw();
  });

  constructor() {
    super();
    this.width = 0;
    this.active = '';
    this.hasFocus = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.width = this.clientWidth;
    this.#resizes.observe(this);
    // VS Code changes both when the theme changes.
    this.#themes.observe(document.documentElement, { attributeFilter: ['style'] });
    this.#themes.observe(document.body, { attributeFilter: ['class'] });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizes.disconnect();
    this.#themes.disconnect();
  }

  protected override willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void {
    const before = changed.get('view') as View | undefined;
    const { grouping, area } = this.view;
    const isArranged = !changed.has('view') || (before?.grouping === grouping && before.area === area);
    if (isArranged && !changed.has('clusters') && !changed.has('width')) return;
    this.#groups = layoutMap(this.clusters, grouping, area, this.width, this.#height);
    this.#cells = this.#groups.flatMap(({ cells }) => cells);
    this.#isDrawn = false;
    this.hovered = undefined;
  }

  get #height(): number {
    // Enough for a square of 70 × 70 for each cluster, within limits.
    return Math.round(Math.min(Math.max((this.clusters.length * 5000) / Math.max(this.width, 1), 160), 480));
  }

  protected override updated(): void {
    if (!this.#isDrawn) this.#draw();
    this.#isDrawn = true;
  }

  #draw(): void {
    const canvas = this.querySelector('canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    const scale = window.devicePixelRatio;
    canvas.width = Math.round(this.width * scale);
    canvas.height = Math.round(this.#height * scale);
    context.scale(scale, scale);
    const swatches = new Map<ItemState, Element>();
    this.querySelectorAll('.swatch').forEach((swatch, index) => {
      const state = itemStates[index];
      if (state) swatches.set(state, swatch);
    });
    drawMap(context, this.#groups, this.view.grouping, readPalette(context, swatches, scale));
  }

  protected override render(): TemplateResult {
    return html`<section>
      <div class="section-head">
        <h2>${l10n.t('Clusters')}</h2>
        <span class="muted">${countText(this.clusters.length, this.header, clusterCount)}</span>
        <span class="spring"></span>
        ${mapChoices(this.view, this.changeView)}
      </div>
      ${itemStates.map((state) => html`<i hidden class="swatch s-${state}"></i>`)}
      ${
        this.clusters.length === 0
          ? html`<p class="empty">${unreadText(this.header) ?? l10n.t('No clusters to show')}</p>`
          : this.#map()
      }
    </section>`;
  }

  #map(): TemplateResult {
    const index = this.#activeIndex;
    const active = this.#cells[index];
    const shown = this.#cells[this.hovered ?? (this.hasFocus ? index : -1)];
    return html`<div
      class="map"
      role="listbox"
      tabindex="0"
      aria-label=${l10n.t('Clusters')}
      aria-activedescendant="active-cell"
      data-vscode-context=${active ? menuContext(active.cluster.item) : nothing}
      .style=${`height: ${this.#height}px`}
      @keydown=${this.#onKey}
      @focus=${() => (this.hasFocus = true)}
      @blur=${() => (this.hasFocus = false)}
      @pointermove=${(event: PointerEvent) => (this.hovered = this.#indexAt(event))}
      @pointerleave=${() => (this.hovered = undefined)}
      @pointerdown=${(event: PointerEvent) => {
        // Also before a menu opens, which is about the active cell then.
        this.#activate(this.#indexAt(event));
      }}
      @dblclick=${(event: MouseEvent) => {
        this.#show(this.#indexAt(event), 'showDetails');
      }}
    >
      <canvas aria-hidden="true"></canvas>
      ${active ? this.#option(active, index) : nothing}
      ${shown ? mapHover(shown, { width: this.width, height: this.#height }, this.now, this.hovered === undefined) : nothing}
    </div>`;
  }

  #option({ cluster, x, y, width, height }: Cell, index: number): TemplateResult {
    return html`<div
      class="active-cell"
      id="active-cell"
      role="option"
      aria-selected="true"
      aria-posinset=${index + 1}
      aria-setsize=${this.#cells.length}
      aria-label=${clusterLines(cluster, this.now).join(', ')}
      .style=${`left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px`}
    ></div>`;
  }

  /** The first cell unless another one is active. */
  get #activeIndex(): number {
    return Math.max(
      0,
      this.#cells.findIndex(({ cluster }) => cluster.item.id === this.active),
    );
  }

  #indexAt({ clientX, clientY }: MouseEvent): number | undefined {
    const box = this.querySelector('canvas')?.getBoundingClientRect();
    return box && boxAt(this.#cells, clientX - box.x, clientY - box.y);
  }

  #activate(index: number | undefined): void {
    const cell = this.#cells[index ?? -1];
    if (cell) this.active = cell.cluster.item.id;
  }

  #show(index: number | undefined, type: 'showDetails' | 'reveal'): void {
    const cell = this.#cells[index ?? -1];
    if (cell) send({ type, id: cell.cluster.item.id });
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const { key } = event;
    const target = boxAfterKey(key, this.#cells, this.#activeIndex);
    if (key === 'Enter') {
      this.#show(this.#activeIndex, event.ctrlKey || event.metaKey ? 'reveal' : 'showDetails');
    } else if (key === 'Escape') {
      this.changeView({ filter: noFilter });
    } else if (target === undefined) {
      return;
    }
    event.preventDefault();
    this.hovered = undefined;
    this.#activate(target);
  };
}

customElements.define('fleet-map', MapSection);
