import { EventEmitter, type Disposable } from 'vscode';
import type { KeyIdentity } from '../connections/keyIdentity';
import type { Session } from '../connections/session';
import { perObject } from '../service/remember';
import type { ActiveInventory } from '../reads/inventories';
import { MarkWatch } from '../items/marks/markWatch';
import { ChangeLog } from '../items/changes/changeLog';

/** The changes of each connection, kept until its API key is replaced or deleted or VS Code exits. */
export class ChangeLogs implements Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  /** Fires after each reading, and when another connection became active. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #logOf = perObject((_key: KeyIdentity) => new ChangeLog());
  /** Of the active connection. */
  #following: Disposable | undefined;
  readonly #subscription: Disposable;

  constructor(private readonly inventories: ActiveInventory) {
    this.#subscription = inventories.onDidChangeActive(this.#update);
    this.#update();
  }

  /** The changes of a connection, as its API key shows them. They are followed while it is active. */
  of({ keyIdentity }: Pick<Session, 'keyIdentity'>): ChangeLog {
    return this.#logOf(keyIdentity);
  }

  readonly #update = (): void => {
    this.#following?.dispose();
    const inventory = this.inventories.active;
    if (inventory !== undefined) {
      const log = this.of(inventory.session);
      const watch = new MarkWatch(inventory, log, () => {
        this.#onDidChange.fire();
      });
      this.#following = inventory.store.onDidRead((read) => {
        log.add(read);
        watch.check(read.rows);
        this.#onDidChange.fire();
      });
      // The inventory disposes of its marks.
      inventory.marks.onDidChange(() => {
        watch.check();
      });
    }
    this.#onDidChange.fire();
  };

  dispose(): void {
    this.#following?.dispose();
    this.#subscription.dispose();
    this.#onDidChange.dispose();
  }
}
