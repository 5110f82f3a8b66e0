import { expect, it, vi } from 'vitest';
import { KeptJson } from '../../../src/service/keptJson';

it('gives back each JSON after it was compressed', async () => {
  const all = Array.from({ length: 120 }, (_, index) => ({ index, text: `a\n"${index}"\ud800` }));
  const kept = all.map((json) => new KeptJson(json));
  await vi.waitFor(() => {
    expect(kept[0]?.json).not.toBe(all[0]);
  });
  await vi.waitFor(() => {
    expect(kept[119]?.json).not.toBe(all[119]);
  });
  expect(kept.map(({ json }) => json)).toEqual(all);
});

it('has the same digest if the JSON is the same', () => {
  const digestOf = (json: unknown) => new KeptJson(json).digest;
  expect(digestOf({ a: 1 })).toBe(digestOf({ a: 1 }));
  expect(digestOf({ a: 1 })).not.toBe(digestOf({ a: 2 }));
});
