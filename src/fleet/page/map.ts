import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { itemStates, type ItemState } from '../../items/item';
import { clusterCount } from '../../presentation/format';
import { clusterLines, countText, unreadText } from './describe';
import { drawMap, readPalette } from './drawMap';
import { noFilter } from './filter';
import { stateIcon } from './icons';
import {
  areas,
  boxAfterKey,
  boxAt,
  groupings,
  layoutMap,
  type Area,
  type Box,
  type Cell,
  type CellGroup,
  type Grouping,
} from './mapLayout';
import { menuContext, Section, send, type Page } from './section';
import { selectBox } from './selectBox';

/** A cell for each cluster, on a canvas. The active cell is an element, too, for screen readers. */
class MapSection extends Section {
  static override properties: PropertyDeclarations = {
    width: { state: true },
    active: { state: true },
    hovered: { state: true },
    hasFocus: { state: true },
  };

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
    const isArranged = !this.isNew(({ view }) => view.grouping) && !this.isNew(({ view }) => view.area);
    if (isArranged && !this.isNew(({ clusters }) => clusters) && !changed.has('width')) return;
    const { clusters, view } = this.page;
    this.#groups = layoutMap(clusters, view.grouping, view.area, this.width, this.#height);
    this.#cells = this.#groups.flatMap(({ cells }) => cells);
    this.#isDrawn = false;
    this.hovered = undefined;
  }

  get #height(): number {
    // Enough for a square of 70 × 70 for each cluster, within limits.
    return Math.round(
      Math.min(Math.max((this.page.clusters.length * 5000) / Math.max(this.width, 1), 160), 480),
    );
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
    drawMap(context, this.#groups, this.page.view.grouping, readPalette(context, swatches, scale));
  }

  protected override render(): TemplateResult {
    return html`<section>
      <div class="section-head">
        <h2>${l10n.t('Clusters')}</h2>
        <span class="muted"
          >${countText(this.page.clusters.length, this.page.fleet.header, clusterCount)}</span
        >
        <span class="spring"></span>
        ${mapChoices(this.page)}
      </div>
      ${itemStates.map((state) => html`<i hidden class="swatch s-${state}"></i>`)}
      ${
        this.page.clusters.length === 0
          ? html`<p class="empty">${unreadText(this.page.fleet.header) ?? l10n.t('No clusters to show')}</p>`
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
      ${shown ? mapHover(shown, { width: this.width, height: this.#height }, this.page.now, this.hovered === undefined) : nothing}
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
      aria-label=${clusterLines(cluster, this.page.now).join(', ')}
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
      this.page.changeView({ filter: noFilter });
    } else if (target === undefined) {
      return;
    }
    event.preventDefault();
    this.hovered = undefined;
    this.#activate(target);
  };
}

/** Chooses how the map is grouped, and what the area of its cells stands for. */
function mapChoices({ view: { grouping, area }, changeView }: Page): TemplateResult {
  return html`${selectBox<Grouping>({
    label: l10n.t('Group by'),
    choices: groupings.map((value) => ({ value, label: groupingText(value) })),
    value: grouping,
    onChange: (chosen) => {
      changeView({ grouping: chosen });
    },
  })}
  ${selectBox<Area>({
    label: l10n.t('Size by'),
    choices: areas.map((value) => ({ value, label: areaText(value) })),
    value: area,
    onChange: (chosen) => {
      changeView({ area: chosen });
    },
  })}`;
}

function groupingText(grouping: Grouping): string {
  switch (grouping) {
    case 'project':
      return l10n.t('Group by project');
    case 'cloud':
      return l10n.t('Group by cloud');
    case 'region':
      return l10n.t('Group by region');
  }
}

function areaText(area: Area): string {
  switch (area) {
    case 'machines':
      return l10n.t('Size by machines');
    case 'cores':
      return l10n.t('Size by CPU cores');
    case 'equal':
      return l10n.t('Same size');
  }
}

/**
 * What a cell stands for, next to it. Screen readers get it from the cell itself.
 * @param isByKeyboard whether the cell was reached by keys
 */
function mapHover(
  cell: Cell,
  map: Pick<Box, 'width' | 'height'>,
  now: number,
  isByKeyboard: boolean,
): TemplateResult {
  const { item } = cell.cluster;
  const [name, state, ...rest] = clusterLines(cell.cluster, now);
  const isLow = cell.y + cell.height / 2 > map.height / 2;
  const isRight = cell.x + cell.width / 2 > map.width / 2;
  const vertical = isLow ? `bottom: ${map.height - cell.y + 4}px` : `top: ${cell.y + cell.height + 4}px`;
  const horizontal = isRight ? `right: ${map.width - cell.x - cell.width}px` : `left: ${cell.x}px`;
  return html`<div class="hover" aria-hidden="true" .style=${`${vertical}; ${horizontal}`}>
    <strong>${name}</strong>
    <span class="hover-state">${stateIcon(item.state)}${state}</span>
    ${rest.map((line) => html`<span>${line}</span>`)}
    ${isByKeyboard ? html`<span class="muted">${l10n.t('Press Enter for details, Ctrl+Enter to show it in the tree')}</span>` : nothing}
  </div>`;
}

customElements.define('fleet-map', MapSection);
