import type { Inventory } from '../inventory';
import type { Item } from '../item';
import { itemStates } from '../severity';
import type { ResourceRow } from '../kinds';
import { Matcher } from '../query/answer';
import { queryContext } from '../query/context';
import { parseQuery } from '../query/query';

/** Says how well a line describes items. Tens of thousands may be ranked on each keystroke. */
export class Ranking {
  readonly #matcher: Matcher;
  /** The line in lower case if it has only words. */
  readonly #words: string | undefined;

  constructor(
    line: string,
    private readonly inventory: Inventory,
  ) {
    this.#matcher = new Matcher(line, queryContext(inventory));
    const conditions = parseQuery(line);
    if (conditions.some(({ key, isNegated }) => key !== '' || isNegated)) return;
    const words = conditions.flatMap(({ values }) => values);
    this.#words = words.join(' ').toLowerCase();
  }

  /**
   * Undefined if the line does not select the item, or is empty. Else 0 if its name, UID or an address is the line, and more if
   * it is less alike; if the line has terms, the better its state.
   */
  rankOf(item: Item): number | undefined {
    if (this.#matcher.isEmpty || this.#matcher.match(item) !== true) return undefined;
    return this.#words === undefined ? 1 + itemStates.indexOf(item.state) : likeness(item, this.#words);
  }

  /** The best `limit` rows, and among equals those that come first. */
  best(rows: readonly ResourceRow[], limit: number): readonly ResourceRow[] {
    const ranked: ResourceRow[][] = [];
    for (const row of rows) {
      const rank = this.rankOf(this.inventory.itemOf(row));
      const equals = rank === undefined ? undefined : (ranked[rank] ??= []);
      if (equals !== undefined && equals.length < limit) equals.push(row);
    }
    return ranked.flat().slice(0, limit);
  }
}

function likeness({ name, uid, addresses }: Item, words: string): number {
  const [lowerName = '', ...others] = [name, uid ?? '', ...addresses].map((text) => text.toLowerCase());
  if (lowerName === words || others.includes(words)) return 0;
  if (lowerName.startsWith(words)) return 1;
  return lowerName.includes(words) ? 2 : 3;
}
