import * as z from 'zod';
import { markOf } from '../../text/mark';

/** A longer page token is not accepted, and not returned: it would take up most of a result. */
export const maxTokenLength = 6000;

/**
 * Where a list continues, as opaque text.
 * @param scope what the list is of: a token is valid for nothing else
 */
export function pageToken(cursor: unknown, scope: unknown): string {
  return Buffer.from(JSON.stringify([markOf(JSON.stringify(scope)), cursor])).toString('base64url');
}

/** The cursor of a token, which can be any JSON; undefined if the token is not valid or of another scope. */
export function readPageToken(token: string, scope: unknown): unknown {
  try {
    const read: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    return Array.isArray(read) && read[0] === markOf(JSON.stringify(scope)) ? read[1] : undefined;
  } catch {
    return undefined;
  }
}

/** A place in a list that may change: after the item with this mark, which was the one at `count`, counted from 1. */
export const positionSchema = z.strictObject({ mark: z.string(), count: z.int().min(1) });

export type Position = z.output<typeof positionSchema>;

/** The place after the item at `index`. @param keys what identifies each item of the list */
export function positionAfter(keys: readonly string[], index: number): Position {
  return { mark: markOf(keys[index] ?? ''), count: index + 1 };
}

/** The index of the first item after a place. */
export function indexAfter(keys: readonly string[], position: Position | undefined): number {
  if (position === undefined) return 0;
  const { mark, count } = position;
  const index = keys.findIndex((key) => markOf(key) === mark);
  // If that item is gone, the next one has moved up to its place.
  return index === -1 ? count - 1 : index + 1;
}
