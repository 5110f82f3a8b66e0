import type { ServiceError } from '../../service/errors';
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
  /** The names of the items that contain it and its own, the project first. */
  readonly names: readonly string[];
  /** Why it is not loaded: undefined while it is being read. */
  readonly why: 'notRead' | 'gone' | ServiceError | undefined;
}
