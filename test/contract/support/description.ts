import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { whole, type Schema } from './fields';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

/** An operation of the service, as its description has it. */
export interface DescribedOperation {
  /** Such as `GET /v1/teams/{uid}`. */
  readonly endpoint: string;
  readonly method: string;
  readonly path: RegExp;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  /** The schema of each response, by status; undefined if it has no body. */
  readonly responses: ReadonlyMap<number, Schema | undefined>;
}

/** A request as the service receives it. */
export interface Received {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

type Json = Readonly<Record<string, unknown>>;

const documents = new Map<string, Json>();
const referenced = new Map<string, unknown>();

function documentIn(file: string): Json {
  const document = documents.get(file) ?? (parse(readFileSync(file, 'utf8')) as Json);
  documents.set(file, document);
  return document;
}

/** `value` of a document with everything that it refers to. */
function resolved(value: unknown, file: string): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, file));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return target(String(value.$ref), file);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolved(part, file)]));
}

function target(reference: string, from: string): unknown {
  const [name = '', pointer = ''] = reference.split('#/');
  const file = name === '' ? from : join(dirname(from), name);
  const key = `${file}#/${pointer}`;
  if (!referenced.has(key)) {
    const found = pointer.split('/').reduce<unknown>((part, step) => (part as Json)[step], documentIn(file));
    referenced.set(key, resolved(found, file));
  }
  return referenced.get(key);
}

interface Described {
  readonly content?: { readonly 'application/json': { readonly schema: Schema } };
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Described;
  readonly responses: Readonly<Record<string, Described>>;
}

type PathItem = Readonly<Record<'get' | 'post' | 'delete', Operation | undefined>> &
  Pick<Operation, 'parameters'>;

const schemaOf = (one?: Described): Schema | undefined => one?.content?.['application/json'].schema;

const description = fileURLToPath(new URL('../service.openapi.yaml', import.meta.url));
const { paths } = resolved(documentIn(description), description) as {
  readonly paths: Readonly<Record<string, PathItem>>;
};

const operations: readonly DescribedOperation[] = Object.entries(paths).flatMap(([path, item]) =>
  (['get', 'post', 'delete'] as const).flatMap((method) => {
    const operation = item[method];
    if (!operation) return [];
    return {
      endpoint: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`),
      parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])],
      body: schemaOf(operation.requestBody),
      responses: new Map(
        Object.entries(operation.responses).map(([status, one]) => [Number(status), schemaOf(one)]),
      ),
    };
  }),
);

/** The documented endpoints, such as `GET /v1/teams/{uid}`. */
export const describedEndpoints: readonly string[] = operations.map(({ endpoint }) => endpoint);

/** The operation that a request is for. Paths without braces precede those with braces. */
export function operationFor({ method, path }: Pick<Received, 'method' | 'path'>) {
  const [plain = ''] = path.split('?');
  const [best] = operations
    .filter((one) => one.method === method && one.path.test(plain))
    .sort((one, other) => one.endpoint.split('{').length - other.endpoint.split('{').length);
  return best;
}

export function described(endpoint: string): DescribedOperation {
  const found = operations.find((one) => one.endpoint === endpoint);
  if (!found) throw new Error(`${endpoint} is not described.`);
  return found;
}

/** The schema of a successful response of `endpoint`; undefined if it has no body. */
export function describedAnswer(endpoint: string): Schema | undefined {
  const { responses } = described(endpoint);
  return [...responses].find(([status]) => status < 300)?.[1];
}

const formats = { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/ };
const ajv = new Ajv({ strict: false, allErrors: true, formats });
/** For what is sent as text. */
const ofTexts = new Ajv({ strict: false, coerceTypes: true, formats });

/** What is wrong with JSON; nothing if the schema allows it. */
export function complaintsAbout(json: unknown, schema: Schema): readonly string[] {
  return ajv.validate(schema, json)
    ? []
    : (ajv.errors ?? []).map(
        ({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      );
}

/** Where a request differs from the description. */
export function complaintsAboutRequest(request: Received): readonly string[] {
  const { method, path, headers, body } = request;
  const operation = operationFor(request);
  if (!operation) return [`${method} ${path} is not described`];
  const [plain = '', search = ''] = path.split('?');
  const names = operation.endpoint.match(/(?<=\{)\w+(?=\})/g) ?? [];
  const segments = operation.path.exec(plain)?.slice(1).map(decodeURIComponent) ?? [];
  const given: Readonly<Record<string, ReadonlyMap<string, unknown>>> = {
    path: new Map(names.map((name, index) => [name, segments[index]])),
    query: new Map(new URLSearchParams(search)),
    header: new Map(Object.entries(headers)),
  };
  const wrong = operation.parameters.flatMap(({ name, in: place, required, schema }) => {
    const value = given[place]?.get(place === 'header' ? name.toLowerCase() : name);
    if (value === undefined) return required === true ? [`${name} is missing`] : [];
    const isValid = ofTexts.validate({ properties: { value: schema } }, { value });
    return isValid ? [] : [`${name} ${ofTexts.errorsText()}`];
  });
  const described = new Set(operation.parameters.map(({ name }) => name));
  const sent = [
    ...(given['query']?.keys() ?? []),
    ...(headers['projectuid'] !== undefined ? ['ProjectUid'] : []),
  ];
  return [
    ...(headers['apikey'] === undefined ? ['The API key is missing'] : []),
    ...sent.filter((name) => !described.has(name)).map((name) => `${name} is not described`),
    ...wrong,
    ...(body === '' ? [] : complaintsAbout(JSON.parse(body), operation.body ?? { not: {} })),
  ];
}

const closedSchemas = new WeakMap<Schema, Schema>();

/** The schema, which allows no other fields than those that it names. */
export function closed(schema: Schema): Schema {
  const known = closedSchemas.get(schema);
  if (known) return known;
  const { properties, items, ...others } = schema.anyOf ? schema : whole(schema);
  const parts = Object.entries(properties ?? {}).map(([name, part]) => [name, closed(part)] as const);
  const made: Schema = {
    ...others,
    ...(items && { items: closed(items) }),
    ...(properties && { properties: Object.fromEntries(parts), additionalProperties: false }),
  };
  closedSchemas.set(schema, made);
  return made;
}
