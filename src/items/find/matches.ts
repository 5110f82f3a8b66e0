import { tagsOf } from '../cluster';
import { kindOf, type ResourceRow } from '../kinds';
import { matchTags, withoutTags } from '../tags';

/** What an item is found by. */
interface Names {
  readonly name?: string | undefined;
  readonly uid?: string | undefined;
  readonly addresses?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
}

interface Searchable {
  /** The name, UID and addresses in lower case, one per line. */
  readonly text: string;
  readonly nameEnd: number;
  readonly tags: readonly string[];
}

interface SearchableRow extends Searchable {
  readonly row: ResourceRow;
}

/** Finds rows by name, UID, address and tags. Tens of thousands of rows may be searched on each keystroke. */
export class RowMatches {
  /** Built on the first keystroke. */
  #all: readonly SearchableRow[] | undefined;
  /** The last result, which further typing can only narrow. */
  #last: { readonly wanted: string; readonly rows: readonly SearchableRow[] } | undefined;

  constructor(private readonly rows: readonly ResourceRow[]) {}

  /**
   * The best `limit` rows for `text`: exact matches first, then names that start with it, each in the order of the tree. Empty
   * text matches all.
   */
  find(text: string, limit: number): readonly ResourceRow[] {
    const wanted = text.trim().toLowerCase();
    if (wanted === '') return this.rows.slice(0, limit);
    const found = this.#among(wanted).filter(isLike(wanted));
    this.#last = { wanted, rows: found };
    const ranked: ResourceRow[][] = [[], [], [], []];
    for (const searchable of found) {
      const rank = ranked[rankOf(wanted, searchable)];
      if (rank !== undefined && rank.length < limit) rank.push(searchable.row);
    }
    return ranked.flat().slice(0, limit);
  }

  #among(wanted: string): readonly SearchableRow[] {
    // Another value of a tag is an alternative.
    if (this.#last && wanted.startsWith(this.#last.wanted) && !wanted.includes(':')) return this.#last.rows;
    return (this.#all ??= this.rows.map((row) => ({ ...searchableOf(namesOf(row)), row })));
  }
}

/** What a row is found by. */
export function namesOf(row: ResourceRow): Names {
  const kind = kindOf(row);
  const tags = row.kind === 'cluster' ? tagsOf(row) : undefined;
  return { name: kind.name(row), uid: kind.uid(row), addresses: kind.addresses?.(row), tags };
}

/** How well an item matches `text`: 0 if its name, UID or an address is the same, more if it is less alike, undefined if not at all. */
export function matchRank(names: Names, text: string): number | undefined {
  const wanted = text.trim().toLowerCase();
  const searchable = searchableOf(names);
  return isLike(wanted)(searchable) ? rankOf(wanted, searchable) : undefined;
}

/** Whether an item contains `wanted`, or has the tags in it and contains the rest. */
function isLike(wanted: string): (searchable: Searchable) => boolean {
  const name = withoutTags(wanted);
  return ({ text, tags }) =>
    text.includes(wanted) || (wanted.includes(':') && text.includes(name) && matchTags(tags, wanted));
}

function searchableOf({ name = '', uid = '', addresses = [], tags = [] }: Names): Searchable {
  const lowerName = name.toLowerCase();
  const others = [uid, ...addresses].join('\n').toLowerCase();
  return { text: `\n${lowerName}\n${others}\n`, nameEnd: lowerName.length + 1, tags };
}

function rankOf(wanted: string, { text, nameEnd }: Searchable): number {
  if (text.includes(`\n${wanted}\n`)) return 0;
  if (text.startsWith(wanted, 1)) return 1;
  return text.indexOf(wanted) + wanted.length <= nameEnd ? 2 : 3;
}
