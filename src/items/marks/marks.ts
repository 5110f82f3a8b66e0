import { EventEmitter, type Disposable } from 'vscode';
import { parentIdOf } from '../store/ids';
import type { StoredLines } from '../../connections/storedLines';
import type { MarkChange, MarkedValues } from './stored';

type Changes = readonly MarkChange[] | ((values: MarkedValues) => readonly MarkChange[]);

/**
 * What the user marked on the items of a connection, and saved queries. Kept on this computer, and never sent to the service.
 * Values are by the key of the item (see {@link markKey}) or the name of the query.
 */
export class Marks implements Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  /** Fires when this or another window has changed something, or time has. */
  readonly onDidChange = this.#onDidChange.event;
  #values: MarkedValues = { favorite: new Map(), known: new Map(), query: new Map() };

  constructor(private readonly stored?: StoredLines<MarkChange, MarkedValues>) {}

  get values(): MarkedValues {
    return this.#values;
  }

  /** Takes over what this window and others have stored. @throws StorageError */
  async read(): Promise<void> {
    this.#take(await this.stored?.read());
  }

  /** @param changes may depend on what other windows have stored. @throws StorageError */
  async set(changes: Changes): Promise<void> {
    this.#take(await this.stored?.append(changes));
  }

  /** Call this when a mark may have ended. */
  update(): void {
    this.#onDidChange.fire();
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  #take(values = this.#values): void {
    if (values === this.#values) return;
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
