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

/** Text of a service in a quick pick, where `$(name)` would become an icon. */
export function plainInPick(text: string): string {
  return plain(text).replaceAll('$(', '$\u{200b}(');
}

/** Text of a service in a message, where `[text](target)` would become a link. */
export function plainInMessage(text: string): string {
  return plain(text).replaceAll('](', ']\u{200b}(');
}

/** The parts that are there, the way a row's description lists them. */
export function parts(...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined && text !== '').join(' · ');
}
