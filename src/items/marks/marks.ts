import { EventEmitter, type Disposable } from 'vscode';
import { parentIdOf } from '../store/row';
import type * as Problems from './problems';
import type { MarkChange, MarkedValues, StoredMarks } from './stored';

/**
 * What the user marked on the items of a connection, and saved views. Kept on this computer, and never sent to the service.
 * Values are by the key of the item (see {@link markKey}) or the name of the view.
 */
export class Marks implements Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  /** Fires when this or another window has changed something. */
  readonly onDidChange = this.#onDidChange.event;
  /** What the marks of known problems mean. Loaded when there are any. */
  problems: typeof Problems | undefined;
  #stored: StoredMarks | undefined;
  #values: MarkedValues = { favorite: new Map(), known: new Map(), order: new Map(), view: new Map() };

  /** @param open loads the code for the file; returns undefined if there is no file and none is needed */
  constructor(private readonly open?: (isNeeded: boolean) => Promise<StoredMarks | undefined>) {}

  get values(): MarkedValues {
    return this.#values;
  }

  /** Takes over what this window and others have stored. @throws StorageError */
  async read(): Promise<void> {
    await this.#take(await (await this.#opened(false))?.read());
  }

  /** @throws StorageError */
  async set(changes: readonly MarkChange[]): Promise<void> {
    await this.#take(await (await this.#opened(true))?.set(changes));
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  async #opened(isNeeded: boolean): Promise<StoredMarks | undefined> {
    return (this.#stored ??= await this.open?.(isNeeded));
  }

  async #take(values = this.#values): Promise<void> {
    if (values === this.#values) return;
    if (values.known.size > 0) this.problems ??= await import('./problems');
    this.#values = values;
    this.#onDidChange.fire();
  }
}

/** Whether an item is a favorite, or in one. */
export function isInFavorites(id: string, { favorite }: Pick<MarkedValues, 'favorite'>): boolean {
  const key = markKey(id);
  return favorite.has(key) || (key.includes('/') && isInFavorites(parentIdOf(id), { favorite }));
}

/** Identifies an item in marks: its ID without that of the connection, which others may have given another name. */
export function markKey(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}

/** The ID of the item with this key in a store. */
export function markedId({ rootId }: { readonly rootId: string }, key: string): string {
  return `${rootId}/${key}`;
}
