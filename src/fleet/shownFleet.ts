import type { Disposable } from 'vscode';
import { hostOf } from '../connections/connection';
import type { FleetItem } from '../presentation/fleetItem';
import type { FleetSource } from './fleetSource';
import type { FleetHeader, ToPage } from './messages';
import { FleetReader } from './reader';
import { FleetUpdates } from './updates';

/** The fleet of one connection, as the page shows it. */
export class ShownFleet implements Disposable {
  readonly reader: FleetReader;
  readonly #updates: FleetUpdates;
  readonly #subscriptions: readonly Disposable[];

  /** @param onRefresh called when the user refreshed the Projects view, which forgets most clusters */
  constructor(
    readonly source: FleetSource,
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
    this.#subscriptions = [source.onDidRead(update), source.onDidRefresh(onRefresh)];
  }

  /** The page is loaded and has no data. */
  startUpdates(): void {
    this.#updates.start();
  }

  /** The page is gone, because its tab is hidden. */
  stopUpdates(): void {
    this.#updates.stop();
  }

  /** The items with these IDs. */
  itemsOf(ids: readonly string[]): readonly FleetItem[] {
    const wanted = new Set(ids);
    return this.source.items().filter(({ id }) => wanted.has(id));
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#updates.stop();
    this.reader.dispose();
  }

  get #header(): FleetHeader {
    const { readAt, reading, problems, canReadCapacity, canReadMachines } = this.reader;
    const { connection } = this.source.session;
    return {
      connection: {
        name: connection.name,
        host: hostOf(connection),
        isDemo: connection.isDemo === true,
      },
      readAt,
      reading,
      coverage: this.source.coverage(),
      problems: [...problems],
      canReadCapacity,
      canReadMachines,
    };
  }
}
