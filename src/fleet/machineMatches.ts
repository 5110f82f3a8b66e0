import type { Item } from '../items/item';

/** An IPv4 address with a port or a prefix length, as in logs and configurations. */
const addressWithSuffix = /^(\d+\.\d+\.\d+\.\d+)(?::\d+|\/\d+)$/;

/** What a text is compared as; empty if there is nothing to search for. */
export function normalize(text: string): string {
  return text.trim().toLowerCase().replace(addressWithSuffix, '$1');
}

/** The machines whose name, UID or an address is `wanted` or, if there are none, contains it. */
export function machinesMatching(items: readonly Item[], wanted: string): readonly Item[] {
  const exact = exactMatches(items, wanted);
  return exact.length > 0 ? exact : among(items, (text) => text.includes(wanted));
}

export function exactMatches(items: readonly Item[], wanted: string): readonly Item[] {
  return among(items, (text) => text === wanted);
}

function among(items: readonly Item[], isMatch: (text: string) => boolean): readonly Item[] {
  return items.filter(
    ({ kind, name, uid = '', addresses }) =>
      kind === 'machine' && [name, uid, ...addresses].some((text) => isMatch(text.toLowerCase())),
  );
}
