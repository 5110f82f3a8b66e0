/** Rows of a table below a heading. */
export interface RowGroup<Row> {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

/** Adds a value, or removes it. */
export function toggled<T>(values: readonly T[], value: T): readonly T[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}
