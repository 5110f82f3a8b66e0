import assert from 'node:assert/strict';
import type { Endpoint } from '../../../src/service/endpoint';
import { ServiceError } from '../../../src/service/errors';
import { Redactor } from '../../../src/service/redaction';
import { errorSentence } from '../../../src/text/errors';
import { endpoints, readAnswer, sentKey } from '../../unit/support/endpoints';
import { unwanted } from '../../unit/support/hostile';
import { chosen, textsOf, type Target } from '../input';

const operations: readonly Endpoint[] = Object.values(endpoints);
const statuses = [200, 204, 302, 400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 501, 503] as const;

/** Stands for the API key in an input. */
const keySign = '¤';

/**
 * Responses to every operation. The first two bytes choose it and the status. Only a ServiceError is thrown, and nothing that
 * is read contains the API key.
 */
export const responses: Target = (input) => {
  const texts = textsOf(input.subarray(2)).map((text) => text.replaceAll(keySign, sentKey));
  const [body = '', location = '', wait = '', date = ''] = texts;
  const headers = { location, 'retry-after': wait, date };
  const [endpoint, status] = [chosen(operations, input[0]), chosen(statuses, input[1])];
  const seen = resultOf(() => readAnswer(endpoint, body, status, headers));
  const shown = JSON.stringify(seen, (_name, value: unknown) => {
    assert.ok(!Number.isNaN(value), 'No number is missing');
    return value instanceof Map ? [...(value as ReadonlyMap<string, unknown>)] : value;
  });
  if (texts.join().includes(sentKey)) assert.doesNotMatch(shown, /sentinel\/0f3c\+9a7d/i);
};

/** What `read` returns, or what its ServiceError says: that is safe to show on one line. */
function resultOf(read: () => unknown): unknown {
  try {
    // Changes have no result.
    return read() ?? null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const sentence = errorSentence(error);
    assert.doesNotMatch(sentence, unwanted);
    return [error.failure, error.message, sentence];
  }
}

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const separators = [
  '\u200b',
  '\u00ad',
  '\u2060',
  '\ufeff',
  '\u{e0041}',
  '\ufe0f',
  '\u{e0100}',
  '\u3164',
] as const;

/** A character of the key, as a byte says: in other cases, encoded as in URLs, escaped as in JSON, or before what is not seen. */
function disguised(character: string, byte: number): string {
  const code = character.charCodeAt(0).toString(16).padStart(2, '0');
  const times = byte >> 5;
  const forms = [
    character,
    character.toLowerCase(),
    character.toUpperCase(),
    `%${'25'.repeat(times)}${code}`,
    `%${code.toUpperCase()}`,
    `${'\\'.repeat(times + 1)}u00${code}`,
    `${'\\'.repeat(times)}${character}`,
    character + chosen(separators, times),
  ] as const;
  return chosen(forms, byte);
}

/** Everything that a text says to somebody who decodes it again and again. */
function* decodings(text: string): Generator<string> {
  for (let [before, now] = ['', text.replace(invisible, '')]; now !== before;) {
    yield now.toLowerCase();
    before = now;
    now = now
      .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
      .replace(/\\+(?!u[\da-f]{4})/gi, '')
      .replace(/(?:%[\da-f]{2})+/gi, (bytes) =>
        Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
      )
      .replace(invisible, '');
  }
}

function says(text: string, key: string): boolean {
  return [...decodings(text)].some((form) => form.includes(key.toLowerCase()));
}

const redactor = new Redactor(sentKey);

/**
 * The API key in a disguise that the bytes of the first part choose, between two texts. It is in nothing that is left, and a text
 * without it stays as it is.
 */
export const redaction: Target = (input) => {
  const end = input.includes(0xff) ? input.indexOf(0xff) : input.length;
  const bytes = input.subarray(0, end);
  const [before = '', after = ''] = textsOf(input.subarray(end + 1));
  let key = Array.from(sentKey, (one, index) => disguised(one, bytes[index] ?? 0)).join('');
  const [json = 0, url = 0] = bytes.subarray(sentKey.length);
  for (let times = json % 4; times > 0; times--) key = JSON.stringify(key);
  for (let times = url % 4; times > 0; times--) key = encodeURIComponent(key);
  const text = before + key + after;
  const parsed = redactor.parse(JSON.stringify({ [text]: [text] }));
  for (const left of [redactor.text(text), JSON.stringify(parsed)]) assert.ok(!says(left, sentKey), left);
  if ([...decodings(before)].length < 7) assert.equal(redactor.text(before), before);
};
