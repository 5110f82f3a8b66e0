import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { ItemMap } from '../../../src/items/itemMap';
import { isAtOrBelow } from '../../../src/items/store/row';

const ids = fc
  .array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 4 })
  .map((path) => `view/${path.join('/')}`);

it('deletes the values at and below an ID, and no others', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ id: ids, isDeleted: fc.boolean() })), (steps) => {
      const map = new ItemMap<string>();
      const expected = new Map<string, string>();
      for (const [index, { id, isDeleted }] of steps.entries()) {
        if (isDeleted) {
          const below = [...expected.keys()].filter((one) => isAtOrBelow(one, id));
          expect(map.deleteAtOrBelow(id).toSorted()).toEqual(
            below.map((one) => expected.get(one)).toSorted(),
          );
          for (const one of below) expected.delete(one);
        } else {
          map.set(id, `${index}`);
          expected.set(id, `${index}`);
        }
      }
      expect([...map.values()].toSorted()).toEqual([...expected.values()].toSorted());
      for (const { id } of steps) expect(map.get(id)).toBe(expected.get(id));
    }),
  );
});

it('looks at nothing but what it deletes, however much there is elsewhere', () => {
  const map = new ItemMap<string>();
  for (let index = 0; index < 1000; index++) map.set(`view/p/c${index}/w/m`, `${index}`);
  const lookUps = vi.spyOn(Map.prototype, 'get');
  const iterations = (['keys', 'values', 'entries', 'forEach'] as const).map((name) =>
    vi.spyOn(Map.prototype, name),
  );
  expect(map.deleteAtOrBelow('view/p/c500')).toEqual(['500']);
  expect(lookUps.mock.calls.length).toBeLessThan(10);
  for (const iteration of iterations) expect(iteration).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
