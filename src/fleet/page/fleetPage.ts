import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import type { PageTab, ToPage } from '../messages';
import './capacityList';
import { ChangeStore, type ShownChanges } from './changeStore';
import './changes';
import { filterClusters } from './filter';
import './filterBar';
import { connectionKey, FleetStore, type Cluster, type Fleet } from './fleet';
import './header';
import { send, storedView, storeView } from './host';
import './map';
import './reading';
import { Section } from './section';
import './table';
import { tabBar, tabPanel } from './tabs';
import './tiles';
import { viewOf, type View } from './viewState';

/** The fleet overview: takes the messages of the extension, and keeps what the user chose to see. */
export class FleetPage extends Section {
  static override properties: PropertyDeclarations = {
    fleet: { state: true },
    changes: { state: true },
    isDisconnected: { state: true },
    view: { state: true },
    now: { state: true },
    isPainted: { state: true },
  };

  /** Undefined before the first message. */
  declare private fleet: Fleet | undefined;
  /** Undefined before they were sent, which is when their tab is shown. */
  declare private changes: ShownChanges | undefined;
  declare private isDisconnected: boolean;
  declare private view: View;
  declare private now: number;
  /** Whether the map can be seen. */
  declare private isPainted: boolean;
  readonly #store = new FleetStore();
  readonly #changeStore = new ChangeStore();
  #clusters: readonly Cluster[] = [];

  constructor() {
    super();
    this.isDisconnected = false;
    this.view = storedView();
    this.now = Date.now();
    this.isPainted = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The page lives as long as its document, so that nothing is ever removed.
    window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
      this.#receive(data);
    });
    setInterval(() => (this.now = Date.now()), 60_000);
    send({ type: 'ready' });
  }

  #receive(message: ToPage): void {
    this.now = Date.now();
    switch (message.type) {
      case 'fleet':
        this.isDisconnected = false;
        // A connection with another API key has the same name.
        if (message.isWhole) this.changes = undefined;
        this.fleet = this.#store.apply(message);
        this.view = viewOf(connectionKey(message.header.connection), this.view);
        break;
      case 'changes':
        this.changes = this.#changeStore.apply(message);
        break;
      case 'showTab':
        this.#changeView({ tab: message.tab });
        break;
      case 'disconnected':
        this.isDisconnected = true;
        this.fleet = undefined;
        this.changes = undefined;
    }
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
    const before = changed.get('view') as View | undefined;
    if (
      !this.fleet ||
      !(changed.has('fleet') || (changed.has('view') && before?.filter !== this.view.filter))
    )
      return;
    this.#clusters = filterClusters(this.fleet.clusters, this.view.filter);
  }

  protected override updated(): void {
    if (!this.fleet || this.isPainted) return;
    requestAnimationFrame(() => setTimeout(() => (this.isPainted = true)));
  }

  protected override render(): TemplateResult {
    if (this.isDisconnected) return disconnected();
    if (this.fleet === undefined)
      return html`<main class="message" role="status">${l10n.t('Loading…')}</main>`;
    const { fleet, view, now } = this;
    const { tab } = view;
    const { header } = fleet;
    return html`<main>
      <fleet-header .header=${header} .now=${now}></fleet-header>
      ${tabBar(tab, header.changes, this.#selectTab)}
      <fleet-reading .header=${header} .tab=${tab}></fleet-reading>
      ${tabPanel(tab, tab === 'overview' ? this.#overview(fleet) : this.#changes(fleet))}
    </main>`;
  }

  #changes(fleet: Fleet): TemplateResult {
    // What is known of one connection is never shown under the name of another.
    const isOfThis = this.changes?.connection === connectionKey(fleet.header.connection);
    return html`<fleet-changes
      .changes=${isOfThis ? this.changes : undefined}
      .view=${this.view}
      .now=${this.now}
      .changeView=${this.#changeView}
    ></fleet-changes>`;
  }

  #overview(fleet: Fleet): TemplateResult {
    const { view, now } = this;
    const changeView = this.#changeView;
    return html`<fleet-tiles .fleet=${fleet} .view=${view} .changeView=${changeView}></fleet-tiles>
      <div class="filter-place">
        ${this.#later(
          () =>
            html`<fleet-filter-bar
              .fleet=${fleet}
              .view=${view}
              .changeView=${changeView}
            ></fleet-filter-bar>`,
        )}
      </div>
      <div class="overview">
        <fleet-map
          .clusters=${this.#clusters}
          .view=${view}
          .now=${now}
          .header=${fleet.header}
          .changeView=${changeView}
        ></fleet-map>
        ${this.#later(
          () =>
            html`<fleet-capacity
              .clusters=${this.#clusters}
              .view=${view}
              .header=${fleet.header}
              .changeView=${changeView}
            ></fleet-capacity>`,
        )}
      </div>
      ${this.#later(
        () =>
          html`<fleet-table
            .fleet=${fleet}
            .view=${view}
            .now=${now}
            .changeView=${changeView}
          ></fleet-table>`,
      )}`;
  }

  /** What takes longer than the map is drawn after it. */
  #later(part: () => TemplateResult): TemplateResult | typeof nothing {
    return this.isPainted ? part() : nothing;
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
