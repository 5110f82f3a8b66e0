import { createHash } from 'node:crypto';

/** A longer page token is not accepted, and not returned: it would take up most of a result. */
export const maxTokenLength = 6000;

/**
 * Where a list continues, as opaque text.
 * @param scope what the list is of: a token is valid for nothing else
 */
export function pageToken(cursor: unknown, scope: unknown): string {
  return Buffer.from(JSON.stringify([hashOf(scope), cursor])).toString('base64url');
}

/** The cursor of a token, which can be any JSON; undefined if the token is not valid or of another scope. */
export function readPageToken(token: string, scope: unknown): unknown {
  try {
    const read: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    return Array.isArray(read) && read[0] === hashOf(scope) ? read[1] : undefined;
  } catch {
    return undefined;
  }
}

function hashOf(scope: unknown): string {
  return createHash('sha256').update(JSON.stringify(scope)).digest('base64url').slice(0, 12);
}
