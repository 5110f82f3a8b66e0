import { dequal } from 'dequal';
import type { ServiceError } from '../service/errors';

/**
 * A row of a tree view, as data. `id` is that of the row that it is below, a `/` and its own part, which is built from
 * uids only, so that it outlives every change of state.
 */
export interface TreeNode<Parent = unknown> {
  readonly kind: string;
  readonly id: string;
  /** The row that it is below; undefined stands for the view itself. */
  readonly parent: Parent | undefined;
}

/** Stands for what of a paginated list is not loaded yet. */
export interface LoadMoreNode<Parent = unknown> extends TreeNode<Parent> {
  readonly kind: 'loadMore';
  readonly loaded: number;
  readonly total: number | undefined;
}

/** A failure, in the place of what could not be loaded. */
export interface ErrorNode<Parent = unknown> extends TreeNode<Parent> {
  readonly kind: 'error';
  readonly error: ServiceError;
  /** Whether it was the next page that could not be loaded, below those that were. */
  readonly more: boolean;
}

/** Whether `value`, which a command may have been given by anybody, is a row of one of `kinds`, of whatever view. */
export function isNodeOf<Kind extends string>(
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
 * Ids below one parent. A resource is told apart by its uid, else by its name; of several that cannot be told apart
 * each gets a number, since a tree view refuses the same id twice.
 */
export function idsBelow(parentId: string): (kind: string, uid: string | undefined, name?: string) => string {
  const taken = new Map<string, number>();
  return (kind, uid, name = '') => {
    const key = uid === undefined || uid === '' ? `${kind}~${idPart(name)}` : `${kind}:${idPart(uid)}`;
    const before = taken.get(key) ?? 0;
    taken.set(key, before + 1);
    return `${parentId}/${key}${before === 0 ? '' : `#${before}`}`;
  };
}

/** Any text as a part of an id, in which `/`, `:` and `#` separate. */
export function idPart(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/**
 * `fresh`, with those of `before` in the place of rows that say the same: VS Code tells rows apart by their objects. It is
 * `before` itself where all of them do.
 * @param updateInPlace lets a row of before say what the fresh one does; false where a row has to be another one for that
 */
export function reuseUnchangedRows<Node extends TreeNode>(
  before: readonly Node[],
  fresh: readonly Node[],
  updateInPlace: (old: Node, fresh: Node) => boolean = () => false,
): readonly Node[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const rows = fresh.map((row) => {
    const old = known.get(row.id);
    return old !== undefined && (isSameRow(old, row) || updateInPlace(old, row)) ? old : row;
  });
  return rows.length === before.length && rows.every((row, index) => row === before[index]) ? before : rows;
}

/** What is above the rows is left out: it was compared when that was read. */
function isSameRow(one: TreeNode, other: TreeNode): boolean {
  if (one === other) return true;
  try {
    return dequal({ ...one, parent: undefined }, { ...other, parent: undefined });
  } catch {
    // What a service says may be nested more deeply than anything can be followed.
    return false;
  }
}

/** A failure below the row with the id `parentId`. */
export function errorNode<Parent>(
  parentId: string,
  parent: Parent | undefined,
  error: ServiceError,
  more = false,
): ErrorNode<Parent> {
  return { kind: 'error', id: `${parentId}/${more ? 'moreError' : 'error'}`, parent, error, more };
}
