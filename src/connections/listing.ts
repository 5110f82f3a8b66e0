import type { ListingMemory } from '../service/projectListing';
import type { SessionState } from './sessionState';

const stateName = 'listing';

/** After a week, the service may have been updated. */
const maxListingAgeMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Remembers for a week which of the two project listings a service offers. Results of other versions of Poolview are
 * ignored, because they may be outdated.
 */
export function offeredListing(state: SessionState, version: string, now = Date.now): ListingMemory {
  return {
    read() {
      const stored = state.read(stateName);
      if (typeof stored !== 'object' || stored === null) return undefined;
      const { method, foundBy, foundAt } = stored as Partial<Record<string, unknown>>;
      const age = now() - Number(foundAt);
      if (foundBy !== version || !(age >= 0 && age < maxListingAgeMs)) return undefined;
      return method === 'get' || method === 'post' ? method : undefined;
    },
    write(method) {
      void state.write(stateName, method && { method, foundBy: version, foundAt: now() });
    },
  };
}
