import { l10n } from 'vscode';
import type { ChangeLogs } from '../timeline/changeLogs';
import type { Inventories } from '../reads/inventories';
import { readAsked } from '../timeline/entry';
import { text, type JsonObject } from '../service/readers';
import type { AutoRefresh, RefreshedView } from '../tree/autoRefresh';
import { PageHost, type PageParts } from '../tabs/pageHost';
import {
  fleetTabs,
  pageTabs,
  readToExtension,
  type PageTab,
  type ToExtension,
  type ToPage,
  attentionQuery,
  readTab,
  shownQuery,
} from './messages';
import { ShownFleet, type FleetPage, type LastPeriod } from './shownFleet';

// Loaded together with the tab.
export { checkCertificates } from './reads';

/** What the overview needs. */
export interface FleetParts extends PageParts {
  readonly inventories: Inventories;
  readonly changes: ChangeLogs;
  readonly autoRefresh: AutoRefresh;
}

/** The fleet overview. */
export class FleetTab extends PageHost<ToExtension, ToPage, ShownFleet> implements FleetPage {
  tab: PageTab = 'overview';
  lastPeriod: LastPeriod | undefined;
  readonly refreshed: RefreshedView;
  readonly refreshedTimeline: RefreshedView;
  protected override readonly read = readToExtension;

  constructor(private readonly given: FleetParts) {
    super('fleet', given, given.inventories.onDidChangeActive);
    this.refreshed = this.#refresh(fleetTabs);
    this.refreshedTimeline = this.#refresh(['timeline']);
  }

  /** What the page shows, as it can be saved. */
  get shownView(): JsonObject | undefined {
    const view = this.#shown;
    return view && { tab: view.tab, query: shownQuery(view) };
  }

  get isOpening(): boolean {
    return this.next?.type === 'openTimeline';
  }

  /** Whether the user can see all items that need attention. */
  shows(): boolean {
    const view = this.#shown;
    const query = view && shownQuery(view).trim();
    return (query === '' || query === attentionQuery) && this.tab === 'overview' && this.isVisible;
  }

  /** Opens the page with one of its tabs, or moves to it. @param message what to show in it */
  open(tab: PageTab, message?: ToPage): void {
    this.post({ type: 'showTab', tab });
    this.selectTab(tab);
    this.reveal(message);
  }

  /** Opens the page with the query of a saved view, in its tab. @param view may be of another version */
  showSaved(view: JsonObject): void {
    this.open(tabOf(view), { type: 'openQuery', query: text(view['query']) ?? '' });
  }

  /** Opens the page with the timeline of an item or of the fleet. @param asked may be anything */
  showTimeline(asked: unknown): void {
    const { item, sources = [], period } = readAsked(asked) ?? {};
    // What was read is read again when the page asks for it.
    this.content?.timeline.close();
    this.selectTab('timeline');
    this.reveal({ type: 'openTimeline', item, sources, period });
  }

  selectTab(tab: PageTab): void {
    this.tab = tab;
    this.content?.showTab(tab);
    this.given.autoRefresh.update();
  }

  /** The text of an entry of the timeline, by its key; undefined if it is not shown. */
  async textOf(key: string): Promise<string | undefined> {
    return this.content?.timeline.textOf(key);
  }

  protected override title(connection?: string): string {
    return connection === undefined ? l10n.t('Fleet Overview') : l10n.t('Fleet: {0}', connection);
  }

  protected override serve(): ShownFleet | undefined {
    const { fleet } = this.given.inventories;
    const shown = fleet && new ShownFleet(fleet, this.given.changes, this);
    shown?.showTab(this.tab);
    return shown;
  }

  protected override readState(state: JsonObject): void {
    this.tab = tabOf(state);
  }

  get #shown(): ReturnType<typeof readTab> {
    return this.view && (readTab(this.view) ?? { tab: this.tab, queries: {} });
  }

  /** Refreshes what these tabs show while the user can see it. */
  #refresh(tabs: readonly PageTab[]): RefreshedView {
    const isVisible = (): boolean => this.isVisible && tabs.includes(this.tab);
    return this.given.autoRefresh.register({
      get visible() {
        return isVisible();
      },
      onDidChangeVisibility: this.onDidChangeVisibility,
    });
  }
}

function tabOf({ tab }: JsonObject): PageTab {
  return pageTabs.find((each) => each === tab) ?? 'overview';
}
