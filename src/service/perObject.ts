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
