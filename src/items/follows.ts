import { present } from '../text/text';

// What may have followed from what somebody did. Used by the extension and by the fleet page.

/** What follows from something ends within this time, in milliseconds. */
export const followsWithinMs = 60 * 60_000;

export function wordsOf(text: string): readonly string[] {
  return present(...text.split(/[\s,;:()'"]+/)).map((word) => word.replace(/\.$/, ''));
}

/**
 * The words that are names. A pack is meant only with its version.
 * @param versionOf returns that of a pack, an empty text for another name, and undefined for what is none
 */
export function namesIn(
  words: ReadonlySet<string>,
  versionOf: (word: string) => string | undefined,
): readonly string[] {
  return [...words].filter((word) => {
    const version = versionOf(word);
    return version === '' || (version !== undefined && words.has(version));
  });
}
