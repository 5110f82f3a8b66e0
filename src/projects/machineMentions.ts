import { groupBy } from '../items/groupBy';
import { kindOf, type MachineRow, type ResourceRow } from '../items/kinds';

/** Machines by their names, UIDs, host names and addresses, in lower case. */
export type MachineIndex = ReadonlyMap<string, readonly { readonly row: MachineRow }[]>;

/** Shorter names match too many words. */
const leastLength = 3;

export function indexMachines(rows: readonly ResourceRow[]): MachineIndex {
  const machines = rows.filter((row) => row.kind === 'machine');
  const named = machines.flatMap((row) => [...namesOf(row)].map((name) => ({ name, row })));
  return groupBy(named, ({ name }) => name);
}

function namesOf(row: MachineRow): ReadonlySet<string> {
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

/** Machines, and where in a line they are mentioned. */
interface Mention {
  readonly machines: readonly MachineRow[];
  readonly start: number;
  readonly end: number;
}

/** How many characters before and after a position are searched: the length of the longest host name. */
const reach = 256;

/** The machines mentioned at `character` of a line. */
export function mentionAt(line: string, character: number, index: MachineIndex): Mention | undefined {
  const start = Math.max(0, character - reach);
  const seen = { text: line.slice(start, character + reach), start };
  const word = partAt(seen, character, /[\p{L}\p{N}._:-]+/gu);
  // First without punctuation, then without a port or whatever else a colon separates.
  const trimmed = partAt(word, character, /[\p{L}\p{N}](.*[\p{L}\p{N}])?/gu);
  const part = partAt(trimmed, character, /[^:]+/g);
  for (const found of [word, trimmed, part]) {
    const mention = mentionOf(found, found?.text, index);
    if (mention !== undefined) return mention;
  }
  // A host name with its domain. The first part of an IP address is not a name.
  return mentionOf(part, /^[^.]*\p{L}[^.]*(?=\.)/u.exec(part?.text ?? '')?.[0], index);
}

/** A part of a line, and where it starts in it. */
interface Part {
  readonly text: string;
  readonly start: number;
}

/** The match of `pattern` in `whole` that contains `character` of the line. */
function partAt(whole: Part | undefined, character: number, pattern: RegExp): Part | undefined {
  if (whole === undefined) return undefined;
  for (const { 0: text, index } of whole.text.matchAll(pattern)) {
    const start = whole.start + index;
    if (start <= character && character <= start + text.length) return { text, start };
  }
  return undefined;
}

function mentionOf(
  part: Part | undefined,
  name: string | undefined,
  index: MachineIndex,
): Mention | undefined {
  const machines = index.get(name?.toLowerCase() ?? '')?.map(({ row }) => row);
  return part === undefined || machines === undefined
    ? undefined
    : { machines, start: part.start, end: part.start + part.text.length };
}
