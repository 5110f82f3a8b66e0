import { isDeepStrictEqual } from 'node:util';
import type { ServiceError } from '../service/errors';
import type { Cut } from '../service/pages';

/** A row of a tree view, as data. */
export interface TreeRow {
  readonly kind: string;
  /** The ID of the parent, `/` and an own part, which is built from UIDs only: it outlives every change of state. */
  readonly id: string;
  /** The row that it is below; undefined below the view itself. */
  readonly parent: TreeRow | undefined;
  /** When its data was requested, in milliseconds since 1970; undefined for a row without data of the service. */
  readonly readAt?: number | undefined;
}

/** A row that the store adds to a list. */
export type ListRow<Parent extends TreeRow = TreeRow> =
  LoadMoreRow<Parent> | TruncatedRow<Parent> | ErrorRow<Parent>;

/** A row as a store has it. */
export type StoreRow<Row extends TreeRow, Parent extends Row> = Row | ListRow<Parent>;

/** Stands for the part of a paginated list that is not loaded. */
export interface LoadMoreRow<Parent extends TreeRow = TreeRow> extends TreeRow {
  readonly kind: 'loadMore';
  readonly parent: Parent | undefined;
  readonly loaded: number;
  readonly total: number | undefined;
  readonly isLoading: boolean;
}

/** Ends a list that Poolview does not read further. */
export interface TruncatedRow<Parent extends TreeRow = TreeRow> extends TreeRow {
  readonly kind: 'truncated';
  readonly parent: Parent | undefined;
  readonly cut: Cut;
  readonly loaded: number;
}

/** An error, in the place of what could not be read. */
export interface ErrorRow<Parent extends TreeRow = TreeRow> extends TreeRow {
  readonly kind: 'error';
  readonly parent: Parent | undefined;
  readonly error: ServiceError;
  /** Whether it is at the top of the view, above rows that were read before. */
  readonly isOutage: boolean;
  /** Whether the next page could not be read, below the rows of the earlier ones. */
  readonly isNextPage: boolean;
  readonly isLoading: boolean;
}

/** Whether `value`, an argument of a command, is a row of one of `kinds`, of any view. */
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
    kinds.some((kind) => kind === value.kind)
  );
}

/**
 * Builds IDs below one parent. A resource is identified by its UID, else by its name. Resources without a UID that have the
 * same name get a number, because a tree view rejects duplicate IDs.
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

/** Any text as a part of an ID, in which `/`, `:` and `#` are separators. */
export function idPart(text: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text);
  // A lone surrogate cannot be encoded as UTF-8.
  return Array.from(text, (character) =>
    character.isWellFormed() ? encodeURIComponent(character) : `%u${character.charCodeAt(0).toString(16)}`,
  ).join('');
}

/** The ID of the row that the row with `id` is below, or of the view. */
export function parentIdOf(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('/')));
}

/** Whether the row with `id` is the one with the ID `ancestor`, or below it. */
export function isAtOrBelow(id: string, ancestor: string): boolean {
  return id === ancestor || id.startsWith(`${ancestor}/`);
}

/**
 * Reuses the objects of `before`, by which VS Code identifies rows: a row of `fresh` with the same ID updates the old
 * object in place. Replacing an object would make VS Code ask for all rows beside and below it again.
 * @param changed gets the rows of `before` whose content changed
 * @returns `before` itself if it has the same rows in the same order
 */
export function reuseRows<Row extends TreeRow>(
  before: readonly Row[],
  fresh: readonly Row[],
  changed: Set<Row>,
): readonly Row[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const rows = fresh.map((row) => {
    const old = known.get(row.id);
    if (old?.kind !== row.kind) return row;
    if (old !== row && !isSameContent(old, row)) changed.add(old);
    return Object.assign(old, row);
  });
  return rows.length === before.length && rows.every((row, index) => row === before[index]) ? before : rows;
}

/** The parent was compared when it was read itself, and a later request alone changes nothing. */
function isSameContent(one: TreeRow, other: TreeRow): boolean {
  const ignored = { parent: undefined, readAt: undefined };
  try {
    return isDeepStrictEqual({ ...one, ...ignored }, { ...other, ...ignored });
  } catch {
    // A response may be nested too deeply for a recursive comparison.
    return false;
  }
}
