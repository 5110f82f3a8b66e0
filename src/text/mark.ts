import { createHash } from 'node:crypto';

/** Stands for a text, such as a UID. Short, whatever that is. */
export function markOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}
