import { l10n, type Disposable, type LogOutputChannel, type Uri, type WebviewPanel } from 'vscode';
import type { ChangeLogs } from '../items/changes/changeLogs';
import type { Inventories } from '../items/inventories';
import { sanitizeLine } from '../text/text';
import { isObject, type JsonObject } from '../service/readers';
import { EditorTab } from '../ui/editorTab';
import { keepView, showPage } from '../ui/pageHtml';
import { fleetTabs, pageTabs, readToExtension, type PageTab, type ToPage } from './messages';
import { filterText } from './page/describe';
import { readView, withSaved } from './page/viewState';
import { runPageRequest } from './pageActions';
import { ShownFleet } from './shownFleet';
import { VisibleRefresh } from './visibleRefresh';

// Loaded together with the tab.
export { checkCertificates } from './checkCertificates';
export { searchMachines } from './searchMachines';

/** The cores and memory of so many clusters take ten requests. */
const fewClusters = 500;

/** The fleet overview in a panel: shows the active connection until the panel is closed. */
export class FleetPanel implements Disposable {
  #shown: ShownFleet | undefined;
  /** Whether the page is loaded. VS Code unloads it while the tab is hidden. */
  #isPageReady = false;
  #tab: PageTab;
  /** What the page shows, as it can be saved; undefined before the page has told. */
  shownView: JsonObject | undefined;
  /** To be shown as soon as the page is loaded. */
  #viewToOpen: JsonObject | undefined;
  /** Whether the clusters were read for the page. The changes need no request. */
  #hasRead = false;
  readonly #refresh: VisibleRefresh;
  readonly #subscriptions: readonly Disposable[];

  constructor(
    readonly panel: WebviewPanel,
    private readonly inventories: Inventories,
    private readonly changes: ChangeLogs,
    tab: PageTab,
    extensionUri: Uri,
    private readonly log: LogOutputChannel,
  ) {
    this.#tab = tab;
    this.#refresh = new VisibleRefresh(() => panel.visible && fleetTabs.includes(this.#tab));
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage((message) => this.#receive(message)),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#unload();
        this.#refresh.update();
      }),
      inventories.onDidChangeActive(() => {
        this.#follow();
      }),
    ];
    this.#follow();
    showPage(panel, extensionUri, 'fleet', l10n.t('Fleet Overview'));
  }

  /** Shows a tab of the page, and a saved view, as soon as the page is loaded. */
  showTab(tab: PageTab, view?: JsonObject): void {
    this.#viewToOpen = view;
    if (this.#isPageReady) this.#post({ type: 'showTab', tab });
    this.#selectTab(tab);
    if (this.#isPageReady) this.#sendView();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#refresh.dispose();
    this.#shown?.dispose();
    this.#shown = undefined;
  }

  /** Shows the active connection. */
  #follow(): void {
    const { active } = this.inventories;
    if (active !== undefined && active === this.#shown?.inventory) return;
    this.#shown?.dispose();
    this.shownView = undefined;
    this.#hasRead = false;
    this.#refresh.show(undefined);
    this.#shown =
      active &&
      new ShownFleet(active, this.changes, this.#post, () => {
        if (this.#hasRead) this.#read();
      });
    const name = active?.session.connection.name;
    this.panel.title =
      name === undefined ? l10n.t('Fleet Overview') : l10n.t('Fleet: {0}', sanitizeLine(name, 60));
    if (this.#isPageReady) this.#sendAll();
    this.#readClusters();
  }

  #selectTab(tab: PageTab): void {
    this.#tab = tab;
    if (this.#isPageReady) this.#shown?.showTab(tab);
    this.#readClusters();
    if (tab === 'capacity') this.#readCapacity();
    this.#refresh.update();
  }

  #unload(): void {
    this.#isPageReady = false;
    this.#shown?.stopUpdates();
  }

  async #receive(received: unknown): Promise<void> {
    const message = readToExtension(received);
    if (message === undefined) this.log.debug('The fleet page sent an invalid message.');
    else if (message.type === 'ready') {
      this.#isPageReady = true;
      this.#post({ type: 'showTab', tab: this.#tab });
      this.#sendAll();
      this.#sendView();
    } else if (message.type === 'tabSelected') this.#selectTab(message.tab);
    else if (message.type === 'keepView')
      await keepView(this.panel.webview, message, this.inventories.active?.session);
    else if (message.type === 'viewChanged') this.shownView = message.view;
    else if (message.type === 'refresh') this.#read();
    else await runPageRequest(message, this.#current);
  }

  #sendAll(): void {
    if (this.#shown === undefined) this.#post({ type: 'disconnected' });
    else this.#shown.startUpdates(this.#tab);
  }

  #sendView(): void {
    if (this.#viewToOpen !== undefined) this.#post({ type: 'openView', view: this.#viewToOpen });
    this.#viewToOpen = undefined;
  }

  /** Reads the clusters when they are shown for the first time. */
  #readClusters(): void {
    if (fleetTabs.includes(this.#tab) && !this.#hasRead) this.#read();
  }

  /** Reads the cores and memory that are not known, unless that takes many requests. */
  #readCapacity(): void {
    const { inventory, reader } = this.#shown ?? {};
    const clusters = inventory?.coverage().clusters.total ?? Infinity;
    if (reader?.canReadCapacity === true && clusters <= fewClusters)
      void runPageRequest({ type: 'readCapacity' }, this.#current);
  }

  #read(): void {
    this.#hasRead = true;
    this.#shown?.keepItems();
    this.#refresh.show(this.#shown?.reader);
    void runPageRequest({ type: 'refresh' }, this.#current);
  }

  readonly #current = (): ShownFleet | undefined => this.#shown;

  readonly #post = (message: ToPage): void => {
    void this.panel.webview.postMessage(message);
  };
}

/** The fleet overview of this window, which has at most one. */
export class FleetTab implements Disposable {
  readonly #tab: EditorTab<FleetPanel>;

  constructor(
    viewType: string,
    private readonly inventories: Inventories,
    private readonly changes: ChangeLogs,
    private readonly extensionUri: Uri,
    private readonly log: LogOutputChannel,
  ) {
    this.#tab = new EditorTab(viewType);
  }

  /** Whether the page is visible, which has all items and their changes. */
  get isVisible(): boolean {
    return this.#tab.page?.panel.visible === true;
  }

  get shownView(): JsonObject | undefined {
    return this.#tab.page?.shownView;
  }

  /** Opens the page with one of its tabs, or moves to it. @param view to show in it */
  show(tab: PageTab, view?: JsonObject): void {
    this.#tab.show(this.#panelWith(tab));
    this.#tab.page?.showTab(tab, view);
  }

  /** A saved view in words. */
  textOf(view: JsonObject): string {
    const { active } = this.inventories;
    const items = new Map(active?.items().map((item) => [item.id, item]));
    const nothing = { read: 0 };
    const header = { coverage: { projects: nothing, clusters: nothing, machines: nothing } };
    return filterText({ items, header }, withSaved(readView(undefined), view));
  }

  /** Shows the page in a panel that VS Code opened again. @param state of the page, which another version may have stored */
  restore(panel: WebviewPanel, state: unknown): void {
    const tab = isObject(state) ? state['tab'] : undefined;
    this.#tab.adopt(panel, this.#panelWith(pageTabs.find((each) => each === tab) ?? 'overview'));
  }

  dispose(): void {
    this.#tab.dispose();
  }

  #panelWith(tab: PageTab): (panel: WebviewPanel) => FleetPanel {
    const { inventories, changes, extensionUri, log } = this;
    return (panel) => new FleetPanel(panel, inventories, changes, tab, extensionUri, log);
  }
}
