import { html, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { cache } from 'lit/directives/cache.js';
import { l10n } from 'vscode';
import { parts } from '../../text/text';
import { keyHelp } from '../../webPage/keys';
import { host } from '../../webPage/section';
import { tabBar, tabPanel } from '../../webPage/tabs';
import { disconnectedPage, loadingPage, WebPage } from '../../webPage/webPage';
import type { FleetHeader, PageTab, ToPage, WholeTimeline } from '../messages';
import { answerOf, type PageAnswer } from './answer';
import './capacity';
import { unreadSearch } from './describe';
import { filterBar } from './filterBar';
import { connectionKey, fleetAfter, type PageFleet } from './fleet';
import { coverage, fleetHeader, offeredIds, problemList } from './header';
import './fleet.css';
import { sends, type Page } from './section';
import './table';
import './tiles';
import type { TimelinePage } from './timeline';
import './timeline';
import { noEntryFilter, startOf, timelineAfter } from './timelineRows';
import { needsSearch, readView, shownView, viewOf, type ChosenView, type View } from './viewState';

/** The fleet overview: takes the messages of the extension, and keeps what the user chose to see. */
class FleetPage extends WebPage<ChosenView> {
  /** Undefined before the first message. */
  @state() private accessor fleet: PageFleet | undefined;
  /** Undefined before it was sent, which is when its tab is shown. */
  @state() private accessor timeline: WholeTimeline | undefined;
  /** How many requests it takes to read the machines that a button offers; undefined until the extension has told. */
  @state() private accessor machineRequests: number | undefined;
  /** The IDs of their clusters. */
  #offered: string | undefined;
  /** What the query selects of the fleet; undefined before the first message. */
  #answer: PageAnswer | undefined;
  #query = '';
  /** Whether the extension was told that what is shown needs cluster search. */
  #isSearchNeeded = false;
  /** What the extension was asked for; undefined if it has to be asked when the timeline is shown. */
  #askedTimeline: string | undefined;

  constructor() {
    super();
    this.readStoredView();
  }

  protected override readStoredView(): void {
    this.view = readView(host.getState());
  }

  protected override receive(message: ToPage): void {
    switch (message.type) {
      case 'fleet':
        this.isDisconnected = false;
        // A connection with another API key has the same name.
        if (message.isWhole) {
          this.timeline = undefined;
          this.#askedTimeline = undefined;
          this.#isSearchNeeded = false;
          // The extension forgets what the page showed of another connection or key.
          this.changeView(viewOf(connectionKey(message.header.connection), this.view));
        }
        this.fleet = fleetAfter(this.fleet, message);
        break;
      case 'timeline':
        this.timeline = timelineAfter(this.timeline, message);
        break;
      case 'openTimeline': {
        const { sources, period = this.view.timeline.period } = message;
        this.#askedTimeline = undefined;
        this.changeView({
          queries: { ...this.view.queries, timeline: undefined },
          timeline: { ...this.view.timeline, ...noEntryFilter, sources, period },
        });
        break;
      }
      case 'machineRequests':
        this.machineRequests = message.count;
        break;
      case 'showTab':
        this.changeView({ tab: message.tab });
        break;
      case 'openQuery':
        this.#change({ query: message.query });
        break;
      case 'showCertificates':
        this.changeView({
          group: 'none',
          table: { ...this.view.table, sort: { column: 'certificate', isDescending: false } },
        });
        break;
      case 'disconnected':
        this.isDisconnected = true;
        this.fleet = undefined;
        this.timeline = undefined;
    }
  }

  readonly #change = ({ query, ...change }: Partial<View>): void => {
    const { tab, queries } = this.view;
    this.changeView(query === undefined ? change : { ...change, queries: { ...queries, [tab]: query } });
  };

  readonly #selectTab = (tab: PageTab): void => {
    this.changeView({ tab });
    sends({ type: 'tabSelected', tab })();
  };

  protected override willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void {
    const view = shownView(this.view);
    const { query } = view;
    if (this.fleet) {
      this.#askForTimeline();
      this.#askForSearch(this.fleet.header, view);
    }
    if (!this.fleet || (!changed.has('fleet') && this.#query === query)) return;
    this.#query = query;
    this.#answer = answerOf(this.fleet, query);
    const ids = offeredIds(this.fleet, query, this.#answer);
    const offered = ids?.join();
    if (this.#offered !== offered) this.machineRequests = undefined;
    this.#offered = offered;
    if (ids) sends({ type: 'planMachines', ids })();
  }

  /** Once, so that a read that was canceled, or that finds nothing, is not repeated. */
  #askForSearch(header: FleetHeader, view: View): void {
    const isNeeded = unreadSearch(header) !== undefined && needsSearch(view);
    if (isNeeded && !this.#isSearchNeeded) sends({ type: 'readSearch', isNeeded })();
    this.#isSearchNeeded = isNeeded;
  }

  /** Asks for the timeline when it is shown, or another period or other sources of it. */
  #askForTimeline(): void {
    const { period, since, sources } = this.view.timeline;
    const asked = parts(period, period === 'since' ? since : '', ...sources);
    const wanted = this.view.tab === 'timeline' ? asked : undefined;
    if (wanted !== undefined && wanted !== this.#askedTimeline)
      sends({ type: 'timeline', period, since: startOf(period, since, Date.now()), sources })();
    this.#askedTimeline = wanted;
  }

  protected override render(): TemplateResult {
    if (this.isDisconnected)
      return disconnectedPage(l10n.t('Not connected. Connect to a service to see its fleet.'));
    if (this.fleet === undefined || this.#answer === undefined) return loadingPage();
    const { fleet, now } = this;
    const { canReadMachines } = fleet.header;
    const view = shownView(this.view);
    const page: Page = {
      fleet,
      answer: this.#answer,
      view,
      changeView: this.#change,
      now,
      tableTop: this.tableTop,
      machineRequests: this.machineRequests,
      isCopyNext: !canReadMachines || this.#answer.unread.length === 0,
    };
    return html`<main class=${this.tableTop === undefined ? 'filled' : ''}>
      ${skipLink()}
      <div class="top">
        ${fleetHeader(page)}
        ${tabBar(
          [
            { name: 'overview', text: l10n.t('Overview') },
            { name: 'capacity', text: l10n.t('Capacity') },
            { name: 'timeline', text: l10n.t('Timeline') },
          ],
          view.tab,
          this.#selectTab,
          coverage(page),
        )}
        ${problemList(page)}
      </div>
      ${tabPanel(view.tab, html`${filterBar(page)} ${cache(tabContent(page, this.timeline))}`)}
      ${keyHelp(
        ['Enter', l10n.t('Show Details')],
        ['Ctrl+Enter', l10n.t('Reveal in Projects View')],
        ['C', l10n.t('Copy for Ticket')],
        ['K', l10n.t('Mark as Known…')],
        ['T', l10n.t('Show Timeline')],
      )}
    </main>`;
  }
}

function skipLink(): TemplateResult {
  return html`<button class="tool skip" @click=${() => document.querySelector<HTMLElement>('.grid')?.focus()}>
    ${l10n.t('Skip to Table')}
  </button>`;
}

function tabContent(page: Page, timeline: WholeTimeline | undefined): TemplateResult {
  switch (page.view.tab) {
    case 'overview':
      return html`<fleet-tiles .page=${page}></fleet-tiles>
        <fleet-table class="table-section" .page=${page}></fleet-table>`;
    case 'capacity':
      return html`<fleet-capacity class="table-section" .page=${capacityPage(page)}></fleet-capacity>`;
    case 'timeline':
      return html`<fleet-timeline
        class="table-section"
        .page=${timelinePage(page, timeline)}
      ></fleet-timeline>`;
  }
}

/** The table of the capacity has a view of its own. */
function capacityPage(page: Page): Page {
  return {
    ...page,
    view: { ...page.view, table: page.view.capacity },
    changeView: ({ table: capacity = page.view.capacity, ...change }) => {
      page.changeView({ ...change, capacity });
    },
  };
}

function timelinePage(page: Page, timeline: WholeTimeline | undefined): TimelinePage {
  const { view, changeView } = page;
  return {
    ...page,
    timeline,
    query: view.query,
    view: view.timeline,
    changeView: ({ query, ...change }) => {
      changeView({ ...(query !== undefined && { query }), timeline: { ...view.timeline, ...change } });
    },
  };
}

customElements.define('fleet-page', FleetPage);
