import { EventEmitter, type Disposable, type TreeView } from 'vscode';
import { isResourceRow, type ItemStoreRow, type ResourceRow } from '../items/kinds';

/** How long to wait until VS Code has drawn rows, in milliseconds, and how often. */
const drawingMs = 300;
const attempts = 4;

type SelectingView = Pick<TreeView<ItemStoreRow>, 'selection' | 'onDidChangeSelection'>;

/** The items that the user selected. */
export class Selection implements Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  /** Fires when another item was selected, or none. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #subscription: Disposable;
  #last: readonly ItemStoreRow[] = [];
  #waiting: NodeJS.Timeout | undefined;

  /** @param find returns the row with an ID that the active connection has, if any */
  constructor(
    private readonly view: SelectingView,
    private readonly find: (id: string) => ItemStoreRow | undefined,
  ) {
    this.#subscription = view.onDidChangeSelection(({ selection }) => {
      this.#last = selection;
      this.#update(attempts);
    });
  }

  /** The rows that are selected, also while VS Code draws them again and does not know them. */
  get selection(): readonly ItemStoreRow[] {
    const { selection } = this.view;
    if (selection.length > 0) this.#last = selection;
    return this.#last;
  }

  /** Of several, the first one. VS Code still has the rows of the last connection just after a switch. */
  get row(): ResourceRow | undefined {
    return this.selection.map(({ id }) => this.find(id)).find(isResourceRow);
  }

  dispose(): void {
    clearTimeout(this.#waiting);
    this.#subscription.dispose();
    this.#onDidChange.dispose();
  }

  /** VS Code reports a selection once. While it draws the selected row again, it does not know the row. */
  #update(left: number): void {
    clearTimeout(this.#waiting);
    this.#onDidChange.fire();
    if (left === 0 || this.row !== undefined) return;
    this.#waiting = setTimeout(() => {
      this.#update(left - 1);
    }, drawingMs);
  }
}
