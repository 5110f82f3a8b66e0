// A tag is `key:value`, or the key alone. Used by the extension and by the fleet page.

export function tagKey(tag: string): string {
  const [key = ''] = tag.split(':', 1);
  return key;
}

/** Whether `has` is true for all keys of the wanted tags. Several with the same key are alternatives. */
export function hasTags(wanted: readonly string[], has: (tag: string) => boolean): boolean {
  return wanted.every((tag) => wanted.some((other) => tagKey(other) === tagKey(tag) && has(other)));
}

/**
 * Whether tags match the words with a colon in a text, such as `env:prod`, with which they begin. A colon at the end of a word
 * ends the tag, too.
 */
export function matchTags(tags: readonly string[], text: string): boolean {
  const words = text.toLowerCase().match(/\S*:\S*/g) ?? [];
  return hasTags(words, (word) => tags.some((tag) => `${tag}:`.toLowerCase().startsWith(word)));
}

/** A text without the words that are about tags. */
export function withoutTags(text: string): string {
  return text.replace(/\s*\S*:\S*/g, '').trim();
}
