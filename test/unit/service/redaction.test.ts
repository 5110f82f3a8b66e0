import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createTestClient, failureOf, serve } from '../support/service';

const key = 'Sentinel/0f3c+9a7d&51e2=4b68';
const redacted = '[API key]';

/** `text` as a string of JSON in which each character is a `\u` escape. */
const allEscaped = (text: string): string =>
  `"${Array.from(text, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;

const allPercent = (text: string): string =>
  text.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`);

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
];

/** A client of a service with this response to every request. */
async function answering(status: number, headers: Record<string, string>, body: string, apiKey = key) {
  const { baseUrl } = await serve((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  return createTestClient(baseUrl, { apiKey: () => Promise.resolve(apiKey) });
}

describe.each(echoes)('the key %s', (_name, json) => {
  it('is in no value', async () => {
    const { client } = await answering(200, {}, `{"items":[{"metadata":{"name":${json}},"any":[${json}]}]}`);
    const { items } = await client.listProjects({ method: 'get', limit: 1 });
    expect(items[0]?.metadata?.name?.replaceAll(/[\\"]/g, '')).toBe(redacted);
    expect(inspect(items, { depth: Infinity })).not.toMatch(/sentinel|0f3c|%73|u0073/i);
  });

  it('is in no property name', async () => {
    const { client } = await answering(
      200,
      {},
      `{"items":[{"metadata":{"labels":{${json}:"a"}},${json}:{"b":1}}]}`,
    );
    const { items } = await client.listProjects({ method: 'get', limit: 1 });
    expect([...(items[0]?.metadata?.labels ?? [])]).toHaveLength(1);
    expect(inspect(items, { depth: Infinity })).toContain(redacted);
    expect(inspect(items, { depth: Infinity })).not.toMatch(/sentinel|0f3c|%73|u0073/i);
  });

  it('is in no error and no record', async () => {
    const { client, records } = await answering(
      400,
      {},
      `{"code":${json},"message":${json},"ref":${json},"details":${json}}`,
    );
    const error = await failureOf(client.listProjects({ method: 'get', limit: 1 }));
    const { code, serviceMessage, ref } = error.failure;
    for (const text of [code, serviceMessage, ref]) expect(text).toContain(redacted);
    expect(inspect([error, records], { depth: Infinity, showHidden: true })).not.toMatch(
      /sentinel|0f3c|%73|u0073/i,
    );
  });
});

describe('the path of a request', () => {
  it.each([key, key.toLowerCase(), encodeURIComponent(key)])(
    'is recorded without the key: %s',
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
    // A full-width S, which the parser of URLs maps to s.
    [hostKey, `https://${hostKey.replace('S', '%EF%BC%B3')}.example/`],
    [hostKey, `${hostKey}://elsewhere.example/`],
    [key, `https://${key}/`],
    [key, `https://elsewhere.example/${key}`],
  ])('does not contain the key %s of %s', async (apiKey, location) => {
    const { client, records } = await answering(302, { location }, '', apiKey);
    const error = await failureOf(client.listProjects({ method: 'get', limit: 1 }));
    expect(error.kind).toBe('redirected');
    expect(inspect([error, records], { depth: Infinity, showHidden: true })).not.toMatch(/sentinel|0f3c/i);
  });

  it('contains the origin without the key in its path', async () => {
    const { client } = await answering(302, { location: `https://elsewhere.example/${key}` }, '');
    const { failure } = await failureOf(client.listProjects({ method: 'get', limit: 1 }));
    expect(failure.redirectOrigin).toBe('https://elsewhere.example');
  });
});

describe('a key of unusual length', () => {
  it('is not searched for if it is as short as a word', async () => {
    const { client } = await answering(200, {}, '{"items":[{"metadata":{"name":"monkeys"}}]}', 'monkey');
    const { items } = await client.listProjects({ method: 'get', limit: 1 });
    expect(items[0]?.metadata?.name).toBe('monkeys');
  });

  it('is removed if it is very long', async () => {
    const long = 'sentinel'.repeat(1000);
    const { client } = await answering(200, {}, JSON.stringify({ items: [{ name: `a ${long} b` }] }), long);
    const { items } = await client.listProjects({ method: 'get', limit: 1 });
    expect(items[0]?.source).toEqual({ name: `a ${redacted} b` });
  });
});

it.each(['\\\\', '%25', 'Sentinel\\\\\\\\', 'Sentinel/0f3c', '\\u0053\\u0065'])(
  'the key is searched for in linear time: %s',
  async (text) => {
    const { client } = await answering(
      200,
      {},
      `{"items":[{"name":"${text.repeat(20_000_000 / text.length)}"}]}`,
    );
    expect((await client.listProjects({ method: 'get', limit: 1 })).items).toHaveLength(1);
  },
);
