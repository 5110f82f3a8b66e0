import { isObject } from './readers';

/** A shorter key could be part of ordinary text, and no service should issue it. */
const minKeyLength = 8;

/** Only this much of a longer key is matched, because the size of a regular expression is limited. */
const maxMatchedLength = 256;

/** Removes the API key from everything that the service sends back, before it leaves the HTTP layer. */
export class Redactor {
  readonly #pattern: RegExp | undefined;

  constructor(apiKey: string) {
    if (apiKey.length >= minKeyLength) this.#pattern = patternOf(apiKey);
  }

  text(text: string): string {
    return this.#pattern === undefined ? text : text.replace(this.#pattern, '[API key]');
  }

  /** Parses JSON and removes the key from strings and property names. */
  parse(json: string): unknown {
    // Few documents contain the key, and searching is faster than visiting each value.
    return this.#pattern !== undefined && (json.search(this.#pattern) >= 0 || escapedPercentCode.test(json))
      ? JSON.parse(json, (_name, value: unknown) => this.#value(value))
      : JSON.parse(json);
  }

  #value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, field]) => [this.text(name), field]))
      : value;
  }
}

/** A part of a percent-encoded character, escaped as in JSON. No service needs this, and the pattern does not match it. */
const escapedPercentCode = /\\u00(?:25|3\d|[46][1-6])/i;

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
    Array.from(Buffer.from(form), (byte) => `%(?:25){0,3}${hex(byte, 2)}`).join(''),
    // Without its backslashes, which `patternOf` matches.
    `u${hex(form.charCodeAt(0), 4)}`,
  ]);
  return [character.replace(/\W/g, String.raw`\$&`), ...new Set(encoded)].join('|');
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
