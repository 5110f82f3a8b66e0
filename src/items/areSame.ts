import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../service/readers';

/** Whether two lists have the same elements in the same order. */
export function areSame<Value>(one: readonly Value[], other: readonly Value[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

export function isSameJson(one: unknown, other: unknown): boolean {
  try {
    return isSame(one, other);
  } catch {
    // A response may be nested too deeply for a recursive comparison.
    return false;
  }
}

/** `isDeepStrictEqual` takes several times as long for lists and objects as they are in JSON. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((element, index) => isSame(element, other[index]));
  }
  if (!isPlain(one) || !isPlain(other)) return isDeepStrictEqual(one, other);
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

function isPlain(value: unknown): value is JsonObject {
  return isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}
