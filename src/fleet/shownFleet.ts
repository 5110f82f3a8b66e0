import type { RequestTime } from '../service/requestTime';
import type { Disposable } from 'vscode';
import { hostOf } from '../connections/connection';
import { readSetting } from '../connections/settings';
import type { ChangeLogs } from '../timeline/changeLogs';
import type { FleetReader } from '../reads/fleetReader';
import { fewRequests, searchRequests } from '../reads/fleetState';
import { requestsFor } from '../reads/machinePlan';
import { oldAfterMs } from '../items/itemText';
import type { RefreshSlot } from '../tree/autoRefresh';
import { showErrors } from '../ui/errorMessage';
import type { PageContent, PageHandlers } from '../tabs/pageHost';
import { runCommand } from '../ui/runCommand';
import { Updates } from '../tabs/updates';
import { checkCertificates, chooseMachines, scopeOfClusters } from './reads';
import { fleetTabs, type FleetHeader, type PageTab, type ToExtension, type ToPage } from './messages';
import { ShownTimeline } from './shownTimeline';

/** A tab, and the period of its timeline, as a page is told them. */
export type ShownTab = Omit<ToPage & { readonly type: 'showTab' }, 'type' | 'isOpening'>;

/** The page that shows a fleet. */
export interface FleetPage {
  /** What was shown last, also by a page that was closed. */
  last: ShownTab;
  /** Whether the page is about to be told which timeline to show. */
  readonly isOpening: boolean;
  /** What is refreshed while the user can see it. */
  readonly refreshed: Readonly<Record<'fleet' | 'timeline', RefreshSlot>>;
  readonly post: (message: ToPage) => void;
  selectTab(tab: PageTab): void;
}

/** The fleet of one connection, as the page shows it. */
export class ShownFleet implements PageContent<ToExtension> {
  readonly #updates;
  readonly timeline: ShownTimeline;
  readonly #subscriptions: readonly Disposable[];
  /** Aborted when the page is closed or shows another connection. */
  readonly #closed = new AbortController();
  /** Present once the clusters were read for the page. The changes need no request. */
  #isRead = false;
  /** Present while the page is visible. Aborted when it is not: causes are read only for a user who can see them. */
  #visible: AbortController | undefined;
  /** When the page was hidden last, in milliseconds since 1970. */
  #hiddenAt: number | undefined;
  /** When the clusters were read whose causes the visible page has asked for. */
  #explained: RequestTime | undefined;

  readonly handlers: PageHandlers<ToExtension> = {
    tabSelected: ({ tab }) => {
      this.page.selectTab(tab);
    },
    refresh: ({ isNeeded }) => {
      this.reader.causes.outdate();
      return this.#refresh(isNeeded);
    },
    readMachines: async ({ ids }) => {
      const { inventory, machines } = this.reader;
      const scope = ids ? scopeOfClusters(ids) : await chooseMachines(inventory);
      return scope && machines.read(scope, { signal: this.#closed.signal });
    },
    planMachines: ({ ids }) => {
      const count = requestsFor(this.reader.inventory, scopeOfClusters(ids));
      this.page.post({ type: 'machineRequests', ids, count });
    },
    readSearch: ({ isNeeded }) => {
      if (isNeeded !== true || this.#isSearchShort) return this.reader.readSearch(this.#closed.signal);
      return undefined;
    },
    readCauses: () => this.reader.causes.read(this.#closed.signal, true),
    checkCertificates: () => checkCertificates(this.reader),
    cancel: () => {
      this.reader.reads.cancel();
    },
    retry: ({ id }) => this.reader.retry(id, this.#closed.signal),
    run: ({ command, ids }) => runCommand(command, { ids }),
    copy: ({ form, ids, filter }) =>
      runCommand(form === 'ticket' ? 'copyForTicket' : 'copyAsCsv', {
        ids,
        filter,
        ...(form === 'tabSeparated' && { separator: 'tab' }),
      }),
    timeline: (asked) => {
      const { page } = this;
      const { period, since } = asked;
      page.last = { tab: page.last.tab, period, since: period === 'since' ? String(since) : undefined };
      const shown = this.timeline.show(asked);
      this.#updates.update(true);
      return shown;
    },
    readMore: () => this.timeline.readMore(),
    stopReading: () => {
      this.timeline.stopReading();
    },
    openEntry: ({ id }) => this.timeline.openEntry(id),
    copyEntries: ({ form, ids, filter }) => this.timeline.copy(form, ids, filter),
  };

  constructor(
    readonly reader: FleetReader,
    changes: ChangeLogs,
    private readonly page: FleetPage,
  ) {
    const { inventory } = reader;
    const { post, refreshed } = page;
    this.#updates = new Updates({
      current: () => {
        const { newChanges } = this.timeline;
        const header: FleetHeader = { ...headerOf(reader), hiddenAt: this.#hiddenAt, newChanges };
        return { rest: { type: 'fleet', header } as const, list: inventory.items() };
      },
      post,
      isSettled: () => !inventory.isAdding,
    });
    this.timeline = new ShownTimeline(inventory, changes, post, refreshed.timeline);
    let wasReading = false;
    let wasRequested: RequestTime | undefined;
    const update = (): void => {
      const isReading = reader.reads.progress !== undefined;
      const { requested } = reader.clusters;
      // Users wait for the first clusters, and for the end.
      this.#updates.update(isReading !== wasReading || requested !== wasRequested);
      wasReading = isReading;
      wasRequested = requested;
    };
    this.#subscriptions = [
      reader.onDidChange(() => {
        update();
        this.#readCauses();
      }),
      inventory.store.onDidChange(update),
      inventory.marks.onDidChange(update),
      changes.onDidChange(update),
      // A refresh of the Projects view does not read all clusters.
      inventory.onDidRefresh(() => {
        if (this.#isRead) void showErrors(() => this.#refresh());
      }),
    ];
  }

  show(): void {
    const { post, last, isOpening } = this.page;
    post({ type: 'showTab', ...last, ...(isOpening && { isOpening }) });
    this.#updates.start();
    this.#visible ??= new AbortController();
    this.#readCauses();
  }

  /** The page shows this tab: reads what is shown for the first time. The page asks for what only single tabs show. */
  showTab(tab: PageTab): void {
    if (tab !== 'timeline') this.timeline.stop();
    if (fleetTabs.includes(tab) && !this.#isRead) void showErrors(() => this.#refresh());
  }

  hide(): void {
    this.#hiddenAt = Date.now();
    this.#updates.stop();
    this.timeline.stop();
    this.#visible?.abort();
    this.#visible = this.#explained = undefined;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.hide();
    this.page.refreshed.fleet.show(undefined);
    this.timeline.dispose();
    this.#closed.abort();
  }

  /** Reads all clusters, and the timeline if the page shows it. */
  async #refresh(isSearchNeeded = false): Promise<void> {
    const { page, reader, timeline } = this;
    this.#isRead = true;
    page.refreshed.fleet.show(reader.clusters);
    await Promise.all([timeline.refresh(), reader.refresh(isSearchNeeded, this.#closed.signal)]);
  }

  /** Whether few requests read what only cluster search tells. */
  get #isSearchShort(): boolean {
    const { inventory, state } = this.reader;
    const { total = Infinity } = inventory.coverage().clusters;
    return state.canReadSearch && searchRequests(total) <= fewRequests;
  }

  /** Reads what explains the clusters, once after they were read. */
  #readCauses(): void {
    const { causes, clusters, reads } = this.reader;
    const { requested } = clusters;
    if (!this.#isRead || this.#visible === undefined) return;
    if (reads.progress !== undefined || requested === this.#explained) return;
    const { signal } = this.#visible;
    this.#explained = requested;
    void showErrors(() => causes.read(signal));
  }
}

function headerOf({ inventory, state }: FleetReader): Omit<FleetHeader, 'newChanges'> {
  const { marks, session } = inventory;
  return {
    ...state,
    connection: {
      name: session.connection.name,
      host: hostOf(session.connection),
      isDemo: session.connection.isDemo === true,
    },
    oldAfterMs: Math.max(oldAfterMs, 2 * readSetting('autoRefreshSeconds') * 1000),
    coverage: inventory.coverage(),
    areApprovalsKnown: inventory.areApprovalsKnown,
    favorites: [...marks.values.favorite.keys()],
  };
}
