import { addressesOf, nameOf, uidOf } from '../identity';
import type { ResourceNode } from '../nodes';

/** A row and what it can be found by, in lower case. */
interface Searchable {
  readonly row: ResourceNode;
  readonly name: string;
  readonly others: readonly string[];
}

/** Finds rows by name, uid and address. What they are found by is looked up once. */
export class RowMatches {
  readonly #rows: readonly Searchable[];

  constructor(rows: readonly ResourceNode[]) {
    this.#rows = rows.map((row) => ({
      row,
      name: (nameOf(row) ?? '').toLowerCase(),
      others: [uidOf(row) ?? '', ...(row.kind === 'machine' ? addressesOf(row.machine) : [])].map((text) =>
        text.toLowerCase(),
      ),
    }));
  }

  /**
   * The best `limit` rows that `text` is a part of something of: first those that it is all of, then those that begin with
   * it, each in the order of the tree. The empty text finds all.
   */
  find(text: string, limit: number): readonly ResourceNode[] {
    const wanted = text.trim().toLowerCase();
    const ranked: ResourceNode[][] = [[], [], [], []];
    for (const { row, name, others } of this.#rows) {
      const rank = rankOf(wanted, name, others);
      if (rank !== undefined) ranked[rank]?.push(row);
    }
    return ranked.flat().slice(0, limit);
  }
}

function rankOf(wanted: string, name: string, others: readonly string[]): number | undefined {
  if (wanted === '' || name === wanted || others.includes(wanted)) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  return others.some((text) => text.includes(wanted)) ? 3 : undefined;
}
