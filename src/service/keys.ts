/** Whether `key` is one of the keys of `table`. */
export function isKeyOf<Key extends string>(table: Readonly<Record<Key, unknown>>, key: string): key is Key {
  return Object.hasOwn(table, key);
}

/** The keys of `table`, in their order. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(table).filter((key) => isKeyOf(table, key));
}
