/** @returns a function that returns the first of equal values each time: of thousands of machines, most have the same few. */
export function sharing(): <Value>(value: Value) => Value {
  const known = new Map<string, unknown>();
  return <Value>(value: Value): Value => {
    const key = JSON.stringify(value);
    if (!known.has(key)) known.set(key, value);
    // The key is that of a value of the same type.
    return known.get(key) as Value;
  };
}
