import { config } from '@vscode/l10n';
import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { formatMoment, formatNumber } from '../../presentation/format';
import type { PageTab, ToPage } from '../messages';
import './capacityList';
import { ChangeStore, type ShownChanges } from './changeRows';
import './changes';
import { orderOf } from './clusterGroups';
import { filterClusters, type Filter } from './filter';
import './filterBar';
import { connectionKey, FleetStore, type Cluster, type PageFleet } from './fleet';
import './header';
import './page.css';
import { send, storedView, storeView, type Page } from './section';
import './statusGrid';
import './table';
import { tabBar, tabPanel } from './tabs';
import './tiles';
import { viewOf, type View } from './viewState';

const translations = document.getElementById('l10n')?.textContent.trim() ?? '';
if (translations !== '') config({ contents: translations });

/** Where less than this is left for the table, the page scrolls. 12 rows, in pixels, with what is above them. */
const lowestTable = 370;

/** The fleet overview: takes the messages of the extension, and keeps what the user chose to see. */
class FleetPage extends LitElement {
  static override properties: PropertyDeclarations = {
    fleet: { state: true },
    changes: { state: true },
    isDisconnected: { state: true },
    view: { state: true },
    now: { state: true },
    painted: { state: true },
    tableTop: { state: true },
  };

  /** Undefined before the first message. */
  declare private fleet: PageFleet | undefined;
  /** Undefined before they were sent, which is when their tab is shown. */
  declare private changes: ShownChanges | undefined;
  declare private isDisconnected: boolean;
  declare private view: View;
  declare private now: number;
  /** What the status grid shows on the screen. What takes longer to draw shows this, too. */
  declare private painted: PageFleet | undefined;
  /** As in {@link Page}. */
  declare private tableTop: number | undefined;
  readonly #resizes = new ResizeObserver(() => {
    this.#measure();
  });
  readonly #store = new FleetStore();
  readonly #changeStore = new ChangeStore();
  #clusters: readonly Cluster[] = [];
  /** What {@link #clusters} pass. */
  #filter: Filter | undefined;

  constructor() {
    super();
    this.isDisconnected = false;
    this.view = storedView();
    this.now = Date.now();
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The page lives as long as its document, so that nothing is ever removed.
    window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
      this.#receive(data);
    });
    setInterval(() => (this.now = Date.now()), 60_000);
    send({ type: 'ready' });
    // Creating the formatters takes tens of milliseconds, better now than when the clusters arrive.
    formatNumber(1000);
    formatMoment(this.now, this.now);
  }

  #receive(message: ToPage): void {
    this.now = Date.now();
    switch (message.type) {
      case 'fleet':
        this.isDisconnected = false;
        // A connection with another API key has the same name.
        if (message.isWhole) this.changes = this.painted = undefined;
        this.fleet = this.#store.apply(message);
        this.#updateView(this.fleet);
        break;
      case 'changes':
        this.changes = this.#changeStore.apply(message);
        break;
      case 'showTab':
        this.#changeView({ tab: message.tab });
        break;
      case 'disconnected':
        this.isDisconnected = true;
        this.fleet = this.painted = undefined;
        this.changes = undefined;
    }
  }

  #updateView(fleet: PageFleet): void {
    const view = viewOf(connectionKey(fleet.header.connection), this.view);
    const order = orderOf(view.order, fleet);
    if (view !== this.view || order !== view.order) this.#changeView({ ...view, order });
  }

  readonly #selectTab = (tab: PageTab): void => {
    this.#changeView({ tab });
    send({ type: 'tabSelected', tab });
  };

  readonly #changeView = (change: Partial<View>): void => {
    this.view = { ...this.view, ...change };
    storeView(this.view);
  };

  protected override willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void {
    const { filter } = this.view;
    if (!this.fleet || (!changed.has('fleet') && this.#filter === filter)) return;
    this.#filter = filter;
    this.#clusters = filterClusters(this.fleet.clusters, filter);
  }

  /** Lets the table scroll, or the page where the table would be too low for that: never both. */
  #measure(): void {
    const [main, table] = [this.querySelector('main'), this.querySelector('fleet-table')];
    if (!main || !(table instanceof HTMLElement)) return;
    this.tableTop = main.clientHeight - table.offsetTop < lowestTable ? table.offsetTop : undefined;
  }

  protected override updated(): void {
    for (const part of this.querySelectorAll('main, .top, fleet-table')) this.#resizes.observe(part);
    if (this.fleet === this.painted) return;
    requestAnimationFrame(() => setTimeout(() => (this.painted = this.fleet)));
  }

  protected override render(): TemplateResult {
    if (this.isDisconnected) return disconnected();
    if (this.fleet === undefined)
      return html`<main class="message" role="status">${l10n.t('Loading…')}</main>`;
    const { fleet, view, now } = this;
    // What is known of one connection is never shown under the name of another.
    const isOfThis = this.changes?.connection === connectionKey(fleet.header.connection);
    const page: Page = {
      fleet,
      clusters: this.#clusters,
      changes: isOfThis ? this.changes : undefined,
      view,
      changeView: this.#changeView,
      now,
      tableTop: this.tableTop,
    };
    const isFilled = view.tab === 'overview' && this.tableTop === undefined;
    return html`<main class=${isFilled ? 'filled' : ''}>
      ${view.tab === 'overview' ? this.#skipLink() : nothing}
      <div class="top">
        <fleet-header .page=${page}></fleet-header>
        ${tabBar(view.tab, fleet.header.changes, this.#selectTab)}
      </div>
      ${tabPanel(view.tab, this.#tabContent(page))}
    </main>`;
  }

  #skipLink(): TemplateResult {
    return html`<button class="tool skip" @click=${() => this.querySelector<HTMLElement>('.grid')?.focus()}>
      ${l10n.t('Skip to Table')}
    </button>`;
  }

  #tabContent(page: Page): TemplateResult {
    switch (page.view.tab) {
      case 'overview':
        return this.#overview(page);
      case 'capacity':
        return html`<fleet-filter-bar .page=${page}></fleet-filter-bar>
          <fleet-capacity .page=${page}></fleet-capacity>`;
      case 'changes':
        return html`<fleet-changes .page=${page}></fleet-changes>`;
    }
  }

  /** The status grid comes first; what takes longer is drawn after it. */
  #overview(page: Page): TemplateResult {
    const { painted } = this;
    const later = (partOf: (page: Page) => TemplateResult): TemplateResult | typeof nothing =>
      painted ? partOf({ ...page, fleet: painted }) : nothing;
    return html`<div class="top">
        <fleet-tiles .page=${page}></fleet-tiles>
        <div class="filter-place">
          ${later((late) => html`<fleet-filter-bar .page=${late}></fleet-filter-bar>`)}
        </div>
        <fleet-status-grid .page=${page}></fleet-status-grid>
      </div>
      ${later((late) => html`<fleet-table .page=${late}></fleet-table>`)}`;
  }
}

function disconnected(): TemplateResult {
  return html`<main class="message">
    <p>${l10n.t('Not connected. Connect to a service to see its fleet.')}</p>
    <vscode-button
      @click=${() => {
        send({ type: 'connect' });
      }}
      >${l10n.t('Connect to a Service…')}</vscode-button
    >
  </main>`;
}

customElements.define('fleet-page', FleetPage);
