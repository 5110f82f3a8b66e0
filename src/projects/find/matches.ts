import { kindOf, type ResourceRow } from '../rows';

/** A row and what it can be found by. */
interface Searchable {
  readonly row: ResourceRow;
  /** Its name, uid and addresses in lower case, each in a line. */
  readonly text: string;
  readonly nameEnd: number;
}

/** Finds rows by name, uid and address. There may be tens of thousands, and each letter that is typed looks again. */
export class RowMatches {
  /** Looked up with the first letter: what is shown before needs none of it. */
  #all: readonly Searchable[] | undefined;
  /** What was found last: with one letter more it can only be less. */
  #last: { readonly wanted: string; readonly rows: readonly Searchable[] } | undefined;

  constructor(private readonly rows: readonly ResourceRow[]) {}

  /**
   * The best `limit` rows that `text` is a part of something of: first those that it is all of, then those that begin with
   * it, each in the order of the tree. The empty text finds all.
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
