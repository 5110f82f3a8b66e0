import { EventEmitter, type Disposable } from 'vscode';
import type { KeyIdentity } from '../../connections/keyIdentity';
import type { Change, ChangeCoverage } from './change';
import type { ActiveInventory } from '../inventories';
import type { Inventory } from '../inventory';
import { MarkWatch } from '../marks/markWatch';
import { idPart } from '../store/row';
import { ChangeLog } from './changeLog';

/** The changes of a connection, as one API key shows them. */
interface ConnectionChanges {
  readonly keyIdentity: KeyIdentity;
  readonly log: ChangeLog;
}

/** The changes of each connection, kept until its API key is replaced or deleted or VS Code exits. */
export class ChangeLogs implements Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  /** Fires after each reading, and when another connection became active. */
  readonly onDidChange = this.#onDidChange.event;
  /** By what identifies the connection: its name and base URL. */
  readonly #all = new Map<string, ConnectionChanges>();
  #active: ConnectionChanges | undefined;
  #reading: Disposable | undefined;
  #watch: MarkWatch | undefined;
  readonly #subscription: Disposable;

  constructor(private readonly inventories: ActiveInventory) {
    this.#subscription = inventories.onDidChangeActive(() => {
      this.#update();
    });
    this.#update();
  }

  get keyIdentity(): KeyIdentity | undefined {
    return this.#active?.keyIdentity;
  }

  get changes(): readonly Change[] {
    return this.#active?.log.changes ?? [];
  }

  get coverage(): ChangeCoverage {
    return (this.#active?.log ?? new ChangeLog()).coverage;
  }

  #update(): void {
    this.#stop();
    const inventory = this.inventories.active;
    const active = inventory && this.#changesOf(inventory.session);
    this.#active = active;
    this.#reading = inventory?.onDidReadItems((reading) => {
      active?.log.add(reading);
      this.#watch?.check(reading.items);
      this.#onDidChange.fire();
    });
    if (inventory !== undefined && active !== undefined) {
      const watch = new MarkWatch(inventory, active.log, () => {
        this.#onDidChange.fire();
      });
      this.#watch = watch;
      // The inventory disposes of its marks.
      inventory.marks.onDidChange(() => {
        watch.check();
      });
    }
    this.#onDidChange.fire();
  }

  #stop(): void {
    this.#reading?.dispose();
    this.#watch?.dispose();
    this.#watch = undefined;
  }

  #changesOf({ connection, keyIdentity }: Inventory['session']): ConnectionChanges {
    const id = `${idPart(connection.name)}/changes:${idPart(connection.baseUrl)}`;
    const known = this.#all.get(id);
    if (known !== undefined) return known;
    const changes = { keyIdentity, log: new ChangeLog() };
    this.#all.set(id, changes);
    keyIdentity.ended.addEventListener('abort', () => this.#all.delete(id), { once: true });
    return changes;
  }

  dispose(): void {
    this.#stop();
    this.#subscription.dispose();
    this.#onDidChange.dispose();
  }
}
