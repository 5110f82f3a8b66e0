import { isObject } from './readers';

/** Fields with which services and gateways report an error, in lower case; empty ones report none. */
const errorFields: ReadonlySet<string> = new Set(['code', 'message', 'error', 'errors', 'title', 'detail']);

/** Fields that report an error when they are `false`. */
const successFields: ReadonlySet<string> = new Set(['success', 'ok']);

/**
 * Why a 2xx response does not confirm that a change was made; undefined if it does. Only 200 and 204 mean that a change is
 * complete (202 announces it, 207 may contain failures), and their body must be empty or JSON without an error.
 */
export function doubtAbout(
  status: number,
  body: string,
  json: unknown,
): 'notConfirmed' | 'notJson' | undefined {
  if (status !== 200 && status !== 204) return 'notConfirmed';
  if (body.trim() === '') return undefined;
  // A text or an HTML page comes from something in between, such as a login page or a proxy.
  if (json === undefined || typeof json === 'string') return 'notJson';
  return json === false || reportsError(json) ? 'notConfirmed' : undefined;
}

/** Whether a JSON body has a field that reports an error. */
export function reportsError(json: unknown): boolean {
  return (
    isObject(json) &&
    Object.entries(json).some(([field, value]) => {
      const name = field.toLowerCase();
      return (errorFields.has(name) && !saysNothing(value)) || (successFields.has(name) && value === false);
    })
  );
}

function saysNothing(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === '' || value === 0 || value === false;
}
