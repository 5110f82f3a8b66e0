import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { readToPage } from '../messages';
import './capacityList';
import { filterClusters } from './filter';
import './filterBar';
import { connectionKey, FleetStore, type Cluster, type Fleet } from './fleet';
import './header';
import { send, storedView, storeView } from './host';
import './map';
import { Section } from './section';
import './table';
import './tiles';
import { viewOf, type View } from './viewState';

/** The fleet overview: takes the messages of the extension, and keeps what the user chose to see. */
export class FleetPage extends Section {
  static override properties: PropertyDeclarations = {
    fleet: { state: true },
    isDisconnected: { state: true },
    view: { state: true },
    now: { state: true },
    isPainted: { state: true },
  };

  /** Undefined before the first message. */
  declare private fleet: Fleet | undefined;
  declare private isDisconnected: boolean;
  declare private view: View;
  declare private now: number;
  /** Whether the map can be seen. */
  declare private isPainted: boolean;
  readonly #store = new FleetStore();
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
    window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      this.#receive(data);
    });
    setInterval(() => (this.now = Date.now()), 60_000);
    send({ type: 'ready' });
  }

  #receive(data: unknown): void {
    const message = readToPage(data);
    if (message === undefined) return;
    this.isDisconnected = message.type === 'disconnected';
    if (message.type === 'disconnected') {
      this.fleet = undefined;
      return;
    }

    this.fleet = this.#store.apply(message);
    this.now = Date.now();
    this.view = viewOf(connectionKey(message.header), this.view);
  }

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
    const changeView = this.#changeView;
    return html`<main>
      <fleet-header .header=${fleet.header} .now=${now}></fleet-header>
      <fleet-tiles .fleet=${fleet} .view=${view} .changeView=${changeView}></fleet-tiles>
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
          .isReading=${fleet.header.reading !== undefined}
          .changeView=${changeView}
        ></fleet-map>
        ${this.#later(
          () =>
            html`<fleet-capacity
              .clusters=${this.#clusters}
              .view=${view}
              .canRead=${fleet.header.canReadCapacity}
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
      )}
    </main>`;
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
