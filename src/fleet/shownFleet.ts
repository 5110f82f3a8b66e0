import { isDeepStrictEqual } from 'node:util';
import type { RequestTime } from '../service/requestTime';
import type { Disposable } from 'vscode';
import { hostOf } from '../connections/connection';
import { readSetting } from '../connections/settings';
import type { ChangeLogs } from '../items/changes/changeLogs';
import type { FleetReader } from '../items/reads/fleetReader';
import { fewRequests, searchRequests } from '../items/reads/fleetState';
import type { Item } from '../items/item';
import { markedId } from '../items/marks/marks';
import type { RefreshedView } from '../tree/autoRefresh';
import { showErrors } from '../ui/errorMessage';
import { Updates } from '../ui/updates';
import { changesOf } from '../webPage/listChanges';
import { fleetTabs, type FleetHeader, type PageTab, type ToExtension, type ToPage } from './messages';
import { runPageRequest } from './pageActions';
import { ShownTimeline } from './shownTimeline';

/** What was read longer ago than this, or than two intervals of auto-refresh, is shown as old. */
const oldAfterMs = 10 * 60 * 1000;

/** The fleet of one connection, as the page shows it. */
export class ShownFleet implements Disposable {
  readonly #updates: Updates<SentFleet>;
  readonly timeline: ShownTimeline;
  readonly #subscriptions: readonly Disposable[];
  /** Aborted when the page is closed or shows another connection. */
  readonly #closed = new AbortController();
  /** Present once the clusters were read for the page. The changes need no request. */
  #isRead = false;
  /** Present while the page is visible. Aborted when it is not: causes are read only for a user who can see them. */
  #visible: AbortController | undefined;
  /** When the clusters were read whose causes the visible page has asked for. */
  #explained: RequestTime | undefined;

  constructor(
    readonly reader: FleetReader,
    changes: ChangeLogs,
    private readonly post: (message: ToPage) => void,
    private readonly refreshed: Pick<RefreshedView, 'show'>,
    refreshedTimeline: Pick<RefreshedView, 'show'>,
  ) {
    const { inventory } = reader;
    this.#updates = new Updates(
      (sent) => sendFleet(sent, { header: headerOf(reader), items: inventory.items() }, post),
      () => !inventory.isAdding,
    );
    this.timeline = new ShownTimeline(inventory, changes, post, refreshedTimeline);
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
      // A refresh of the Projects view does not read all clusters.
      inventory.onDidRefresh(() => {
        if (this.#isRead) void this.run({ type: 'refresh' });
      }),
    ];
  }

  /** The page is loaded and has no data. */
  startUpdates(): void {
    this.#updates.start();
    this.#visible ??= new AbortController();
    this.#readCauses();
  }

  /** The page shows this tab: reads what is shown for the first time. The page asks for what only single tabs show. */
  showTab(tab: PageTab): void {
    if (tab !== 'timeline') this.timeline.stop();
    if (fleetTabs.includes(tab) && !this.#isRead) void this.run({ type: 'refresh' });
  }

  /** The page is gone, because its tab is hidden. */
  stopUpdates(): void {
    this.#updates.stop();
    this.timeline.stop();
    this.#visible?.abort();
    this.#visible = this.#explained = undefined;
  }

  /** Reads what only cluster search tells, unless that takes many requests. */
  readSearch(): void {
    const { inventory, state } = this.reader;
    const { total = Infinity } = inventory.coverage().clusters;
    if (state.canReadSearch && searchRequests(total) <= fewRequests) void this.run({ type: 'readSearch' });
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

  /** Does what the page asks for. Errors are shown, as those of commands are. */
  run(request: ToExtension): Promise<void> {
    if (request.type === 'refresh') {
      this.#isRead = true;
      this.refreshed.show(this.reader.clusters);
    }
    return showErrors(async () => {
      await Promise.all([
        this.timeline.run(request),
        runPageRequest(request, this.reader, this.post, this.#closed.signal),
      ]);
    });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.stopUpdates();
    this.timeline.dispose();
    this.#closed.abort();
  }
}

function headerOf({ inventory, state }: FleetReader): FleetHeader {
  const { marks, session, store } = inventory;
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
    favorites: [...marks.values.favorite.keys()].map((key) => markedId(store, key)),
  };
}

/** The items of the overview. */
interface SentFleet {
  readonly header: FleetHeader;
  readonly items: readonly Item[];
}

/** Sends the items that are other objects than those that were sent. */
export function sendFleet(
  sent: SentFleet | undefined,
  current: SentFleet,
  post: (message: ToPage) => void,
): SentFleet {
  const { header, items } = current;
  const changes = changesOf(sent?.items, items);
  const isSame =
    changes.changed.length + changes.removed.length === 0 && isDeepStrictEqual(header, sent?.header);
  if (!isSame) post({ type: 'fleet', header, ...changes });
  return current;
}
