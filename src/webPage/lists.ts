/** Adds a value, or removes it. */
export function toggled<T>(values: readonly T[], value: T): readonly T[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

/** Finds texts that have every word of `search`, in any order. The texts are in lower case, and read only if there is one. */
export function wordSearch(search: string): (textOf: () => string) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (textOf) => {
    if (words.length === 0) return true;
    const text = textOf();
    return words.every((word) => text.includes(word));
  };
}
