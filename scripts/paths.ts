import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** An absolute path inside the repository. */
export function fromRoot(...segments: string[]): string {
  return path.join(root, ...segments);
}
