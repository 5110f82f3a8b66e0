import { describe, expect, it } from 'vitest';
import { offeredListing } from '../../../src/connections/listing';

const day = 24 * 60 * 60 * 1000;

function state(kept?: unknown) {
  let value = kept;
  return {
    read: () => value,
    write: (_name: string, to: unknown) => {
      value = to;
      return Promise.resolve();
    },
  };
}

describe('the listing that a service offers', () => {
  it('is remembered after a restart', () => {
    const kept = state();
    offeredListing(kept, '1.0.0', () => 0).write('get');
    expect(offeredListing(kept, '1.0.0', () => 6 * day).read()).toBe('get');
    offeredListing(kept, '1.0.0').write(undefined);
    expect(offeredListing(kept, '1.0.0').read()).toBeUndefined();
  });

  it.each([
    ['by another version', '1.1.0', day],
    ['a week ago', '1.0.0', 7 * day],
    ['in the future', '1.0.0', -day],
  ])('is forgotten if it was found %s', (_name, version, now) => {
    const kept = state();
    offeredListing(kept, '1.0.0', () => 0).write('get');
    expect(offeredListing(kept, version, () => now).read()).toBeUndefined();
  });

  it.each([undefined, null, 'get', 5, {}, { method: 'put', foundBy: '1', foundAt: 0 }, { method: 'get' }])(
    'is unknown if the stored value is invalid: %j',
    (kept) => {
      expect(offeredListing(state(kept), '1', () => 0).read()).toBeUndefined();
    },
  );
});
