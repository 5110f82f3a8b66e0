import { EventEmitter, type Disposable } from 'vscode';
import type { KeyIdentity } from '../connections/keys';
import type { Session } from '../connections/session';
import { perObject } from '../service/remember';
import type { ActiveInventory } from '../reads/inventories';
import { ChangeLog } from '../items/changes/changeLog';
import { stateText } from '../items/severity';
import { sanitizeLine } from '../text/text';
import type { Inventory } from '../items/inventory';
import { isResourceRow } from '../items/kinds';
import { isIll, isAfterMark, maxNote, reasonToReopen } from '../items/marks/marks';
import type { KnownProblem, MarkChange, MarkedValues } from '../items/marks/stored';
import { isOutermost } from '../items/kinds/levels';

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
  of({ keyIdentity }: Session): ChangeLog {
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
        log.take(read);
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

/** Ends the marks of a connection that do not hold any more, and adds that to its changes. */
class MarkWatch {
  /** The marks of which the user was told that they do not hold any more. */
  readonly #told = new WeakSet<KnownProblem>();

  constructor(
    private readonly inventory: Inventory,
    private readonly log: ChangeLog,
    private readonly onReopened: () => void,
  ) {}

  /** Call this when items were read or marks have changed. @param items all if undefined */
  check(items?: readonly { readonly id: string }[]): void {
    const { marks } = this.inventory;
    const ids = items?.map(({ id }) => id) ?? [...marks.values.known.keys()];
    const changesOf = ({ known }: MarkedValues, isTold: boolean): readonly MarkChange[] =>
      ids.flatMap((id) => {
        const mark = known.get(id);
        const value = mark && this.#current(mark, isTold);
        return value === mark ? [] : { kind: 'known', key: id, value };
      });
    if (changesOf(marks.values, false).length > 0) {
      // Another window may have replaced them. A mark that can't be removed now does not hold anyway.
      marks.set((values) => changesOf(values, true)).catch(() => changesOf(marks.values, true));
    }
  }

  /** A mark as it is after a reading; undefined if it does not hold any more. */
  #current(mark: KnownProblem, isTold: boolean): KnownProblem | undefined {
    const found = this.inventory.store.find(mark.id);
    // It may have recovered: nobody is told.
    if (!isResourceRow(found))
      return reasonToReopen(mark, undefined, undefined) === undefined ? mark : undefined;
    const { item, own, severity } = this.inventory.derivedOf(found);
    const reason = reasonToReopen(mark, own, item.readAt);
    if (reason === undefined) {
      // Once they were read, the clusters of a project tell how it is.
      const now = isOutermost(item) ? { ...own, severity } : own;
      const hasRecovered = !isIll(now) && now.severity !== 'unknown' && isAfterMark(item.readAt, mark);
      return hasRecovered && mark.isRecovered !== true ? { ...mark, isRecovered: true } : mark;
    }
    if (isTold && isIll(own) && !this.#told.has(mark)) {
      this.#told.add(mark);
      const { kind, id, names, note, at } = mark;
      const status = item.cause || stateText(severity);
      this.log.addReopened({
        item: { kind, id, names },
        from: sanitizeLine(note, maxNote),
        to: `${status}, ${reason}`,
        severityAfter: severity,
        after: at,
        before: Math.max(at, item.readAt ?? Date.now()),
      });
      this.onReopened();
    }
    return undefined;
  }
}
