import { badRequest } from './answers';

/** The time of a query parameter, in milliseconds. */
export function timeIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) throw badRequest(`${name} must be a date and time in ISO 8601.`);
  return time;
}
