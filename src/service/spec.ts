import {
  facts,
  machinePlaces,
  poolPlaces,
  type Fact,
  type InstanceTypePlaces,
  type Place,
  type SpecPlaces,
} from './cloudTypes';
import { amount } from './readers';

/** Memory in MiB, disk in GiB. */
export interface InstanceType {
  readonly name?: string | undefined;
  readonly numCPUs?: number | undefined;
  readonly memoryMiB?: number | undefined;
  readonly diskGiB?: number | undefined;
}

/**
 * What the spec of a machine or of a machine pool says, wherever its cloud type has it. Each part is read when it is
 * asked for: a row shows three of them, and there are thousands of rows.
 */
export interface Spec {
  readonly instanceType: InstanceType | undefined;
  /** What a machine has at least and at most, where there are no instance types. */
  readonly atLeast: InstanceType | undefined;
  readonly atMost: InstanceType | undefined;
  /** Where a machine is, from the larger to the smaller. */
  readonly location: readonly string[];
  /** In the order of {@link facts}, without those that say nothing. */
  readonly facts: ReadonlyMap<Fact, readonly string[]>;
  /** One of {@link facts}; empty where it says nothing. */
  fact(fact: Fact): readonly string[];
}

/** What a machine says; `source` is any JSON. */
export function machineSpec(cloudType: string, { source }: { readonly source: unknown }): Spec {
  return readSpec(ownValue(source, 'spec'), machinePlaces(cloudType));
}

/** What a machine pool says; `source` is any JSON. */
export function poolSpec(cloudType: string, { source }: { readonly source: unknown }): Spec {
  return readSpec(source, poolPlaces(cloudType));
}

/** Reads `spec` at `places`. What is not there, or is something else than expected, is left out. */
function readSpec(spec: unknown, places: SpecPlaces): Spec {
  return {
    get instanceType() {
      return instanceTypeAt(spec, places.instanceType);
    },
    get atLeast() {
      return instanceTypeAt(spec, places.atLeast);
    },
    get atMost() {
      return instanceTypeAt(spec, places.atMost);
    },
    get location() {
      return (places.location ?? []).flatMap((place) => textsAt(spec, place).slice(0, 1));
    },
    get facts() {
      return new Map(
        facts.map((fact) => [fact, this.fact(fact)] as const).filter(([, texts]) => texts.length > 0),
      );
    },
    fact: (fact) => firstTexts(spec, places.facts[fact]),
  };
}

function instanceTypeAt(
  spec: unknown,
  { name, numCPUs, memoryMiB, diskGiB }: InstanceTypePlaces = {},
): InstanceType | undefined {
  const type = {
    name: name?.flatMap((place) => valuesAt(spec, place)).find(isText),
    numCPUs: numberAt(spec, numCPUs),
    memoryMiB: numberAt(spec, memoryMiB),
    diskGiB: numberAt(spec, diskGiB),
  };
  return Object.values(type).every((value) => value === undefined) ? undefined : type;
}

function firstTexts(spec: unknown, places: readonly Place[] = []): readonly string[] {
  for (const place of places) {
    const texts = textsAt(spec, place);
    if (texts.length > 0) return texts;
  }
  return [];
}

function numberAt(spec: unknown, place: Place | undefined): number | undefined {
  return place === undefined
    ? undefined
    : amount(valuesAt(spec, place).find((value) => typeof value === 'number'));
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function textsAt(spec: unknown, place: Place): readonly string[] {
  return valuesAt(spec, place).flatMap(textsOf);
}

/** The texts in a value. An object of texts, such as tags or the subnets of zones, is a list of pairs. */
function textsOf(value: unknown): readonly string[] {
  switch (typeof value) {
    case 'string':
      return isText(value) ? [value] : [];
    case 'number':
    case 'boolean':
      return [String(value)];
    case 'object':
      return Object.entries(value ?? {}).flatMap(([name, text]) =>
        typeof text === 'string' ? [text === '' ? name : `${name}: ${text}`] : [],
      );
    default:
      return [];
  }
}

/** The values at `place`, those in lists one by one. */
function valuesAt(json: unknown, place: Place): readonly unknown[] {
  return valuesBelow(json, namesOf(place), 0);
}

function valuesBelow(json: unknown, names: readonly string[], from: number): readonly unknown[] {
  let value = json;
  for (let index = from; index < names.length; index++) {
    value = ownValue(value, names[index] ?? '');
    if (Array.isArray(value)) return value.flatMap((element) => valuesBelow(element, names, index + 1));
  }
  return [value];
}

const namesByPlace = new Map<Place, readonly string[]>();

/** There are some hundred places, and thousands of machines that are looked at in each. */
function namesOf(place: Place): readonly string[] {
  const names = namesByPlace.get(place) ?? place.split('.');
  namesByPlace.set(place, names);
  return names;
}

function ownValue(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
