import type { Reader } from './readers';

/** Reads what one of several readers reads, such as messages of several kinds. */
export function anyOf<Values extends readonly unknown[]>(
  ...readers: { readonly [Index in keyof Values]: Reader<Values[Index]> }
): Reader<Values[number]> {
  return (json) => {
    for (const read of readers) {
      const value = read(json);
      if (value !== undefined) return value;
    }
    return undefined;
  };
}
