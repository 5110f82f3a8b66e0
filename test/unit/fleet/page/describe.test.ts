import { describe, expect, it } from 'vitest';
import type { FleetHeader } from '../../../../src/fleet/messages';
import type { FirstRead } from '../../../../src/items/fleet/readState';
import { isOld, noCapacityText, unreadSearch, unreadText } from '../../../../src/fleet/page/describe';
import { header } from './support';

const [pending, failed, succeeded] = ['pending', 'failed', 'succeeded'] as const;

function stateOf(firstRead: FirstRead, canReadSearch = true): FleetHeader {
  const coverage = { ...header.coverage, clusters: { read: 280 } };
  return { ...header, firstRead, coverage, canReadSearch, causeRequests: 0 };
}

describe('a part of the page without items', () => {
  it('says that they are being read, or could not be read, and only then that there are none', () => {
    expect([pending, failed, succeeded].map(unreadText)).toEqual(['Reading…', 'Not read', undefined]);
  });
});

describe('the list of cores and memory', () => {
  it('says that the service reports none only after all clusters were read', () => {
    const texts = [pending, failed, succeeded].map((firstRead) =>
      noCapacityText(false, stateOf(firstRead, false)),
    );
    expect(texts).toEqual(['Reading…', 'Not read', 'The service reports no cores or memory.']);
  });

  it('does not blame the service for the filter of the user', () => {
    expect(noCapacityText(true, stateOf(succeeded, false))).toBe('No results');
  });

  it("says that they haven't been read as long as they can be", () => {
    expect(noCapacityText(false, stateOf(succeeded))).toBe("Cores and memory haven't been read.");
    expect(noCapacityText(false, stateOf(pending))).toBe('Reading…');
    expect(noCapacityText(false, stateOf(failed))).toBe('Not read');
  });

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
