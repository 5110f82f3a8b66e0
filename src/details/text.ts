/**
 * Text of a service, fit for a row, a message or a pick: control characters and those that reorder text are made
 * visible or dropped, line breaks become spaces, and what is too long ends in an ellipsis.
 */
export function plain(text: string, maxLength = 200): string {
  const oneLine = text
    // Bidirectional controls could make one name look like another.
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '\u{fffd}')
    .trim();
  if (oneLine.length <= maxLength) return oneLine;
  return `${Array.from(oneLine.slice(0, maxLength)).slice(0, -1).join('')}…`;
}

/**
 * Text of a service where VS Code looks for icons, `$(name)`, and links, `[text](target)`: in picks, in messages and
 * in what is said about an input. There it would make a link to any command clickable.
 */
export function inert(text: string, maxLength?: number): string {
  return plain(text, maxLength).replaceAll('$(', '$\u{200b}(').replaceAll('](', ']\u{200b}(');
}

/** Those of several texts that say something. */
export function present(...texts: readonly (string | undefined)[]): string[] {
  return texts.filter((text): text is string => text !== undefined && text !== '');
}

/** The parts that are there, the way a row's description lists them. */
export function parts(...texts: readonly (string | undefined)[]): string {
  return present(...texts).join(' · ');
}
