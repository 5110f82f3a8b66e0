import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { createServiceClient } from '../../src/service/client';
import { cloudTypeOf } from '../../src/service/cloudTypes';
import { isObject } from '../../src/service/readers';
import { Schedule } from '../../src/service/schedule';
import { machineSpec, poolSpec, type Spec } from '../../src/service/spec';
import { calls, type Call } from '../../test/contract/support/calls';
import { described } from '../../test/contract/support/description';
import { sampleOf, whole, withOther, type Field, type Schema } from '../../test/contract/support/fields';
import { withoutLimits } from '../../test/support/withoutLimits';
import { endpointKey, type PublishedOperation } from './publishedApi';

type Api = ReadonlyMap<string, PublishedOperation>;

/**
 * What Poolview uses and has changed: each change, such as `items[].spec.users[] was removed`, with its
 * endpoints. Poolview uses a field if its client returns something else when only this field of a
 * response changes: its readers decide, no list.
 */
export async function changesBetween(old: Api, latest: Api): Promise<ReadonlyMap<string, readonly string[]>> {
  const service = await startService();
  const changes = new Map<string, readonly string[]>();
  try {
    const used = new Map(calls.map((call) => [call.endpoint, call]));
    for (const [endpoint, call] of used) {
      const [before, after] = [old.get(endpointKey(endpoint)), latest.get(endpointKey(endpoint))];
      if (before === undefined && after === undefined) continue;
      const found =
        before === undefined
          ? ['the operation is new']
          : after === undefined
            ? ['the operation was removed']
            : [
                ...statusChanges(before, after),
                ...requestChanges(endpoint, before, after),
                ...(await fieldChanges(service, call, before.answer, after.answer)),
              ];
      for (const change of found) changes.set(change, [...(changes.get(change) ?? []), endpoint]);
    }
  } finally {
    service.close();
  }
  return changes;
}

function statusChanges(before: PublishedOperation, after: PublishedOperation): readonly string[] {
  return differences(before.statuses, after.statuses).map((change) => `the status ${change}`);
}

/** Of what Poolview sends. */
function requestChanges(
  endpoint: string,
  before: PublishedOperation,
  after: PublishedOperation,
): readonly string[] {
  const { parameters, body } = described(endpoint);
  const ofParameters = parameters
    .filter(({ in: place }) => place === 'query')
    .flatMap(({ name }) =>
      valueChanges(`the parameter ${name}`, before.parameters.get(name), after.parameters.get(name)),
    );
  const sent = new Set(fieldsOf(body).keys());
  const [was, is] = [fieldsOf(before.body), fieldsOf(after.body)];
  const ofBody = [...sent].flatMap((path) =>
    valueChanges(`${path} of the request`, was.get(path)?.schema, is.get(path)?.schema),
  );
  return [...ofParameters, ...ofBody];
}

async function fieldChanges(
  service: Service,
  call: Call,
  before: Schema | undefined,
  after: Schema | undefined,
): Promise<readonly string[]> {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const changes: string[] = [];
  for (const path of new Set([...was.keys(), ...is.keys()])) {
    const change = valueChanges(path, was.get(path)?.schema, is.get(path)?.schema);
    if (change.length === 0) continue;
    // A reader drops a field of another type than before.
    const isRead =
      (await reads(service, call, before, was.get(path))) ||
      (await reads(service, call, after, is.get(path)));
    if (isRead) changes.push(...change);
  }
  return changes;
}

/** How a value changed; nothing if it is the same. */
function valueChanges(
  what: string,
  before: Schema | undefined,
  after: Schema | undefined,
): readonly string[] {
  if (before === undefined || after === undefined) {
    return before === after ? [] : [`${what} ${before === undefined ? 'is new' : 'was removed'}`];
  }
  const [was, is] = [before, after].map(({ type, format }) => [type, format].filter(Boolean).join(' '));
  return [
    ...(was === is ? [] : [`${what} was ${was}, and is ${is}`]),
    ...differences(before.enum?.map(String) ?? [], after.enum?.map(String) ?? []).map(
      (one) => `${what}: the value ${one}`,
    ),
  ];
}

function differences(before: readonly string[], after: readonly string[]): readonly string[] {
  return [
    ...before.filter((one) => !after.includes(one)).map((one) => `${one} was removed`),
    ...after.filter((one) => !before.includes(one)).map((one) => `${one} is new`),
  ];
}

interface DescribedField extends Field {
  readonly schema: Schema;
}

/** The fields without nested fields, by their paths. */
function fieldsOf(schema: Schema | undefined): ReadonlyMap<string, DescribedField> {
  if (schema === undefined) return new Map();
  return new Map(
    sampleOf(schema).fields.map((field) => [field.path, { ...field, schema: schemaAt(schema, field.path) }]),
  );
}

function schemaAt(schema: Schema, path: string): Schema {
  return path.split(/\.|(?=\[\])|(?=\{\})/).reduce<Schema>((part, step) => {
    const { items, additionalProperties, properties } = whole(part);
    if (step === '[]') return items ?? {};
    if (step === '{}') return typeof additionalProperties === 'object' ? additionalProperties : {};
    return properties?.[step] ?? {};
  }, schema);
}

interface Service {
  readonly baseUrl: string;
  /** Every response. */
  answer: unknown;
  close(): void;
}

async function startService(): Promise<Service> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(service.answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service: Service = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: {},
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}

async function reads(
  service: Service,
  call: Call,
  schema: Schema | undefined,
  field: Field | undefined,
): Promise<boolean> {
  if (schema === undefined || field === undefined) return false;
  const { answer } = sampleOf(schema);
  const before = await readingOf(service, call, answer);
  return !isDeepStrictEqual(before, await readingOf(service, call, withOther(answer, field)));
}

/** What the client makes of a response, without the JSON that only *Show Details* shows. */
async function readingOf(service: Service, call: Call, answer: unknown): Promise<unknown> {
  service.answer = answer;
  const client = createServiceClient(
    {
      baseUrl: service.baseUrl,
      apiKey: () => Promise.resolve('key'),
      timeoutMs: () => 10_000,
      onRequest: () => undefined,
    },
    new Schedule({ limits: withoutLimits, retries: 0 }),
  );
  try {
    return withSpecs(await call.send(client), call.cloudType);
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

/** Instead of the JSON of machines and pools, what Poolview reads of it when a user looks at them. */
function withSpecs(read: unknown, cloudType: string | undefined): unknown {
  if (Array.isArray(read)) return read.map((item: unknown) => withSpecs(item, cloudType));
  if (!isObject(read)) return read;
  const { source, ...fields } = read;
  const rest = Object.entries(fields).map(([name, value]) => [name, withSpecs(value, cloudType)]);
  const specs =
    cloudType === undefined || !isObject(source)
      ? []
      : [machineSpec({ cloudType, source }), poolSpec(cloudType, { source })].map((spec) =>
          factsOf(spec, cloudType),
        );
  return { ...Object.fromEntries(rest), specs };
}

function factsOf(spec: Spec, cloudType: string): unknown {
  const sizes = [spec.size(), spec.size('atLeast'), spec.size('atMost')];
  const facts = Object.keys(cloudTypeOf(cloudType).facts) as Parameters<Spec['fact']>[0][];
  return { sizes, location: spec.location, facts: facts.map((fact) => spec.fact(fact)) };
}
