import { expect, it } from 'vitest';
import { publishedApi } from '../../scripts/tools/publishedApi';
import { changesBetween } from '../../scripts/tools/serviceChanges';

const text = { type: 'string' };
const object = (properties: object): object => ({ type: 'object', properties });
const list = (items: object): object => object({ items: { type: 'array', items } });

const teams = '/v1/teams';
const audits = '/v1/audits';
const machines = '/v1/cloudconfigs/aws/{uid}/machinePools/{pool}/machines';

/** A description in Swagger 2, of operations that return such items. */
function swagger(
  items: Readonly<Record<string, object>>,
  others: object = {},
): ReturnType<typeof publishedApi> {
  const paths = Object.keys(items).map((path, index) => {
    const responses = { 200: { schema: list({ $ref: `#/definitions/item${index}` }) }, ...others };
    return [path, { get: { responses } }] as const;
  });
  const definitions = Object.values(items).map((item, index) => [`item${index}`, item] as const);
  return publishedApi({ paths: Object.fromEntries(paths), definitions: Object.fromEntries(definitions) });
}

/** The same in OpenAPI 3. */
function openApi(
  path: string,
  item: object,
  parameters: readonly object[] = [],
): ReturnType<typeof publishedApi> {
  const content = { 'application/json': { schema: list(item) } };
  return publishedApi({ paths: { [path]: { parameters, get: { responses: { 200: { content } } } } } });
}

it('finds fields that readers read and that have changed', async () => {
  const old = swagger({ [teams]: object({ metadata: object({ uid: text, name: text, selfLink: text }) }) });
  const latest = swagger({
    [teams]: object({ metadata: object({ uid: text, name: { type: 'integer' } }), other: text }),
  });
  expect(await changesBetween(old, latest)).toEqual(
    new Map([['items[].metadata.name was string, and is integer', [`GET ${teams}`]]]),
  );
});

it('finds what is read of a machine when a user looks at it', async () => {
  const machine = (spec: object): object => object({ metadata: object({ uid: text }), spec: object(spec) });
  const old = swagger({ [machines]: machine({ instanceType: text, unused: text }) });
  const latest = swagger({ [machines]: machine({}) });
  const [change] = await changesBetween(old, latest);
  expect(change?.[0]).toBe('items[].spec.instanceType was removed');
});

it('finds operations, statuses, parameters and values of enumerations', async () => {
  const audit = (...choices: readonly string[]): object =>
    object({ spec: object({ actionType: { ...text, enum: choices } }) });
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };
  const old = openApi(audits, audit('create', 'move'), [limit]);
  expect(await changesBetween(old, openApi(audits, audit('create', 'drop')))).toEqual(
    new Map([
      ['the parameter limit was removed', [`GET ${audits}`]],
      ['items[].spec.actionType: the value move was removed', [`GET ${audits}`]],
      ['items[].spec.actionType: the value drop is new', [`GET ${audits}`]],
    ]),
  );
  const none = swagger({ [audits]: audit() });
  expect([...(await changesBetween(none, swagger({ [audits]: audit() }, { 429: {} }))).keys()]).toEqual([
    'the status 429 is new',
  ]);
  expect([...(await changesBetween(none, swagger({}))).keys()]).toEqual(['the operation was removed']);
  expect([...(await changesBetween(swagger({}), none)).keys()]).toEqual(['the operation is new']);
});

it('does not follow a schema that contains itself', async () => {
  const filter = { type: 'object', properties: { not: { $ref: '#/definitions/item0' }, name: text } };
  const api = swagger({ [teams]: filter });
  expect(await changesBetween(api, api)).toEqual(new Map());
});
