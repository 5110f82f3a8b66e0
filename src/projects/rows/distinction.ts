import type { TreeRow } from '../../items/store/row';

/** Text that is shown only in lists whose rows differ in it. It must stay the same as long as the rows do. */
export class Distinction<Row extends TreeRow> {
  /** Cached per list: comparing all rows for every row of a long list would take seconds. */
  readonly #known = new WeakMap<readonly TreeRow[], boolean>();

  /** @param textOf the text of a row; the empty text if it is not known */
  constructor(
    private readonly kind: Row['kind'],
    private readonly textOf: (row: Row) => string,
  ) {}

  /** The text of `row` if it differs from that of any sibling. */
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
