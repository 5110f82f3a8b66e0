import { perObject } from '../service/perObject';

/** Tells whether a text is like a value. Each part is looked for once: a regular expression may try long texts for seconds. */
export function patternOf(value: string): (text: string) => boolean {
  const [start = '', ...others] = value.toLowerCase().split('*');
  return (text) => {
    const lower = text.toLowerCase();
    let at = start.length;
    if (!lower.startsWith(start) || (others.length === 0 && lower.length > at)) return false;
    return others.every((part, index) => {
      const isLast = index === others.length - 1;
      const found = isLast ? lower.lastIndexOf(part) : lower.indexOf(part, at);
      const isThere = found >= at && (!isLast || found + part.length === lower.length);
      at = found + part.length;
      return isThere;
    });
  };
}

/** Tells whether a word is in one of the texts of something, which are joined once. */
export function wordTest<Of extends object>(
  textsOf: (of: Of) => readonly string[],
): (word: string) => (of: Of) => boolean {
  const joined = perObject((of: Of) => textsOf(of).join('\n').toLowerCase());
  return (word) => {
    const isLike = patternOf(`*${word}*`);
    return (of) => isLike(joined(of));
  };
}

/** The first of other texts that may be meant: it differs by one letter, or one of the two begins with the other. */
export function nearest(text: string, others: readonly string[]): string | undefined {
  const wanted = text.toLowerCase();
  const isStart = (other: string): boolean =>
    other.length > 2 && (other.startsWith(wanted) || wanted.startsWith(other));
  const find = (isNear: (other: string) => boolean): string | undefined =>
    others.find((other) => isNear(other.toLowerCase()));
  // Most short texts are alike.
  return wanted.length < 3 ? undefined : (find((other) => isOneLetterOff(wanted, other)) ?? find(isStart));
}

/** Whether a letter is missing, added or another one, or two are swapped. */
function isOneLetterOff(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [a = '', b = ''] = [one, other].map((text) => text.slice(start));
  const swapped = `${a.charAt(1)}${a.charAt(0)}${a.slice(2)}`;
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || swapped === b;
}
