import { cloudTypeOf, type CloudType, type Fact, type SpecPath } from './cloudTypes';
import { perText } from './remember';
import { amount, isObject, text, type Reader } from './readers';
import type { MachinePool } from './resources/cluster';
import type { Machine } from './resources/machine';

/** Memory in MiB, disk in GiB. */
export interface InstanceType {
  readonly name?: string | undefined;
  readonly numCPUs?: number | undefined;
  readonly memoryMiB?: number | undefined;
  readonly diskGiB?: number | undefined;
}

export function machineSpec({ cloudType, source }: Machine): Spec {
  return new Spec(source['spec'], cloudTypeOf(cloudType));
}

export function poolSpec(cloudType: string, { source }: MachinePool): Spec {
  return new Spec(source, cloudTypeOf(cloudType));
}

/**
 * The spec of a machine or machine pool, in the terms that all cloud types share. Missing and invalid values are left out.
 */
export class Spec {
  constructor(
    private readonly json: unknown,
    private readonly places: CloudType,
  ) {}

  /** Where a machine is, from the largest unit to the smallest. */
  get location(): readonly string[] {
    return (this.places.location ?? []).flatMap((place) => this.#textsAt(place).slice(0, 1));
  }

  /** The values of `fact`; none if the spec does not contain it. */
  fact(fact: Fact): readonly string[] {
    for (const place of this.places.facts[fact] ?? []) {
      const texts = this.#textsAt(place);
      if (texts.length > 0) return texts;
    }
    return [];
  }

  /** The instance type or, for cloud types without instance types, the minimum and maximum size of a machine. */
  size(of: 'instanceType' | 'atLeast' | 'atMost' = 'instanceType'): InstanceType | undefined {
    const places = this.places[of];
    if (places === undefined) return undefined;
    const type = {
      name: this.#firstAt(places.name, notEmpty),
      numCPUs: this.#firstAt(places.numCPUs, amount),
      memoryMiB: this.#firstAt(places.memoryMiB, amount),
      diskGiB: this.#firstAt(places.diskGiB, amount),
    };
    return Object.values(type).every((value) => value === undefined) ? undefined : type;
  }

  #firstAt<Value>(places: readonly SpecPath[] = [], read: Reader<Value>): Value | undefined {
    const values = places.flatMap((place) => valuesAt(this.json, place));
    return values.map(read).find((value) => value !== undefined);
  }

  #textsAt(place: SpecPath): readonly string[] {
    return valuesAt(this.json, place).flatMap(textsOf);
  }
}

/** Not empty. */
const notEmpty: Reader<string> = (json) => (json === '' ? undefined : text(json));

/** The texts in a value. An object of texts is a list of pairs, such as tags, or the subnets of zones. */
function textsOf(value: unknown): readonly string[] {
  switch (typeof value) {
    case 'string':
      return value === '' ? [] : [value];
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

/** The values at `place`, including those of each element of a list on the way. */
function valuesAt(json: unknown, place: SpecPath): readonly unknown[] {
  return valuesBelow(json, namesOf(place), 0);
}

function valuesBelow(json: unknown, names: readonly string[], from: number): readonly unknown[] {
  let value = json;
  for (let index = from; index < names.length; index++) {
    const name = names[index] ?? '';
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    if (Array.isArray(value)) return value.flatMap((element) => valuesBelow(element, names, index + 1));
  }
  return [value];
}

/** Kept: there are about a hundred places, which are read in thousands of machines. */
const namesOf = perText((place) => place.split('.'));
