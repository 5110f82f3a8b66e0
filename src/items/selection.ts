import type { Event } from 'vscode';
import type { ItemKind } from './item';

/** An item that a user selected, or a team whose audit entries are shown. Names are safe to show on one line. */
export interface SelectedItem {
  readonly kind: ItemKind | 'team';
  /** The ID of its row. */
  readonly id: string;
  readonly name: string;
  readonly uid?: string | undefined;
  readonly projectUid?: string | undefined;
  /** The cluster that it is or belongs to; undefined if there is none. */
  readonly cluster?: { readonly name: string; readonly uid?: string | undefined } | undefined;
}

/** What is selected in the Projects view. This describes the view again, because features do not import each other. */
export interface ItemSelection {
  /** Undefined if no item is selected. */
  readonly item: SelectedItem | undefined;
  /** Fires when another item was selected, or none. */
  readonly onDidChange: Event<unknown>;
}
