import type { ListingMemory } from '../service/projectListing';
import type { SessionState } from './session';

const stateName = 'listing';

/**
 * Which of the two project listings a service offers, kept with its connection. What another version of Poolview found
 * out does not count: it may have known less.
 */
export function keptListing(state: SessionState, version: string): ListingMemory {
  return {
    read() {
      const kept = state.read(stateName);
      if (typeof kept !== 'object' || kept === null) return undefined;
      const { method, foundBy } = kept as { readonly method?: unknown; readonly foundBy?: unknown };
      return foundBy === version && (method === 'get' || method === 'post') ? method : undefined;
    },
    write: (method) =>
      void state.write(stateName, method === undefined ? undefined : { method, foundBy: version }),
  };
}
