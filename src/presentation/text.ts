/**
 * Invisible characters, including those that reverse text: they can make one name look like another. Characters that join or
 * shape adjacent ones are allowed.
 */
const invisible = /(?![\u200c\u200d\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}/gu;

/** Printable ASCII words separated by single spaces. Nearly all service text matches and needs no change. */
const safeLine = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * Makes service text safe for a row, a message or a pick: it replaces control characters and lone surrogates, drops
 * invisible characters, converts line breaks to spaces, and truncates with an ellipsis.
 */
export function sanitizeLine(text: string, maxLength = 200): string {
  if (text.length <= maxLength && safeLine.test(text)) return text;
  // Only the start is needed, plus a margin for dropped characters.
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
 * Makes text of a service safe where VS Code renders icons, `$(name)`, and links, `[text](target)`: in picks, messages and
 * validation messages. Otherwise it could contain a link to any command.
 */
export function escapeIconsAndLinks(text: string, maxLength?: number): string {
  return sanitizeLine(text, maxLength).replaceAll('$(', '$\u{200b}(').replaceAll('](', ']\u{200b}(');
}

/** Whether the text has a visible character. Characters that only join or shape others are not. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);
}

/** The name of an item of the service or, if that is not visible, its UID. */
export function displayName(name: string | undefined, uid: string | undefined, otherwise: string): string {
  return [name, uid].map((text) => sanitizeLine(text ?? '')).find(isVisible) ?? otherwise;
}

/** The non-empty texts. */
export function present(...texts: readonly (string | undefined)[]): string[] {
  return texts.filter((text): text is string => text !== undefined && text !== '');
}

/** The names of items, each of which contains the next: `payments › payments-eu`. Empty ones are left out. */
export function pathText(...names: readonly (string | undefined)[]): string {
  return present(...names).join(' › ');
}

/** The non-empty texts, joined as in a row's description. */
export function parts(...texts: readonly (string | undefined)[]): string {
  return present(...texts).join(' · ');
}
