import { expect, it } from 'vitest';
import { KeptJson } from '../../../src/service/keptJson';
import { whenPacked } from '../support/packed';

it('gives back each JSON after it was compressed', async () => {
  const all = Array.from({ length: 120 }, (_, index) => ({ index, text: `a\n"${index}"\ud800` }));
  const kept = all.map((json) => new KeptJson(json));
  await whenPacked(kept);
  expect(kept.map(({ json }) => json)).toEqual(all);
});

it('keeps JSON that is nested too deeply for text as it is', async () => {
  const deep: unknown = JSON.parse(`{"name":"a","deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
  const [one, other, next] = [new KeptJson(deep), new KeptJson(deep), new KeptJson({ name: 'b' })];
  await whenPacked([next]);
  expect(one.json).toBe(deep);
  expect(next.json).toEqual({ name: 'b' });
  // Nobody can compare them.
  expect(one.digest).not.toBe(other.digest);
});

it('has the same digest if the JSON is the same', () => {
  const digestOf = (json: unknown) => new KeptJson(json).digest;
  expect(digestOf({ a: 1 })).toBe(digestOf({ a: 1 }));
  expect(digestOf({ a: 1 })).not.toBe(digestOf({ a: 2 }));
});
