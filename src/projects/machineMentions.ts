import { kindOf, type ResourceRow } from '../items/kinds';
import { isLeaf } from '../items/kinds/levels';

/** Shorter names match too many words. */
const leastLength = 3;

/** What a machine may be called in a text, in lower case. */
function namesOf(row: ResourceRow): ReadonlySet<string> {
  const kind = kindOf(row);
  const names = [
    kind.name(row) ?? '',
    kind.uid(row) ?? '',
    ...(kind.aliases?.(row) ?? []),
    // Some clouds append the network prefix length to an address.
    ...(kind.addresses?.(row) ?? []).map((address) => address.replace(/\/\d+$/, '')),
  ];
  return new Set(names.filter(({ length }) => length >= leastLength).map((text) => text.toLowerCase()));
}

/** How many characters before and after a position are searched: the length of the longest host name. */
const reach = 256;

/** The machines among `rows` that are mentioned at `character` of a line, and where; undefined if none is. */
export function mentionAt(line: string, character: number, rows: readonly ResourceRow[]) {
  const start = Math.max(0, character - reach);
  const seen = { text: line.slice(start, character + reach), start };
  const word = partAt(seen, character, /[\p{L}\p{N}._:-]+/gu);
  // First without punctuation, then without a port or whatever else a colon separates.
  const trimmed = partAt(word, character, /[\p{L}\p{N}](.*[\p{L}\p{N}])?/gu);
  const part = partAt(trimmed, character, /[^:]+/g);
  // A host name with its domain. The first part of an IP address is not a name.
  const host = part && { ...part, text: /^[^.]*\p{L}[^.]*(?=\.)/u.exec(part.text)?.[0] ?? '' };
  const named = rows.filter(isLeaf).map((row) => ({ row, names: namesOf(row) }));
  for (const found of [word, trimmed, part, host].filter((one) => one !== undefined)) {
    const machines = named.filter(({ names }) => names.has(found.text.toLowerCase())).map(({ row }) => row);
    if (machines.length > 0) return { machines, start: found.start, end: found.end };
  }
  return undefined;
}

/** A part of a line, and where it starts in it. */
interface Part {
  readonly text: string;
  readonly start: number;
}

/** The match of `pattern` in `whole` that contains `character` of the line. */
function partAt(whole: Part | undefined, character: number, pattern: RegExp) {
  if (whole === undefined) return undefined;
  for (const { 0: text, index } of whole.text.matchAll(pattern)) {
    const start = whole.start + index;
    const end = start + text.length;
    if (start <= character && character <= end) return { text, start, end };
  }
  return undefined;
}
