import { isObject, type JsonObject } from '../../src/service/readers';

/** Checks what comes from outside. Throws if it finds a fault. */
export type Target = (input: Buffer) => void | Promise<void>;

/** What a byte chooses. */
export function chosen<Value>(choices: readonly Value[], byte = 0): Value {
  const choice = choices[byte % choices.length];
  if (choice === undefined) throw new RangeError('There is nothing to choose from');
  return choice;
}

/**
 * The texts of an input, between bytes that no UTF-8 has. Other bytes that are not UTF-8 become lone surrogates, which JSON of a
 * service can contain.
 */
export function textsOf(input: Buffer): readonly string[] {
  return input
    .toString('latin1')
    .split('\xff')
    .map((part) => Buffer.from(part, 'latin1').toString('utf8').replaceAll('\ufffd', '\ud83d'));
}

/** JSON, or undefined. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Objects of JSON, or undefined. */
export function objectOf(text: string): JsonObject | undefined {
  const json = jsonOf(text);
  return isObject(json) ? json : undefined;
}
