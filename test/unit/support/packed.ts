import { expect, vi } from 'vitest';
import type { KeptJson } from '../../../src/service/keptJson';

/** Waits until JSON is compressed: then, it is another object each time. */
export async function whenPacked(kept: readonly KeptJson[]): Promise<void> {
  const areOthers = (): void => {
    for (const one of kept) expect(one.json).not.toBe(one.json);
  };
  await vi.waitFor(areOthers, { timeout: 60_000 });
}
