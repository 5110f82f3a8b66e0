/** A function that remembers its values: many grants are asked the same. @param keyOf what decides the value */
export function remembering<Of, Value>(
  valueOf: (of: Of) => Value,
  keyOf: (of: Of) => unknown = (of) => of,
): (of: Of) => Value {
  const known = new Map<unknown, { readonly value: Value }>();
  return (of) => {
    const key = keyOf(of);
    const found = known.get(key) ?? { value: valueOf(of) };
    known.set(key, found);
    return found.value;
  };
}
