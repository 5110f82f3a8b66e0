import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { l10n } from 'vscode';
import { clusterCount } from './describe';
import { noFilter } from './filter';
import type { Cluster } from './fleet';
import { menuContext, send } from './host';
import { mapGroup, mapHover } from './mapCells';
import {
  areas,
  groupings,
  layoutMap,
  type Area,
  type Cell,
  type CellGroup,
  type Grouping,
} from './mapLayout';
import { boxAfterKey } from './movement';
import { Section, type ChangeView } from './section';
import { selectBox } from './selectBox';
import type { View } from './viewState';

/** A cell for each cluster. */
export class MapSection extends Section {
  static override properties: PropertyDeclarations = {
    clusters: { attribute: false },
    view: { attribute: false },
    now: { attribute: false },
    width: { state: true },
    active: { state: true },
    hovered: { state: true },
    hasFocus: { state: true },
  };

  declare clusters: readonly Cluster[];
  declare view: View;
  declare now: number;
  declare changeView: ChangeView;
  declare private width: number;
  /** The ID of the cluster that the keyboard acts on. */
  declare private active: string;
  /** The index of the cell below the pointer. */
  declare private hovered: number | undefined;
  declare private hasFocus: boolean;
  #groups: readonly CellGroup[] = [];
  #cells: readonly Cell[] = [];
  readonly #resizes = new ResizeObserver(() => {
    this.width = this.clientWidth;
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
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizes.disconnect();
  }

  protected override willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void {
    const before = changed.get('view') as View | undefined;
    const isArranged =
      before?.grouping === this.view.grouping && before.area === this.view.area && !changed.has('width');
    if (!changed.has('clusters') && (!changed.has('view') || isArranged) && !changed.has('width')) return;
    const { grouping, area } = this.view;
    this.#groups = layoutMap(this.clusters, grouping, area, this.width, this.#height);
    this.#cells = this.#groups.flatMap(({ cells }) => cells);
    this.hovered = undefined;
  }

  get #height(): number {
    // Enough for a square of 45 × 45 for each cluster, within limits.
    return Math.round(Math.min(Math.max((this.clusters.length * 2000) / Math.max(this.width, 1), 160), 480));
  }

  protected override render(): TemplateResult {
    return html`<section>
      <div class="section-head">
        <h2>${l10n.t('Clusters')}</h2>
        <span class="muted">${clusterCount(this.clusters.length)}</span>
        <span class="spring"></span>
        ${this.#choices()}
      </div>
      ${this.clusters.length === 0 ? emptyMap() : this.#map()}
    </section>`;
  }

  #choices(): TemplateResult {
    const { grouping, area } = this.view;
    return html`${selectBox<Grouping>({
      label: l10n.t('Group by'),
      choices: groupings.map((value) => ({ value, label: groupingText(value) })),
      value: grouping,
      onChange: (chosen) => {
        this.changeView({ grouping: chosen });
      },
    })}
    ${selectBox<Area>({
      label: l10n.t('Size by'),
      choices: areas.map((value) => ({ value, label: areaText(value) })),
      value: area,
      onChange: (chosen) => {
        this.changeView({ area: chosen });
      },
    })}`;
  }

  #map(): TemplateResult {
    const index = this.#activeIndex;
    const active = this.#cells[index];
    const shown = this.hovered ?? (this.hasFocus ? index : undefined);
    let first = 0;
    return html`<div
      class="map"
      role="listbox"
      tabindex="0"
      aria-label=${l10n.t('Clusters')}
      aria-activedescendant=${`cell-${index}`}
      data-vscode-context=${active ? menuContext(active.cluster.item) : nothing}
      .style=${`height: ${this.#height}px`}
      @keydown=${this.#onKey}
      @focus=${() => (this.hasFocus = true)}
      @blur=${() => (this.hasFocus = false)}
      @pointermove=${({ target }: PointerEvent) => {
        this.hovered = this.#indexOf(target);
      }}
      @pointerleave=${() => {
        this.hovered = undefined;
      }}
      @pointerdown=${({ target }: PointerEvent) => {
        this.#activate(this.#indexOf(target));
      }}
      @dblclick=${({ target }: MouseEvent) => {
        this.#show(this.#indexOf(target), 'showDetails');
      }}
    >
      ${guard([this.#groups, this.now], () =>
        this.#groups.map((group) => {
          first += group.cells.length;
          return mapGroup(group, first - group.cells.length, this.view.grouping, this.now);
        }),
      )}
      ${active ? outline(active) : nothing}
      ${shown === undefined ? nothing : mapHover(this.#cells[shown], this.width, this.#height, this.now)}
    </div>`;
  }

  /** The first cell unless another one is active. */
  get #activeIndex(): number {
    return Math.max(
      0,
      this.#cells.findIndex(({ cluster }) => cluster.item.id === this.active),
    );
  }

  #indexOf(target: EventTarget | null): number | undefined {
    const cell = target instanceof Element ? target.closest('.cell') : null;
    return cell instanceof HTMLElement ? Number(cell.id.slice('cell-'.length)) : undefined;
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
    if (key === 'Enter')
      this.#show(this.#activeIndex, event.ctrlKey || event.metaKey ? 'reveal' : 'showDetails');
    else if (key === 'Escape') this.changeView({ filter: { ...noFilter, states: [] } });
    else if (target === undefined) return;
    event.preventDefault();
    this.hovered = undefined;
    this.#activate(target);
  };
}

/** Drawn above the cells, so that they are not drawn again when another one becomes active. */
function outline({ x, y, width, height }: Cell): TemplateResult {
  return html`<div
    class="outline"
    aria-hidden="true"
    .style=${`left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px`}
  ></div>`;
}

function emptyMap(): TemplateResult {
  return html`<p class="empty">${l10n.t('No clusters to show')}</p>`;
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

customElements.define('fleet-map', MapSection);
