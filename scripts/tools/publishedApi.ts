import { isObject, type JsonObject } from '../../src/service/readers';
import { Problem } from '../script';
import type { Schema } from '../../test/contract/support/fields';

/** An operation of a published description of the service. */
export interface PublishedOperation {
  /** What each parameter may be, as JSON Schema, by its name. */
  readonly parameters: ReadonlyMap<string, Schema>;
  readonly body: Schema | undefined;
  /** Of a successful response; undefined if it has no body. */
  readonly answer: Schema | undefined;
  readonly statuses: readonly string[];
}

/** A method and a path without the names of its parameters, which differ between descriptions. */
export function endpointKey(endpoint: string): string {
  return endpoint.replaceAll(/\{\w+\}/g, '{}');
}

/** The operations of a description in Swagger 2 or OpenAPI 3, by their {@link endpointKey}. */
export function publishedApi(document: unknown): ReadonlyMap<string, PublishedOperation> {
  if (!isObject(document) || !isObject(document['paths'])) {
    throw new Problem('This is not a description in Swagger 2 or OpenAPI 3: it has no paths.');
  }
  const operations = Object.entries(document['paths']).flatMap(([path, item]) =>
    ['get', 'post', 'put', 'patch', 'delete'].flatMap((method) => {
      const operation = member(item, method);
      if (!isObject(operation)) return [];
      const shared = list(member(item, 'parameters'));
      const key = endpointKey(`${method.toUpperCase()} ${path}`);
      return [[key, published(document, operation, shared)] as const];
    }),
  );
  return new Map(operations);
}

function published(
  document: JsonObject,
  operation: JsonObject,
  shared: readonly unknown[],
): PublishedOperation {
  const parameters = [...shared, ...list(operation['parameters'])].map((one) => resolved(document, one));
  const inBody = parameters.find((one) => member(one, 'in') === 'body') ?? operation['requestBody'];
  const responses = operation['responses'];
  const statuses = Object.keys(isObject(responses) ? responses : {});
  const success = statuses.find((status) => status.startsWith('2')) ?? '';
  return {
    parameters: new Map(
      parameters
        .filter((one) => member(one, 'in') !== 'body')
        .map((one) => [String(member(one, 'name')), (member(one, 'schema') ?? one) as Schema]),
    ),
    body: schemaIn(document, inBody),
    answer: schemaIn(document, member(responses, success)),
    statuses,
  };
}

/** The schema of a body, where Swagger 2 or OpenAPI 3 has it. */
function schemaIn(document: JsonObject, described: unknown): Schema | undefined {
  const part = resolved(document, described);
  const json = member(member(part, 'content'), 'application/json');
  return (member(part, 'schema') ?? member(json, 'schema')) as Schema | undefined;
}

/** `value` with everything that it refers to. What refers to itself ends there. */
function resolved(document: JsonObject, value: unknown, open: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(document, item, open));
  if (!isObject(value)) return value;
  const reference = value['$ref'];
  if (typeof reference === 'string') {
    if (open.includes(reference)) return {};
    const target = reference.split('/').slice(1).reduce<unknown>(member, document);
    return resolved(document, target, [...open, reference]);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, resolved(document, part, open)]),
  );
}

function member(json: unknown, name: string): unknown {
  return isObject(json) ? json[name] : undefined;
}

function list(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? json : [];
}
