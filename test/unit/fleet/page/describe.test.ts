import { describe, expect, it } from 'vitest';
import type { FleetHeader } from '../../../../src/fleet/messages';
import type { FirstRead } from '../../../../src/reads/fleetState';
import { isOld, unreadSearch, firstReadText } from '../../../../src/fleet/page/fleet';
import { header } from './support';

const [pending, failed, succeeded] = ['pending', 'failed', 'succeeded'] as const;

function stateOf(firstRead: FirstRead, canReadSearch = true): FleetHeader {
  const coverage = { ...header.coverage, clusters: { read: 280 } };
  return { ...header, firstRead, coverage, canReadSearch, causeRequests: 0 };
}

describe('a part of the page without items', () => {
  it('says that they are being read, or could not be read, and only then that there are none', () => {
    expect([pending, failed, succeeded].map(firstReadText)).toEqual(['Reading…', 'Not read', undefined]);
  });
});

describe('the list of cores and memory', () => {
  it('offers to read more once it is known what is missing', () => {
    expect(unreadSearch(stateOf(succeeded))).toBe('6 requests');
    expect(unreadSearch(stateOf(pending))).toBeUndefined();
    expect(unreadSearch(stateOf(succeeded, false))).toBeUndefined();
  });
});

describe('the age of what is shown', () => {
  it('is old after the time that the extension says', () => {
    expect([isOld(0, 600_000, 600_000), isOld(0, 600_001, 600_000)]).toEqual([false, true]);
    // The clock was set back.
    expect(isOld(600_000, 0, 1000)).toBe(false);
  });
});
