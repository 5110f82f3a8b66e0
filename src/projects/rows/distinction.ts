import type { TreeRow } from '../../tree/row';

/** A text that is worth showing only in lists whose rows differ in it. It must not change while the rows stay the same. */
export class Distinction<Row extends TreeRow> {
  /** By list: comparing all rows of a long list for each of them would take seconds. */
  readonly #known = new WeakMap<readonly TreeRow[], boolean>();

  /** @param textOf the text of a row; the empty text if it is not known */
  constructor(
    private readonly kind: Row['kind'],
    private readonly textOf: (row: Row) => string,
  ) {}

  /** The text of `row` if it distinguishes the row from one of its siblings. */
  of(row: Row, siblings: readonly TreeRow[]): string | undefined {
    let differ = this.#known.get(siblings);
    if (differ === undefined) {
      const isOfKind = (sibling: TreeRow): sibling is Row => sibling.kind === this.kind;
      const texts = new Set(siblings.filter(isOfKind).map(this.textOf));
      texts.delete('');
      differ = texts.size > 1;
      this.#known.set(siblings, differ);
    }
    return differ ? this.textOf(row) : undefined;
  }
}
