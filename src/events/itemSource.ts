import type { Event } from 'vscode';
import type { Session } from '../connections/session';
import type { ListReading } from '../items/changes/change';
import type { Item } from '../items/item';
import type { SelectedItem } from '../items/selectedItem';

/** The items of one connection, as the Projects view reads them. */
export interface ItemSource {
  readonly session: Pick<Session, 'connection' | 'keyIdentity' | 'client'>;
  /** Fires for every list or item that was read. */
  readonly onDidReadItems: Event<ListReading>;
  /** Whether a refresh is in progress, whether the user or a timer started it. */
  readonly isRefreshing: boolean;
  /** Fires when a refresh has ended, whether the user or a timer started it, and whether it succeeded or not. */
  readonly onDidEndRefresh: Event<unknown>;
  /** Fires when the user refreshed the Projects view. */
  readonly onDidRefresh: Event<unknown>;
  /** Aborted when the connection is no longer active. */
  readonly closed: AbortSignal;
  /** All items that the Projects view knows. */
  items(): readonly Item[];
}

/** The inventories that the Events feature follows. */
export interface ItemSources {
  /** Undefined if nothing is connected. */
  readonly active: ItemSource | undefined;
  /** Fires when another connection became active, or none. */
  readonly onDidChangeActive: Event<unknown>;
}

/** What is selected in the Projects view, which belongs to another feature. */
export interface ItemSelection {
  /** Undefined if no item is selected. */
  readonly item: SelectedItem | undefined;
  /** Fires when another item was selected, or none. */
  readonly onDidChange: Event<unknown>;
}
