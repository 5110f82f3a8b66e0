/**
 * Characters that nobody sees, those that turn text round among them: with them one name could look like another.
 * Those that join and shape the characters beside them stay.
 */
const invisible = /(?![\u200c\u200d\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}/gu;

/** Printable ASCII words with one space between them: nearly all that a service says, of which nothing has to be changed. */
const harmless = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * Text of a service, fit for a row, a message or a pick: control characters and halves of characters are made visible,
 * invisible ones are dropped, line breaks become spaces, and what is too long ends in an ellipsis.
 */
export function sanitizeLine(text: string, maxLength = 200): string {
  if (text.length <= maxLength && harmless.test(text)) return text;
  // However long it is, only its start is looked at, with room for what is dropped from it.
  const start = text.slice(0, 10 * maxLength);
  const oneLine = start
    .toWellFormed()
    .replace(invisible, '')
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '\u{fffd}')
    .trim();
  if (oneLine.length <= maxLength && start.length === text.length) return oneLine;
  return `${Array.from(oneLine.slice(0, maxLength)).slice(0, -1).join('')}…`;
}

/**
 * Text of a service where VS Code looks for icons, `$(name)`, and links, `[text](target)`: in picks, in messages and
 * in what is said about an input. There it would make a link to any command clickable.
 */
export function escapeIconsAndLinks(text: string, maxLength?: number): string {
  return sanitizeLine(text, maxLength).replaceAll('$(', '$\u{200b}(').replaceAll('](', ']\u{200b}(');
}

/** Whether there is anything to see: what joins and shapes other characters shows nothing where it is alone. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);
}

/** Those of several texts that say something. */
export function present(...texts: readonly (string | undefined)[]): string[] {
  return texts.filter((text): text is string => text !== undefined && text !== '');
}

/** The parts that are there, the way a row's description lists them. */
export function parts(...texts: readonly (string | undefined)[]): string {
  return present(...texts).join(' · ');
}
