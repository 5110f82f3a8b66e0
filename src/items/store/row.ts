import type { ServiceError } from '../../service/errors';
import type { Cut } from '../../service/pages';

export interface HasId {
  /** The parent's ID, `/` and a part of its own. Never contains state, so a changed row keeps its selection. */
  readonly id: string;
}

export interface TreeRow extends HasId {
  readonly kind: string;
  /** Undefined for top-level rows. */
  readonly parent: TreeRow | undefined;
  /** When its data was requested, in milliseconds since 1970; undefined for rows without service data. */
  readonly readAt?: number | undefined;
  /** The number of that request: see `RequestTime`. */
  readonly requestNumber?: number | undefined;
  readonly aheadMs?: number | undefined;
}

/** A row that the store adds to a list. */
export type ListRow<Parent extends TreeRow = TreeRow> =
  LoadMoreRow<Parent> | TruncatedRow<Parent> | ErrorRow<Parent>;

export type StoreRow<Row extends TreeRow, Parent extends Row> = Row | ListRow<Parent>;

/** Stands for the part of a paginated list that is not loaded. */
export interface LoadMoreRow<Parent extends TreeRow = TreeRow> extends TreeRow {
  readonly kind: 'loadMore';
  readonly parent: Parent | undefined;
  readonly loaded: number;
  readonly total: number | undefined;
  readonly isLoading: boolean;
}

interface TruncatedRow<Parent extends TreeRow = TreeRow> extends TreeRow {
  readonly kind: 'truncated';
  readonly parent: Parent | undefined;
  readonly cut: Cut;
  readonly loaded: number;
}

/** An error, shown where the data would be. */
export interface ErrorRow<Parent extends TreeRow = TreeRow> extends TreeRow {
  readonly kind: 'error';
  readonly parent: Parent | undefined;
  readonly error: ServiceError;
  /** Whether it is at the top of the view, above rows from an earlier read. */
  readonly isOutage: boolean;
  /** Whether only the next page failed; the earlier pages are shown above it. */
  readonly isNextPage: boolean;
  readonly isLoading: boolean;
}

/** Checks whether a command argument is a row of one of `kinds`, in any view. */
export function isRowOf<Kind extends string>(
  value: unknown,
  kinds: readonly Kind[],
): value is { readonly kind: Kind; readonly id: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    'id' in value &&
    typeof value.id === 'string' &&
    kinds.includes(value.kind as Kind)
  );
}

/**
 * Builds the IDs of rows with the same parent, from the UID or, if there is none, the name. Duplicate names get a number,
 * because tree views reject duplicate IDs.
 */
export function idsBelow(parentId: string): (kind: string, uid: string | undefined, name?: string) => string {
  const counts = new Map<string, number>();
  return (kind, uid, name = '') => {
    if (uid !== undefined && uid !== '') return `${parentId}/${kind}:${idPart(uid)}`;
    const id = `${parentId}/${kind}~${idPart(name)}`;
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return count === 0 ? id : `${id}#${count}`;
  };
}

/** Escapes text for use in an ID, where `/`, `:` and `#` are separators. */
export function idPart(text: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text);
  // A lone surrogate cannot be encoded as UTF-8.
  return Array.from(text, (character) =>
    character.isWellFormed() ? encodeURIComponent(character) : `%u${character.charCodeAt(0).toString(16)}`,
  ).join('');
}

/** The text that {@link idPart} has escaped; undefined if it can't have written this. */
export function textOfPart(part: string): string | undefined {
  try {
    const surrogateOf = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16));
    const text = decodeURIComponent(part.replace(/%u([0-9a-f]{4})/g, surrogateOf));
    return idPart(text) === part ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The UID at the end of an ID; undefined if the item has none. */
export function uidIn(id: string): string | undefined {
  const [, part = ''] = id.slice(id.lastIndexOf('/')).split(':');
  const uid = textOfPart(part);
  return uid === '' ? undefined : uid;
}

/** The ID of the parent row, or of the view. */
export function parentIdOf(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('/')));
}

/** The IDs of the rows that lead to a row, and its own, from the top. */
export function idsTo(id: string): readonly string[] {
  const parentId = parentIdOf(id);
  return parentId === '' ? [] : [...idsTo(parentId), id];
}

/** Whether `id` is `ancestor` or an ID below it. */
export function isAtOrBelow(id: string, ancestor: string): boolean {
  return id === ancestor || id.startsWith(`${ancestor}/`);
}
