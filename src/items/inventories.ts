import { EventEmitter, type Disposable } from 'vscode';
import type { FileStorage } from '../connections/connectionFolder';
import type { ActiveSession } from '../connections/connections';
import type { EventLists } from './events';
import { Inventory } from './inventory';
import { Marks } from './marks/marks';
import { storedMarks } from './marks/stored';

/** What follows the active connection needs. */
export type ActiveInventory = Pick<Inventories, 'active' | 'onDidChangeActive'>;

/** The inventory of the active connection, which all features share. */
export class Inventories implements Disposable {
  readonly #onDidChangeActive = new EventEmitter<void>();
  /** Fires when another connection became active, or none. */
  readonly onDidChangeActive = this.#onDidChangeActive.event;
  readonly #subscription: Disposable;
  #active: Inventory | undefined;

  constructor(
    private readonly connections: ActiveSession,
    private readonly events: EventLists,
    private readonly storage: FileStorage,
  ) {
    this.#subscription = connections.onDidChange(() => {
      this.#update();
    });
    this.#update();
  }

  /** Undefined if nothing is connected. */
  get active(): Inventory | undefined {
    return this.#active;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#active?.dispose();
    this.#onDidChangeActive.dispose();
  }

  #update(): void {
    this.#active?.dispose();
    const { session } = this.connections;
    const marks = session && new Marks(storedMarks(session.connection, this.storage));
    this.#active = session && new Inventory(session, this.events, marks);
    this.#onDidChangeActive.fire();
  }
}
