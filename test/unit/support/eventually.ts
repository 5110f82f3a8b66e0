import { vi } from 'vitest';

/** Waits until `check` throws nothing, and returns what it returns. A slow machine may take long. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 60_000 });
}
