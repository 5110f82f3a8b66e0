/** Computes something about an object once, and keeps it as long as the object. */
export function perObject<Of extends object, Value>(compute: (of: Of) => Value): (of: Of) => Value {
  const known = new WeakMap<Of, { readonly value: Value }>();
  return (of) => {
    const found = known.get(of) ?? { value: compute(of) };
    known.set(of, found);
    return found.value;
  };
}

/** Enough for the texts that thousands of items share. */
const most = { texts: 10_000, characters: 200 };

/** Computes something about a text once. All is forgotten when there are too many texts, and long ones are not kept. */
export function perText<Value>(compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = compute(text);
    if (known.size === most.texts) known.clear();
    if (text.length <= most.characters) known.set(text, value);
    return value;
  };
}

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

/** The function, which returns its last value as long as it gets the same arguments: objects that did not change are the same. */
export function lastOf<Given extends readonly unknown[], Value>(
  make: (...given: Given) => Value,
): (...given: Given) => Value {
  let last: { readonly given: Given; readonly value: Value } | undefined;
  return (...given) => {
    const isSame = last?.given.every((one, index) => one === given[index]) === true;
    if (!isSame || last === undefined) last = { given, value: make(...given) };
    return last.value;
  };
}
