import { invisibleCharacter, invisible } from '../service/invisible';
import { withoutSecrets } from './secrets';

/** Some scripts whose letters take joiners and non-joiners: cursive ones, and those that stack letters. */
const joiningScripts = ['Arab', 'Syrc', 'Nkoo', 'Mong', 'Adlm', 'Rohg']
  .concat(['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr'])
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join('');

/** Invisible characters with the character directly in front of them that takes them. */
const wanted = [
  String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f]`,
  String.raw`[\d#*]\ufe0f(?=\u20e3)`,
  String.raw`\p{Unified_Ideograph}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`\p{Script=Mongolian}[\u180b-\u180d\u180f]`,
  String.raw`\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?=[${joiningScripts}])[\p{L}\p{M}][\u200c\u200d](?=[\p{L}\p{M}])`,
].join('|');

/**
 * The pattern of an invisible character that shapes nothing. Such characters can make one name look like another, reverse
 * text, or spell what only a program reads.
 */
export const hiddenCharacter = `${invisibleCharacter}(?<!${wanted})`;

const hidden = new RegExp(hiddenCharacter, 'gu');
const visible = new RegExp(String.raw`(?!${invisibleCharacter})[^\s\u2800]`, 'u');

/** Printable ASCII words separated by single spaces. Nearly all service text matches and needs no change. */
const safeLine = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * Makes service text safe for a row, a message or a pick: it replaces control characters and lone surrogates, drops
 * invisible characters unless they shape the one in front of them, hides secrets, converts line breaks to spaces, and
 * truncates with an ellipsis.
 */
export function sanitizeLine(text: string, maxLength = 200): string {
  return lineOf(text, maxLength, hidden);
}

/** {@link sanitizeLine} for a model, which reads invisible characters as well as others: it drops all of them. */
export function sanitizeLineForModel(text: string, maxLength = 200): string {
  return lineOf(text, maxLength, invisible);
}

function lineOf(text: string, maxLength: number, dropped: RegExp): string {
  if (text.length <= maxLength && safeLine.test(text)) {
    // JSON that has a secret is written anew, without its escapes.
    if (withoutSecrets(text) === text) return text;
  }
  // Only the start is needed, plus a margin for dropped characters.
  const start = text.slice(0, 10 * maxLength);
  const oneLine = withoutSecrets(start.toWellFormed().replace(dropped, ''))
    // What came out of escapes.
    .replace(dropped, '')
    // The second one is a Braille pattern without dots.
    .replace(/[\s\u2800]+/g, ' ')
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
  return visible.test(text);
}

/** The name of an item of the service or, if that is not visible, its UID. */
export function displayName(name: string | undefined, uid: string | undefined, otherwise: string): string {
  for (const text of [name, uid]) {
    const line = sanitizeLine(text ?? '');
    if (isVisible(line)) return line;
  }
  return otherwise;
}

/** What follows a name in a text that begins with it: `workers-5` in `payments-eu-workers-5`. Undefined if it does not. */
export function withoutPrefix(text: string, name: string): string | undefined {
  const rest = text.slice(name.length + 1).trimStart();
  const begins = name !== '' && text.startsWith(name) && /^[-_./:]/.test(text.slice(name.length));
  return begins && isVisible(rest) ? rest : undefined;
}

/** The non-empty texts. */
export function present(...texts: readonly (string | undefined)[]): string[] {
  return texts.filter((text): text is string => text !== undefined && text !== '');
}

/** The first words of a text, which are enough to decide whether to hear more. */
export function firstWords(text: string, most: number): string {
  const words = text.split(' ');
  return words.length > most ? `${words.slice(0, most).join(' ')}…` : text;
}

/**
 * What a screen reader says of a row: its texts, the most important first, and the first one only once. Of 20 words, one is
 * left for `favorite`.
 */
export function announcement(...texts: readonly (string | undefined)[]): string {
  const [first = '', ...others] = present(...texts);
  const rest = others.map((text) => (text.startsWith(`${first}: `) ? text.slice(first.length + 2) : text));
  return firstWords([first, ...rest].join(', '), 19);
}

/** The names of items, each of which contains the next: `payments › payments-eu`. Empty ones are left out. */
export function pathText(...names: readonly (string | undefined)[]): string {
  return present(...names).join(' › ');
}

export const separator = ' · ';

/** The non-empty texts, joined as in a row's description. */
export function parts(...texts: readonly (string | undefined)[]): string {
  return present(...texts).join(separator);
}
