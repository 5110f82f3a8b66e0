import type { ListingMemory } from '../service/projectListing';
import type { SessionState } from './sessionState';

const stateName = 'listing';

/** After a week a service may be another version: that costs one request. */
const goodForMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Which of the two project listings a service offers, kept with its connection for a week. What another version of
 * Poolview found out does not count: it may have known less.
 */
export function keptListing(state: SessionState, version: string, now = Date.now): ListingMemory {
  return {
    read() {
      const kept = state.read(stateName);
      if (typeof kept !== 'object' || kept === null) return undefined;
      const { method, foundBy, foundAt } = kept as Partial<Record<string, unknown>>;
      const age = now() - Number(foundAt);
      const isGood = foundBy === version && age >= 0 && age < goodForMs;
      return isGood && (method === 'get' || method === 'post') ? method : undefined;
    },
    write: (method) =>
      void state.write(
        stateName,
        method === undefined ? undefined : { method, foundBy: version, foundAt: now() },
      ),
  };
}
