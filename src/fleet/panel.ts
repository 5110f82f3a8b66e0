import { l10n, type Disposable, type LogOutputChannel, type Uri, type WebviewPanel } from 'vscode';
import { onDidChangeSettings, readSetting } from '../connections/settings';
import type { ChangeLogs } from '../items/changes/changeLogs';
import type { Inventories } from '../items/inventories';
import { readAsked, type AskedTimeline } from '../items/timeline/entry';
import { sanitizeLine } from '../text/text';
import { isObject, text, type JsonObject } from '../service/readers';
import { AutoRefresh, type RefreshedView } from '../tree/autoRefresh';
import { EditorTab } from '../ui/editorTab';
import { showErrors } from '../ui/errorMessage';
import { KeptView, postTo, showPage } from '../ui/pageHtml';
import { runCommand } from '../ui/runCommand';
import { fleetTabs, pageTabs, readToExtension, type PageTab, type ToPage } from './messages';
import { attentionQuery, readTab, shownQuery } from './shownQuery';
import { ShownFleet } from './shownFleet';

// Loaded together with the tab.
export { checkCertificates } from './checkCertificates';
export { searchMachines } from './searchMachines';

/** What the overview needs. */
export interface FleetParts {
  readonly inventories: Inventories;
  readonly changes: ChangeLogs;
  readonly extensionUri: Uri;
  readonly log: LogOutputChannel;
}

/** The fleet overview in a panel: shows the active connection until the panel is closed. */
export class FleetPanel implements Disposable {
  #shown: ShownFleet | undefined;
  /** Whether the page is loaded. VS Code unloads it while the tab is hidden. */
  #isPageReady = false;
  /** What the page shows; undefined before the page has told. */
  #view: ReturnType<typeof readTab>;
  /** To be shown as soon as the page is loaded. */
  #toOpen: ToPage | undefined;
  /** Refreshes what the tab shows while the user can see it. */
  readonly #autoRefresh = new AutoRefresh(() => readSetting('autoRefreshSeconds') * 1000);
  readonly #refreshed: RefreshedView;
  readonly #refreshedTimeline: RefreshedView;
  readonly #subscriptions: readonly Disposable[];
  readonly #kept: KeptView;

  /** @param tab which the page shows first */
  constructor(
    readonly panel: WebviewPanel,
    private readonly parts: FleetParts,
    private tab: PageTab,
  ) {
    this.#kept = new KeptView(panel.webview);
    this.#refreshed = this.#refresh(fleetTabs);
    this.#refreshedTimeline = this.#refresh(['timeline']);
    this.#subscriptions = [
      this.#autoRefresh,
      onDidChangeSettings(this.#autoRefresh.update),
      panel.webview.onDidReceiveMessage((message) => this.#receive(message)),
      panel.onDidChangeViewState(() => {
        if (panel.visible) return;
        this.#isPageReady = false;
        this.#shown?.stopUpdates();
      }),
      parts.inventories.onDidChangeActive(() => {
        this.#follow();
      }),
    ];
    this.#follow();
    showPage(panel, parts.extensionUri, 'fleet', l10n.t('Fleet Overview'));
  }

  /** What the page shows, as it can be saved. */
  get shownView(): JsonObject | undefined {
    return this.#view && { tab: this.#view.tab, query: shownQuery(this.#view) };
  }

  /** Whether the user can see all items that need attention. */
  shows(): boolean {
    const query = this.#view && shownQuery(this.#view).trim();
    return (query === '' || query === attentionQuery) && this.tab === 'overview' && this.panel.visible;
  }

  /** Shows the timeline of an item or of the fleet. */
  showTimeline({ item, sources = [], period }: AskedTimeline): void {
    this.#shown?.timeline.select(item);
    this.showTab('timeline', { type: 'openTimeline', sources, period });
  }

  /** Shows a tab of the page as soon as the page is loaded. @param message what to show in it */
  showTab(tab: PageTab, message?: ToPage): void {
    this.#toOpen = message;
    if (this.#isPageReady) this.#post({ type: 'showTab', tab });
    this.#selectTab(tab);
    if (this.#isPageReady) this.#sendToOpen();
  }

  /** The text of an entry of the timeline, by its key; undefined if it is not shown. */
  async textOf(key: string): Promise<string | undefined> {
    return this.#shown?.timeline.textOf(key);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#shown?.dispose();
    this.#shown = undefined;
  }

  /** Shows the active connection. */
  #follow(): void {
    const { fleet } = this.parts.inventories;
    if (fleet !== undefined && fleet === this.#shown?.reader) return;
    this.#shown?.dispose();
    this.#view = undefined;
    this.#refreshed.show(undefined);
    this.#shown =
      fleet &&
      new ShownFleet(fleet, this.parts.changes, this.#post, this.#refreshed, this.#refreshedTimeline);
    const name = fleet?.inventory.session.connection.name;
    this.panel.title =
      name === undefined ? l10n.t('Fleet Overview') : l10n.t('Fleet: {0}', sanitizeLine(name, 60));
    if (this.#isPageReady) this.#sendAll();
    this.#shown?.showTab(this.tab);
  }

  /** Refreshes what these tabs show. */
  #refresh(tabs: readonly PageTab[]): RefreshedView {
    const { panel } = this;
    const isVisible = (): boolean => panel.visible && tabs.includes(this.tab);
    return this.#autoRefresh.register({
      get visible() {
        return isVisible();
      },
      onDidChangeVisibility: panel.onDidChangeViewState,
    });
  }

  #selectTab(tab: PageTab): void {
    this.tab = tab;
    this.#shown?.showTab(tab);
    this.#autoRefresh.update();
  }

  async #receive(received: unknown): Promise<void> {
    const message = readToExtension(received);
    if (message === undefined) this.parts.log.debug('The fleet page sent an invalid message.');
    else if (message.type === 'ready') {
      this.#isPageReady = true;
      this.#kept.send();
      this.#post({ type: 'showTab', tab: this.tab });
      this.#sendAll();
      this.#sendToOpen();
    } else if (message.type === 'tabSelected') this.#selectTab(message.tab);
    else if (message.type === 'keepView') {
      this.#view = readTab(message.view) ?? { tab: 'overview', queries: {} };
      await this.#kept.keep(message, this.parts.inventories.active?.session);
    } else if (message.type === 'readSearch' && message.isNeeded === true) this.#shown?.readSearch();
    else if (message.type === 'connect') await showErrors(() => runCommand('connect'));
    else await this.#shown?.run(message);
  }

  #sendAll(): void {
    if (this.#shown === undefined) this.#post({ type: 'disconnected' });
    else this.#shown.startUpdates();
  }

  #sendToOpen(): void {
    if (this.#toOpen) this.#post(this.#toOpen);
    this.#toOpen = undefined;
  }

  readonly #post = (message: ToPage): void => {
    postTo(this.panel.webview, message);
  };
}

/** The fleet overview of this window, which has at most one. */
export class FleetTab extends EditorTab<FleetPanel> {
  constructor(
    viewType: string,
    private readonly parts: FleetParts,
  ) {
    super(viewType);
  }

  /** Whether it is the editor that the user works in. */
  get isActive(): boolean {
    return this.page?.panel.active === true;
  }

  get shownView(): JsonObject | undefined {
    return this.page?.shownView;
  }

  /** Opens the page with one of its tabs, or moves to it. @param message what to show in it */
  open(tab: PageTab, message?: ToPage): void {
    this.show(this.#panelWith(tab));
    this.page?.showTab(tab, message);
  }

  /** Opens the page with the query of a saved view, in its tab. @param view may be of another version */
  showSaved(view: JsonObject): void {
    this.open(tabOf(view), { type: 'openQuery', query: text(view['query']) ?? '' });
  }

  /** Opens the page with a timeline. @param asked may be anything */
  showTimeline(asked: unknown): void {
    this.show(this.#panelWith('timeline'));
    this.page?.showTimeline(readAsked(asked) ?? {});
  }

  /** Shows the page in a panel that VS Code opened again. @param state of the page, which another version may have stored */
  restore(panel: WebviewPanel, state: unknown): void {
    this.adopt(panel, this.#panelWith(tabOf(isObject(state) ? state : {})));
  }

  #panelWith(tab: PageTab): (panel: WebviewPanel) => FleetPanel {
    return (panel) => new FleetPanel(panel, this.parts, tab);
  }
}

function tabOf({ tab }: JsonObject): PageTab {
  return pageTabs.find((each) => each === tab) ?? 'overview';
}
