import type { ItemKind } from './item';

/** An item whose timeline is shown, or a team whose audit entries are. Names are safe to show on one line. */
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
