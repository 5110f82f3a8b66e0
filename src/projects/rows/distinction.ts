import type { TreeRow } from '../../items/store/row';

/**
 * Computes something about a list once: comparing all rows for every row of a long list would take seconds. It must stay
 * the same as long as the rows do.
 */
export function oncePerList<Value>(
  compute: (rows: readonly TreeRow[]) => Value,
): (rows: readonly TreeRow[]) => Value {
  const known = new WeakMap<readonly TreeRow[], { readonly value: Value }>();
  return (rows) => {
    const found = known.get(rows) ?? { value: compute(rows) };
    known.set(rows, found);
    return found.value;
  };
}

/** Text that is shown only in lists whose rows differ in it. */
export class Distinction<Row extends TreeRow> {
  readonly #differ = oncePerList((rows) => {
    const isOfKind = (row: TreeRow): row is Row => row.kind === this.kind;
    const texts = new Set(rows.filter(isOfKind).map(this.textOf));
    texts.delete('');
    return texts.size > 1;
  });

  /** @param textOf the text of a row; the empty text if it is not known */
  constructor(
    private readonly kind: Row['kind'],
    private readonly textOf: (row: Row) => string,
  ) {}

  /** The text of `row` if it differs from that of any sibling. */
  of(row: Row, siblings: readonly TreeRow[]): string | undefined {
    return this.#differ(siblings) ? this.textOf(row) : undefined;
  }
}
