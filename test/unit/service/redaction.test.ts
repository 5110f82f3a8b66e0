import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { containsApiKey, Redactor } from '../../../src/service/redaction';
import { createTestClient, failureOf, serve } from '../support/service';

const key = 'Sentinel/0f3c+9a7d&51e2=4b68';
const redacted = '[API key]';

/** `text` as a string of JSON in which each character is a `\u` escape. */
const allEscaped = (text: string): string =>
  `"${text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;

const allPercent = (text: string): string =>
  text.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`);

/** JSON as a string of JSON, repeatedly. */
function nestedJson(json: string, depth: number): string {
  return depth === 0 ? json : JSON.stringify(nestedJson(json, depth - 1));
}

/** `S` percent-encoded, and the last digit of that repeatedly. */
const encoded = (times: number): string => `%5${'%3'.repeat(times)}3`;

/** Characters that nothing shows, or that only shape others. */
const invisible: readonly (readonly [name: string, character: string])[] = [
  ['zero-width spaces', '\u200b'],
  ['soft hyphens', '\u00ad'],
  ['word joiners', '\u2060'],
  ['byte order marks', '\ufeff'],
  ['tag characters', '\u{e0041}'],
  ['variation selectors', '\ufe0f'],
  ['variation selectors of ideographs', '\u{e0100}'],
  ['joiners and non-joiners', '\u200d\u200c'],
  ['Hangul fillers', '\u3164\u115f\uffa0'],
  ['annotation characters', '\ufff9'],
];

const separated = (text: string, separator: string): string => Array.from(text).join(separator);

/** What a value says to somebody who sees, or decodes, nothing invisible. */
function readable(value: unknown): string {
  return inspect(value, { depth: Infinity, showHidden: true, maxStringLength: Infinity })
    .replaceAll(/\\+u(?!00[0-7])[0-9a-f]{4}/gi, '')
    .replaceAll(/%(?:25)*[89a-f][0-9a-f]/gi, '')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
}

const unwanted = /sentinel|0f3c|%73|u0073/i;

/** Ways to write a string that contains the key, as JSON text. */
const echoes: readonly (readonly [name: string, json: string])[] = [
  ['as it is', JSON.stringify(key)],
  ['with \\u escapes', `"${key.replace('=', '\\u003d').replace('&', '\\u0026').replace('+', '\\u002B')}"`],
  ['with \\u escapes only', allEscaped(key)],
  ['with an escaped slash', `"${key.replace('/', '\\/')}"`],
  ['in lower case', JSON.stringify(key.toLowerCase())],
  ['in upper case', JSON.stringify(key.toUpperCase())],
  ['percent-encoded', JSON.stringify(encodeURIComponent(key))],
  ['percent-encoded with lower-case digits', JSON.stringify(encodeURIComponent(key).toLowerCase())],
  ['percent-encoded twice', JSON.stringify(encodeURIComponent(encodeURIComponent(key)))],
  ['percent-encoded altogether', JSON.stringify(allPercent(key))],
  ['percent-encoded, with \\u escapes', allEscaped(encodeURIComponent(key))],
  ['as JSON in a string', JSON.stringify(JSON.stringify(key).replace('/', '\\/').replace('=', '\\u003d'))],
  ['as JSON in a string, with an escaped backslash', `"\\"${key.replace('/', '\\u005cu002f')}\\""`],
  ...[3, 4, 5].map(
    (depth) =>
      [
        `as JSON in JSON, ${depth} levels deep`,
        nestedJson(`"${key.replace('S', '\\u0053')}"`, depth),
      ] as const,
  ),
  ['with percent-encoded escapes of JSON', JSON.stringify(allEscaped(key).replaceAll('\\', '%5C'))],
  ['with escapes of JSON, percent-encoded twice', JSON.stringify(allEscaped(key).replaceAll('\\', '%255c'))],
  ['with escapes in turn', `"${key.replace('S', '%5Cu0025%5c53')}"`],
  ['percent-encoded six times', JSON.stringify(allPercent(key).replaceAll('%', '%2525252525'))],
  ...invisible.flatMap(([name, character]) => {
    const split = separated(key, character);
    return [
      [`with ${name}`, JSON.stringify(split)],
      [`with ${name} as \\u escapes`, allEscaped(split)],
      [`with percent-encoded ${name}`, JSON.stringify(encodeURIComponent(split))],
      [`with ${name}, as JSON with \\u escapes in a string`, JSON.stringify(allEscaped(split))],
    ] as const;
  }),
];

/** What is left of JSON from the service. */
function parsed(json: string, apiKey = key): unknown {
  return new Redactor(apiKey).parse(json);
}

describe('the key', () => {
  it.each(echoes)('is in no value and in no property name: %s [guarantee: key-echo]', (_name, json) => {
    const value = parsed(json);
    expect(typeof value === 'string' && value.replaceAll(/[\\"]/g, '')).toBe(redacted);
    const names = parsed(`{"items":[{${json}:{"b":[${json}]}}]}`);
    expect(inspect(names, { depth: Infinity })).toContain(redacted);
    expect(readable([value, names])).not.toMatch(unwanted);
  });

  it.each([
    JSON.stringify(`"${key.replace('S', '\\u005cu0053')}"`),
    nestedJson(`"${key.replace('S', '\\u0053')}"`, 12),
    JSON.stringify(`${key.slice(0, 5)}${'%5C'.repeat(20)}u00%36%65${key.slice(6)}`),
    JSON.stringify(key.replace('S', encoded(3))),
    JSON.stringify(key.replace('S', encoded(100))),
  ])('leaves no part of itself in the value %s', (json) => {
    expect(readable(parsed(`[${json}]`))).not.toMatch(unwanted);
  });
});

/** A client of a service with this response to every request. */
async function answering(status: number, headers: Record<string, string>, body: string, apiKey = key) {
  const { baseUrl } = await serve((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  return createTestClient(baseUrl, { apiKey: () => Promise.resolve(apiKey) });
}

describe('a response', () => {
  const escaped = allEscaped(encodeURIComponent(key));

  it('is read without the key', async () => {
    const body = `{"items":[{"metadata":{"name":${escaped},"labels":{${escaped}:"a"}},"any":[${escaped}]}]}`;
    const { client } = await answering(200, {}, body);
    const { items } = await client.listProjects({ method: 'get', limit: 1 });
    expect(items[0]?.metadata?.name).toBe(redacted);
    expect(Object.entries(items[0]?.metadata?.labels ?? {})).toEqual([[redacted, 'a']]);
    expect(readable([items, items.map(({ source }) => source)])).not.toMatch(unwanted);
  });

  it('has the key in no error and no record', async () => {
    const body = `{"code":${escaped},"message":${escaped},"ref":${escaped},"details":${escaped}}`;
    const { client, records } = await answering(400, {}, body);
    const error = await failureOf(client.listProjects({ method: 'get', limit: 1 }));
    expect(error.failure).toMatchObject({ code: redacted, serviceMessage: redacted, ref: redacted });
    expect(readable([error, records])).not.toMatch(unwanted);
  });
});

describe('a text that the user enters', () => {
  it.each(echoes)('is refused with the key %s', (_name, json) => {
    expect(containsApiKey(`see ${String(JSON.parse(json))}`, key)).toBe(true);
  });

  it('is refused if it is encoded so often that nobody can look through it, but not otherwise', () => {
    expect(containsApiKey(encoded(100), key)).toBe(true);
    expect(containsApiKey(encoded(3), key)).toBe(false);
    expect(containsApiKey('a%20link?q=%7B%22state%22%3A%22failed%22%7D', key)).toBe(false);
    expect(containsApiKey(nestedJson(allEscaped('harmless'), 8), key)).toBe(false);
  });
});

describe('a key of digits', () => {
  it.each([
    ['12345678', '12345678'],
    ['12345678', '1.2345678e7'],
    ['12345678', '-12345678'],
    ['12345678', '991234567800'],
    ['12345678901234567890', '12345678901234567890'],
    ['12345678901234567890', '12345678901234567000'],
  ])('%s is hidden as the number %s [guarantee: key-echo]', (apiKey, number) => {
    expect(parsed(`[${number},7]`, apiKey)).toEqual([redacted, 7]);
  });
});

describe('the path of a request', () => {
  it.each([key, key.toLowerCase(), encodeURIComponent(key), separated(key, '\u200b')])(
    'is recorded without the key: %s [guarantee: log]',
    async (uid) => {
      const { client, records } = await answering(404, {}, '');
      await failureOf(client.readCluster(uid, undefined));
      expect(records.map(({ path }) => path)).toEqual([`/v1/spectroclusters/${redacted}`]);
    },
  );
});

describe('the target of a redirect', () => {
  const hostKey = 'Sentinel0f3c9a7d';
  it.each([
    [hostKey, `https://${hostKey}.example/`],
    [hostKey, `https://elsewhere.${hostKey.toLowerCase()}/login`],
    [hostKey, `https://${allPercent(hostKey)}.example/`],
    [hostKey, `https://${encodeURIComponent(separated(hostKey, '\u00ad'))}.example/`],
    // A full-width S, which the parser of URLs maps to s.
    [hostKey, `https://${hostKey.replace('S', '%EF%BC%B3')}.example/`],
    [hostKey, `${hostKey}://elsewhere.example/`],
    [key, `https://${key}/`],
    [key, `https://elsewhere.example/${key}`],
  ])('does not contain the key %s of %s', async (apiKey, location) => {
    const { client, records } = await answering(302, { location }, '', apiKey);
    const error = await failureOf(client.listProjects({ method: 'get', limit: 1 }));
    expect(error.kind).toBe('redirected');
    expect(readable([error, records])).not.toMatch(unwanted);
  });

  it('contains the origin without the key in its path', async () => {
    const { client } = await answering(302, { location: `https://elsewhere.example/${key}` }, '');
    const { failure } = await failureOf(client.listProjects({ method: 'get', limit: 1 }));
    expect(failure.redirectOrigin).toBe('https://elsewhere.example');
  });
});

it.each(['Sentinel%E2%80%8B0f3c', 'Sentinel\\u200b0f3c', '%%\\\\uu00e9'])(
  'the key %s is removed although it looks like an escape',
  (apiKey) => {
    const name = `a ${apiKey} b ${encodeURIComponent(apiKey)} c ${separated(apiKey, '\u200b')}`;
    expect(parsed(JSON.stringify([name]), apiKey)).toEqual([`a ${redacted} b ${redacted} c ${redacted}`]);
  },
);

describe('a key of unusual length', () => {
  it('is not searched for if it is as short as a word [guarantee: key-echo]', () => {
    expect(parsed('["monkeys"]', 'monkey')).toEqual(['monkeys']);
  });

  it('is removed if it is very long', () => {
    const long = 'sentinel'.repeat(1000);
    expect(parsed(JSON.stringify([`a ${long} b`]), long)).toEqual([`a ${redacted} b`]);
  });
});

it.each([
  '\\',
  '%25',
  'Sentinel\\\\',
  'Sentinel/0f3c',
  '\\u0053\\u0065',
  '\u200b',
  'S\u200b',
  'S\\u200b',
  'S%25',
  'S%E2%80%8B',
])(
  'the key is searched for in linear time: %s',
  (part) => {
    // Quadratic time would be a minute.
    const text = part.repeat(300_000 / part.length);
    expect(parsed(JSON.stringify([text]))).toHaveLength(1);
  },
  10_000,
);
