import { kindOf, type ResourceRow } from '../kinds';

/** A row with its searchable text. */
interface Searchable {
  readonly row: ResourceRow;
  /** Its name, UID and addresses in lower case, one per line. */
  readonly text: string;
  readonly nameEnd: number;
}

/** Finds rows by name, UID and address. Tens of thousands of rows may be searched on each keystroke. */
export class RowMatches {
  /** Built on the first keystroke. */
  #all: readonly Searchable[] | undefined;
  /** The last result, which further typing can only narrow. */
  #last: { readonly wanted: string; readonly rows: readonly Searchable[] } | undefined;

  constructor(private readonly rows: readonly ResourceRow[]) {}

  /**
   * The best `limit` rows that contain `text`: exact matches first, then names that start with it, each in the order of the
   * tree. Empty text matches all.
   */
  find(text: string, limit: number): readonly ResourceRow[] {
    const wanted = text.trim().toLowerCase();
    if (wanted === '') return this.rows.slice(0, limit);
    const found = this.#among(wanted).filter((searchable) => searchable.text.includes(wanted));
    this.#last = { wanted, rows: found };
    const ranked: ResourceRow[][] = [[], [], [], []];
    for (const searchable of found) {
      const rank = ranked[rankOf(wanted, searchable)];
      if (rank !== undefined && rank.length < limit) rank.push(searchable.row);
    }
    return ranked.flat().slice(0, limit);
  }

  #among(wanted: string): readonly Searchable[] {
    if (this.#last !== undefined && wanted.startsWith(this.#last.wanted)) return this.#last.rows;
    return (this.#all ??= this.rows.map(searchableOf));
  }
}

/** How well a row matches `text`: 0 if its name, UID or an address is the same, more if it is less alike, undefined if not at all. */
export function matchRank(row: ResourceRow, text: string): number | undefined {
  const wanted = text.trim().toLowerCase();
  const searchable = searchableOf(row);
  return searchable.text.includes(wanted) ? rankOf(wanted, searchable) : undefined;
}

function searchableOf(row: ResourceRow): Searchable {
  const kind = kindOf(row);
  const name = (kind.name(row) ?? '').toLowerCase();
  const others = [kind.uid(row) ?? '', ...(kind.addresses?.(row) ?? [])];
  return { row, text: `\n${name}\n${others.join('\n').toLowerCase()}\n`, nameEnd: name.length + 1 };
}

function rankOf(wanted: string, { text, nameEnd }: Searchable): number {
  if (text.includes(`\n${wanted}\n`)) return 0;
  if (text.startsWith(wanted, 1)) return 1;
  return text.indexOf(wanted) + wanted.length <= nameEnd ? 2 : 3;
}
