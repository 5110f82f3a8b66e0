import { badRequest } from './answers';

export type Fields = Readonly<Record<string, unknown>>;

/** The JSON of a body; an empty body is an object without fields. */
export function parseBody(body: string): unknown {
  try {
    return body === '' ? {} : JSON.parse(body);
  } catch {
    throw badRequest('The body is not JSON.');
  }
}

/** The fields of a JSON object; absent and null are an object without any. */
export function fields(value: unknown, what: string): Fields {
  const object = value ?? {};
  if (!isObject(object)) throw badRequest(`${what} must be an object.`);
  return object;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The items of a JSON list; absent and null are an empty one. */
export function list(value: unknown, what: string): readonly unknown[] {
  const items = value ?? [];
  if (!Array.isArray(items)) throw badRequest(`${what} must be a list.`);
  return items;
}
