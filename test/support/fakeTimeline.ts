import type { TimelineEntry, TimelineState } from '../../src/timeline/entry';

/** An event without an item. */
export function entryOf(id: string, time: number, rest: Partial<TimelineEntry> = {}): TimelineEntry {
  return { id, source: 'event', time, level: 'info', who: '', what: id, reason: '', ...rest };
}

/** Nothing is left to be read. */
export function stateOf(rest: Partial<TimelineState> = {}): TimelineState {
  return {
    isReading: false,
    shownTo: 0,
    sources: {},
    hasMore: false,
    isTruncated: false,
    coverage: '',
    ...rest,
  };
}
