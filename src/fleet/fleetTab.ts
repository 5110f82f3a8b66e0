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
import { ShownFleet, type FleetPage, type ShownTab } from './shownFleet';

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
  last: ShownTab = { tab: 'overview' };
  readonly refreshed;

  constructor(private readonly given: FleetParts) {
    super(
      { name: 'fleet', read: readToExtension, title: overviewTitle },
      given,
      given.inventories.onDidChangeActive,
    );
    // What these tabs show is refreshed while the user can see it.
    const refresh = (tabs: readonly PageTab[]): RefreshedView => {
      const isVisible = (): boolean => this.opened?.panel.visible === true && tabs.includes(this.last.tab);
      const { onDidChangeVisibility } = this;
      return given.autoRefresh.register({
        get visible() {
          return isVisible();
        },
        onDidChangeVisibility,
      });
    };
    this.refreshed = { fleet: refresh(fleetTabs), timeline: refresh(['timeline']) };
  }

  /** What the page shows, as it can be saved. */
  get shownView() {
    const told = this.opened?.view;
    const view = told && (readTab(told) ?? { tab: this.last.tab, queries: {} });
    return view && { tab: view.tab, query: shownQuery(view) };
  }

  get isOpening(): boolean {
    return this.opened?.next?.type === 'openTimeline';
  }

  /** Whether the user can see all items that need attention. */
  shows(): boolean {
    const query = this.shownView?.query.trim();
    const isAll = query === '' || query === attentionQuery;
    return isAll && this.last.tab === 'overview' && this.opened?.panel.visible === true;
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
    this.last = { ...this.last, tab };
    this.content?.showTab(tab);
    this.given.autoRefresh.update();
  }

  protected override serve(): ShownFleet | undefined {
    const { fleet } = this.given.inventories;
    const shown = fleet && new ShownFleet(fleet, this.given.changes, this);
    shown?.showTab(this.last.tab);
    return shown;
  }

  protected override readState(state: JsonObject): void {
    this.last = { ...this.last, tab: tabOf(state) };
  }
}

function overviewTitle(connection?: string): string {
  return connection === undefined ? l10n.t('Fleet Overview') : l10n.t('Fleet: {0}', connection);
}

function tabOf({ tab }: JsonObject): PageTab {
  return pageTabs.find((each) => each === tab) ?? 'overview';
}
