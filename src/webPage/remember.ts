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
