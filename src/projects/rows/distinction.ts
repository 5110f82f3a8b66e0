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

/**
 * Text that is shown only in lists whose rows differ in it.
 * @param textOf the text of a row; the empty text if it is not known
 * @returns the text of a row if it differs from that of any sibling
 */
export function distinction<Row extends TreeRow>(
  kind: Row['kind'],
  textOf: (row: Row) => string,
): (row: Row, siblings: readonly TreeRow[]) => string | undefined {
  const isOfKind = (row: TreeRow): row is Row => row.kind === kind;
  const differ = oncePerList((rows) => {
    const texts = new Set(rows.filter(isOfKind).map(textOf));
    texts.delete('');
    return texts.size > 1;
  });
  return (row, siblings) => (differ(siblings) ? textOf(row) : undefined);
}
