/** Adds a value, or removes it. */
export function toggled<T>(values: readonly T[], value: T): readonly T[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Sorts values by texts, which are made once. */
export function sortedByText<Value>(
  values: readonly Value[],
  textOf: (value: Value) => string,
  isDescending: boolean,
): readonly Value[] {
  const direction = isDescending ? -1 : 1;
  return values
    .map((value) => ({ value, text: textOf(value) }))
    .sort((one, other) => direction * collator.compare(one.text, other.text))
    .map(({ value }) => value);
}
