import { hex, invisible } from './invisible';
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
 * Whether `text` contains `apiKey`, however it is written (see {@link keyPattern}). A key that is too short to be searched for
 * has to be all of the text.
 */
export function containsApiKey(text: string, apiKey: string): boolean {
  const pattern = keyPattern(apiKey);
  const isKey = (form: string): boolean => {
    const [found] = form.match(pattern) ?? [];
    return isSearched(apiKey) ? found !== undefined : found === form.trim();
  };
  return decodedUntil(isKey, text) !== undefined;
}

/** Removes the API key from everything that the service sends back, before it leaves the HTTP layer. */
export class Redactor {
  readonly #pattern: RegExp | undefined;
  /** A long key is rounded, as the number that a service sends. */
  readonly #number: number;

  constructor(apiKey: string) {
    if (isSearched(apiKey)) this.#pattern = keyPattern(apiKey);
    this.#number = Number(apiKey);
  }

  /**
   * The text without the key. Text that contains the key loses what is invisible, too, which may separate its characters, and
   * escapes if the key appears only without them.
   */
  text(text: string): string {
    const pattern = this.#pattern;
    const found = pattern && decodedUntil((form) => form.search(pattern) >= 0, text);
    if (pattern === undefined || found === undefined) return text;
    return found === '' ? shownKey : this.text(found.replace(pattern, shownKey));
  }

  /** Parses JSON and removes the key from strings, numbers and property names. */
  parse(json: string): unknown {
    return this.#mayBeIn(json)
      ? JSON.parse(json, (_name, value: unknown) => this.#value(value))
      : JSON.parse(json);
  }

  /** Few documents contain the key, and searching is faster than visiting each value. */
  #mayBeIn(json: string): boolean {
    const pattern = this.#pattern;
    if (pattern === undefined || !Number.isNaN(this.#number)) return pattern !== undefined;
    return decodedUntil((form) => form.search(pattern) >= 0, json) !== undefined;
  }

  #value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number')
      return value === this.#number || this.text(String(value)) !== String(value) ? shownKey : value;
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, field]) => [this.text(name), field]))
      : value;
  }
}

const shownKey = '[API key]';

/** Escapes as in JSON, backslashes, and percent-encoded characters, also repeatedly. */
const escape = /\\*u(00[0-7][\da-f])|\\+(?:u[\da-f]{4})?|%(?:25)*([\da-f]{2})/gi;

/**
 * The first of the texts that decoding `text` gives, step by step, that is looked for; empty if there are too many steps: what
 * cannot be looked through may be anything. Characters that are not ASCII can separate those of a key without being seen.
 */
function decodedUntil(isLookedFor: (form: string) => boolean, text: string): string | undefined {
  let form = text.replace(invisible, '');
  for (let step = 0; step < 8; step++) {
    if (isLookedFor(form)) return form;
    const decoded = form.replace(escape, (_escape, unit?: string, byte?: string) => {
      const code = parseInt(unit ?? byte ?? 'ff', 16);
      return code < 0x80 ? String.fromCharCode(code) : '';
    });
    if (decoded === form) return undefined;
    form = decoded;
  }
  return '';
}

/**
 * Matches the key in any case (host names are lowercased), percent-encoded as in a URL, and escaped as in JSON, also in
 * JSON within a string; even if only some of its characters are encoded, or repeatedly.
 */
function keyPattern(apiKey: string): RegExp {
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
