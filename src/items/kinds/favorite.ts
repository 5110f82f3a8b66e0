import type { MarkedItem } from '../marks/stored';
import type { TreeRow } from '../store/row';

/** The row above the favorites. */
export interface FavoritesRow extends TreeRow {
  readonly kind: 'favorites';
  readonly parent: undefined;
}

/** A favorite that is not loaded. Others are shown as the rows of their items. */
export interface UnloadedFavorite extends TreeRow {
  readonly kind: 'favorite';
  readonly parent: FavoritesRow;
  /** See `markKey`. */
  readonly key: string;
  readonly item: MarkedItem;
}
