// A tag is `key:value`, or the key alone. Used by the extension and by the fleet page.

export function tagKey(tag: string): string {
  const [key = ''] = tag.split(':', 1);
  return key;
}

/** Whether `has` is true for all keys of the wanted tags. Several with the same key are alternatives. */
export function hasTags(wanted: readonly string[], has: (tag: string) => boolean): boolean {
  return wanted.every((tag) => wanted.some((other) => tagKey(other) === tagKey(tag) && has(other)));
}
