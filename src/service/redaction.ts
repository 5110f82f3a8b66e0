import { invisibleCharacter } from './invisible';
import { isObject } from './readers';

/** A shorter key could be part of ordinary text, and no service should issue it. */
const minKeyLength = 8;

/** Only this much of a longer key is matched, because the size of a regular expression is limited. */
const maxMatchedLength = 256;

/** Whether a key is long enough to be searched for in other text. */
function isSearched(apiKey: string): boolean {
  return apiKey.length >= minKeyLength;
}

/**
 * Whether `text` contains `apiKey`, however it is written (see {@link patternOf}). A key that is too short to be searched for
 * has to be all of the text.
 */
export function containsApiKey(text: string, apiKey: string): boolean {
  const pattern = patternOf(apiKey);
  const visible = withoutInvisible(text);
  return [visible, withoutEscapes(visible)].some((form) => {
    const [found] = form.match(pattern) ?? [];
    return isSearched(apiKey) ? found !== undefined : found === form.trim();
  });
}

/** Removes the API key from everything that the service sends back, before it leaves the HTTP layer. */
export class Redactor {
  readonly #pattern: RegExp | undefined;

  constructor(apiKey: string) {
    if (isSearched(apiKey)) this.#pattern = patternOf(apiKey);
  }

  /** The text without the key. Text that contains the key loses what is invisible, too, which may separate its characters. */
  text(text: string): string {
    if (this.#pattern === undefined) return text;
    const visible = withoutInvisible(text);
    const redacted = visible.replace(this.#pattern, shownKey);
    // Afterwards, because the key itself can contain what looks like an escape.
    const unescaped = withoutEscapes(redacted);
    const redactedAgain = unescaped.replace(this.#pattern, shownKey);
    if (redactedAgain !== unescaped) return redactedAgain;
    return redacted === visible ? text : redacted;
  }

  /** Parses JSON and removes the key from strings and property names. */
  parse(json: string): unknown {
    return this.#mayBeIn(json)
      ? JSON.parse(json, (_name, value: unknown) => this.#value(value))
      : JSON.parse(json);
  }

  /** Few documents contain the key, and searching is faster than visiting each value. */
  #mayBeIn(json: string): boolean {
    const pattern = this.#pattern;
    if (pattern === undefined) return false;
    const visible = withoutInvisible(json);
    return (
      escapedEscape.test(json) || [visible, withoutEscapes(visible)].some((form) => form.search(pattern) >= 0)
    );
  }

  #value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, field]) => [this.text(name), field]))
      : value;
  }
}

/**
 * A character of an escape (percent sign, backslash, `u`, digit) that is itself escaped as in JSON. No service needs this,
 * and the pattern does not match it.
 */
const escapedEscape = /\\u00(?:25|5c|75|3\d|[46][1-6])/i;

const shownKey = '[API key]';

const invisible = new RegExp(invisibleCharacter, 'gu');

/** Invisible characters that are escaped as in JSON or percent-encoded, and any others that are not ASCII. */
const escapedInvisible = /(?<!\\)\\{1,15}u(?!00[0-7])[\da-f]{4}|%(?:25){0,9}[89a-f][\da-f]/gi;

/** The text without what can separate the characters of a key without being seen. */
function withoutInvisible(text: string): string {
  return text.replace(invisible, '');
}

/** The text without what can separate the characters of a key without being seen by whoever decodes it. */
function withoutEscapes(text: string): string {
  return text.replace(escapedInvisible, '');
}

/**
 * Matches the key in any case (host names are lowercased), percent-encoded as in a URL, and escaped as in JSON, also in
 * JSON within a string; even if only some of its characters are encoded, or repeatedly.
 */
function patternOf(apiKey: string): RegExp {
  const [first = '', ...others] = Array.from(apiKey.slice(0, maxMatchedLength), formsOf);
  const rest = apiKey.length > maxMatchedLength ? String.raw`\S*` : '';
  // An escape has as many backslashes as it is nested. Without a limit, or in front of the first character, matching a
  // long run of backslashes would take quadratic time.
  return new RegExp(
    `(?:${first})${others.map((forms) => String.raw`\\{0,7}(?:${forms})`).join('')}${rest}`,
    'gi',
  );
}

function formsOf(character: string): string {
  const encoded = [character.toLowerCase(), character.toUpperCase()].flatMap((form) => [
    Array.from(Buffer.from(form), (byte) => `%(?:25){0,9}${hex(byte, 2)}`).join(''),
    // Without its backslashes, which `patternOf` matches.
    `u${hex(form.charCodeAt(0), 4)}`,
  ]);
  return [character.replace(/\W/g, String.raw`\$&`), ...new Set(encoded)].join('|');
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
