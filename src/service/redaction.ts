/** A shorter secret could be part of ordinary text, and no service should issue it as a key. */
const minSecretLength = 8;

/** Of a longer key only this much is matched, because a regular expression has a limited size. */
const maxMatchedLength = 256;

/** Removes the API key from everything that the service echoes, before it leaves the HTTP layer. */
export class Redactor {
  readonly #pattern: RegExp | undefined;

  constructor(apiKey: string) {
    if (apiKey.length >= minSecretLength) this.#pattern = patternOf(apiKey);
  }

  text(text: string): string {
    return this.#pattern === undefined ? text : text.replace(this.#pattern, '[API key]');
  }

  /** As `JSON.parse`, with the key removed from strings and property names. */
  parse(json: string): unknown {
    // Nearly no document contains the key, and searching is faster than visiting each value.
    return this.#pattern !== undefined && (json.search(this.#pattern) >= 0 || escapedPercentCode.test(json))
      ? JSON.parse(json, (_name, value: unknown) => this.#value(value))
      : JSON.parse(json);
  }

  #value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [this.text(name), field as unknown]),
    );
  }
}

/** A part of a percent-encoded character, escaped as in JSON: no service needs that, and the pattern does not match it. */
const escapedPercentCode = /\\u00(?:25|3\d|[46][1-6])/i;

/**
 * Matches the key in any case (host names are lowercased), percent-encoded as in a URL, and with the escapes of JSON,
 * also of JSON that is quoted in a string; even if only some of its characters are encoded, or if they are repeatedly.
 */
function patternOf(apiKey: string): RegExp {
  const [first = '', ...others] = Array.from(apiKey.slice(0, maxMatchedLength), formsOf);
  const rest = apiKey.length > maxMatchedLength ? String.raw`\S*` : '';
  // Escapes have backslashes, as many as they are nested. With no limit, or in front of the first character, a long run of
  // backslashes would take forever.
  return new RegExp(
    `(?:${first})${others.map((forms) => String.raw`\\{0,7}(?:${forms})`).join('')}${rest}`,
    'gi',
  );
}

function formsOf(character: string): string {
  const encoded = [character.toLowerCase(), character.toUpperCase()].flatMap((form) => [
    Array.from(Buffer.from(form), (byte) => `%(?:25){0,3}${hex(byte, 2)}`).join(''),
    // Without its backslashes, see above.
    `u${hex(form.charCodeAt(0), 4)}`,
  ]);
  return [character.replace(/\W/g, String.raw`\$&`), ...new Set(encoded)].join('|');
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
