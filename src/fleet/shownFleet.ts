import type { Disposable } from 'vscode';
import { hostOf } from '../connections/connection';
import { settings } from '../connections/settings';
import type { Item } from '../items/item';
import type { ChangesSource } from './changesSource';
import { ChangeUpdates } from './changeUpdates';
import type { FleetSource } from './fleetSource';
import type { FleetHeader, PageTab, ToPage } from './messages';
import { FleetReader } from '../items/fleet/fleetReader';
import { FleetUpdates } from './updates';

/** What was read longer ago than this, or than two intervals of auto-refresh, is shown as old. */
const oldAfterMs = 10 * 60 * 1000;

/** The fleet of one connection, as the page shows it. */
export class ShownFleet implements Disposable {
  readonly reader: FleetReader;
  readonly #updates: FleetUpdates;
  readonly #changeUpdates: ChangeUpdates;
  readonly #subscriptions: readonly Disposable[];
  #kept: Disposable | undefined;

  /** @param onRefresh called when the user refreshed the Projects view, which does not read all clusters */
  constructor(
    readonly source: FleetSource,
    readonly changes: ChangesSource,
    post: (message: ToPage) => void,
    onRefresh: () => void,
  ) {
    let wasReading = false;
    const update = (): void => {
      const isReading = this.reader.reading !== undefined;
      this.#updates.update(isReading !== wasReading);
      wasReading = isReading;
    };
    this.reader = new FleetReader(source, update);
    this.#updates = new FleetUpdates(() => ({ header: this.#header, items: source.items() }), post);
    this.#changeUpdates = new ChangeUpdates(() => this.#changes, post);
    this.#subscriptions = [
      source.onDidRead(update),
      source.onDidRefresh(onRefresh),
      changes.onDidChange(() => {
        update();
        this.#changeUpdates.update();
      }),
    ];
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
    this.#kept ??= this.source.keepItems();
  }

  /** The items with these IDs, in their order. */
  itemsOf(ids: readonly string[]): readonly Item[] {
    const byId = new Map(this.source.items().map((item) => [item.id, item]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#kept?.dispose();
    this.stopUpdates();
    this.reader.dispose();
  }

  get #connection(): { readonly name: string; readonly host: string } {
    const { connection } = this.source.session;
    return { name: connection.name, host: hostOf(connection) };
  }

  /** Undefined if another connection became active, which is not followed yet. */
  get #changes() {
    const { keyIdentity, changes, coverage } = this.changes;
    const isOfThis = keyIdentity === this.source.session.keyIdentity;
    return isOfThis ? { connection: this.#connection, changes, coverage } : undefined;
  }

  get #header(): FleetHeader {
    const { readAt, firstRead, reading, problems, canReadCapacity, canReadMachines } = this.reader;
    return {
      connection: { ...this.#connection, isDemo: this.source.session.connection.isDemo === true },
      readAt,
      oldAfterMs: Math.max(oldAfterMs, 2 * settings.autoRefreshMs),
      firstRead,
      reading,
      coverage: this.source.coverage(),
      problems: [...problems],
      canReadCapacity,
      canReadMachines,
      changes: this.#changes?.changes.length ?? 0,
    };
  }
}
