import { EventEmitter, type Disposable } from 'vscode';
import { connectionFiles, type FileStorage } from '../connections/storage';
import type { Connections } from '../connections/connections';
import { FleetReader } from './fleetReader';
import { Inventory } from '../items/inventory';
import { Marks } from '../items/marks/marks';
import { storedMarks } from '../items/marks/stored';
import { idPart } from '../items/store/row';

/** What follows the active connection needs. */
export type ActiveInventory = Pick<Inventories, 'active' | 'onDidChangeActive'>;

/** The inventory of the active connection and the reader of its fleet, which all features share. */
export class Inventories implements Disposable {
  readonly #onDidChangeActive = new EventEmitter<void>();
  /** Fires when another connection became active, or none. */
  readonly onDidChangeActive = this.#onDidChangeActive.event;
  readonly #subscription: Disposable;
  #fleet: FleetReader | undefined;

  constructor(
    private readonly connections: Connections,
    private readonly storage: FileStorage,
  ) {
    this.#subscription = connections.onDidChange(this.#update);
    this.#update();
  }

  get active(): Inventory | undefined {
    return this.#fleet?.inventory;
  }

  /** Its reader: what it learned and what failed is the same for all who use it. */
  get fleet(): FleetReader | undefined {
    return this.#fleet;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.active?.dispose();
    this.#onDidChangeActive.dispose();
  }

  readonly #update = (): void => {
    this.active?.dispose();
    const { session } = this.connections;
    const files = session && connectionFiles(this.storage, 'marks', session.connection);
    const marks = files && new Marks(storedMarks(files, idPart(session.connection.name)));
    this.#fleet = session && new FleetReader(new Inventory(session, marks));
    this.#onDidChangeActive.fire();
  };
}
