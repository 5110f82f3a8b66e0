/** Groups values by a key, in the order of the first of each group. Node 20 has no `Map.groupBy`. */
export function groupBy<Value, Key>(
  values: readonly Value[],
  keyOf: (value: Value) => Key,
): ReadonlyMap<Key, readonly [Value, ...Value[]]> {
  const groups = new Map<Key, [Value, ...Value[]]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

const textOrder = new Intl.Collator(undefined, { numeric: true });

/**
 * Sorts values by keys, which are made once. What has no key, an infinite one, comes last in both directions.
 * @param rankOf decides about values with the same key
 */
export function sortedByKey<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string | number,
  isDescending: boolean,
  rankOf: (value: Value) => string = () => '',
): readonly Value[] {
  const direction = isDescending ? -1 : 1;
  return values
    .map((value) => ({ value, key: keyOf(value), rank: rankOf(value) }))
    .sort(
      (one, other) =>
        Number(one.key === Infinity) - Number(other.key === Infinity) ||
        direction * compareKeys(one.key, other.key) ||
        (one.rank < other.rank ? -1 : Number(one.rank > other.rank)),
    )
    .map(({ value }) => value);
}

function compareKeys(one: string | number, other: string | number): number {
  if (typeof one === 'string' && typeof other === 'string') return textOrder.compare(one, other);
  return Number(one) - Number(other) || 0;
}
