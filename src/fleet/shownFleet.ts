import type { Disposable } from 'vscode';
import { hostOf } from '../connections/connection';
import { settings } from '../connections/settings';
import type { ChangeLogs } from '../items/changes/changeLogs';
import { fleetReaderOf } from '../items/fleet/fleetReader';
import type { Inventory } from '../items/inventory';
import type { Item } from '../items/item';
import { markedId } from '../items/marks/marks';
import { Updates } from '../ui/updates';
import type { FleetHeader, PageTab, ToPage } from './messages';
import { sendChanges, sendFleet, type SentChanges, type SentFleet, type ShownChanges } from './updates';

/** What was read longer ago than this, or than two intervals of auto-refresh, is shown as old. */
const oldAfterMs = 10 * 60 * 1000;

/** The fleet of one connection, as the page shows it. */
export class ShownFleet implements Disposable {
  readonly reader;
  readonly #updates: Updates<SentFleet>;
  readonly #changeUpdates: Updates<SentChanges>;
  readonly #subscriptions: readonly Disposable[];
  readonly #closed = new AbortController();
  #kept: Disposable | undefined;

  /** @param onRefresh called when the user refreshed the Projects view, which does not read all clusters */
  constructor(
    readonly inventory: Inventory,
    readonly changes: ChangeLogs,
    post: (message: ToPage) => void,
    onRefresh: () => void,
  ) {
    this.reader = fleetReaderOf(inventory);
    this.#updates = new Updates((sent) =>
      sendFleet(sent, { header: this.#header, items: inventory.items() }, post),
    );
    this.#changeUpdates = new Updates((sent) => sendChanges(sent, this.#changes, post));
    let wasReading = false;
    const update = (): void => {
      const isReading = this.reader.reading !== undefined;
      this.#updates.update(isReading !== wasReading);
      wasReading = isReading;
    };
    this.#subscriptions = [
      this.reader.onDidChange(update),
      inventory.store.onDidChange(update),
      inventory.onDidRefresh(onRefresh),
      inventory.marks.onDidChange(update),
      changes.onDidChange(() => {
        update();
        this.#changeUpdates.update();
      }),
    ];
  }

  /** Aborted when the page is closed or shows another connection. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** The page is loaded and has no data. @param tab the one that it shows */
  startUpdates(tab: PageTab): void {
    this.#updates.start();
    this.showTab(tab);
  }

  /** The page shows this tab. The overview needs no changes. */
  showTab(tab: PageTab): void {
    if (tab === 'changes') this.#changeUpdates.start();
    else this.#changeUpdates.stop();
  }

  /** The page is gone, because its tab is hidden. */
  stopUpdates(): void {
    this.#updates.stop();
    this.#changeUpdates.stop();
  }

  /** From now on, the items stay when the user refreshes the Projects view, until they are read again. */
  keepItems(): void {
    this.#kept ??= this.inventory.keepItems();
  }

  /** The items with these IDs, in their order. */
  itemsOf(ids: readonly string[]): readonly Item[] {
    const byId = new Map(this.inventory.items().map((item) => [item.id, item]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#kept?.dispose();
    this.stopUpdates();
    this.#closed.abort();
  }

  get #connection(): { readonly name: string; readonly host: string } {
    const { connection } = this.inventory.session;
    return { name: connection.name, host: hostOf(connection) };
  }

  /** Undefined if another connection became active, which is not followed yet. */
  get #changes(): ShownChanges | undefined {
    const { keyIdentity, changes, coverage } = this.changes;
    const isOfThis = keyIdentity === this.inventory.session.keyIdentity;
    return isOfThis ? { connection: this.#connection, changes, coverage } : undefined;
  }

  get #header(): FleetHeader {
    const { marks, store } = this.inventory;
    const { readAt, firstRead, reading, problems, canReadCapacity, canReadMachines } = this.reader;
    return {
      connection: { ...this.#connection, isDemo: this.inventory.session.connection.isDemo === true },
      readAt,
      oldAfterMs: Math.max(oldAfterMs, 2 * settings.autoRefreshMs),
      firstRead,
      reading,
      coverage: this.inventory.coverage(),
      problems,
      canReadCapacity,
      canReadMachines,
      favorites: [...marks.values.favorite.keys()].map((key) => markedId(store, key)),
      changes: this.#changes?.changes.length ?? 0,
    };
  }
}
