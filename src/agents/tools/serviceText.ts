import { idPart, textOfPart } from '../../items/store/row';
import { withoutSecrets } from '../../text/secrets';
import { sanitizeLineForModel } from '../../text/text';

/** A value that was made safe, and how many of its elements and fields were left out. */
export type Fitted = ReturnType<typeof fitted>;

/** The most elements of a list, and of fields of an object. */
const maxElements = 100;
const maxFields = 200;

/** Long enough for a time. */
const minText = 40;

/** Other tools take the ID of an item, so it is never cut. */
export const maxId = 5000;

/** The ID of an item without secrets: it has names of pools in it, which are encoded. */
export function shownId(id: string): string {
  return id.replace(/(?<=[:~])[^/:#%]*%[^/:#]*/g, (part) => {
    const name = textOfPart(part) ?? '';
    const shown = withoutSecrets(name);
    return shown === name ? part : idPart(shown);
  });
}

/**
 * An object whose texts are safe: on one line, without control characters and invisible ones. Its longest lists and texts are
 * halved until it takes at most `maxBytes`. If that does not help, fields that are too large are left out.
 */
export function fitted(source: object, maxBytes: number) {
  let { value, omitted } = safeCopy(source, maxElements);
  for (let most = maxElements; most > 1 && bytesOf(value) > maxBytes;) {
    most = Math.floor(most / 2);
    ({ value, omitted } = safeCopy(source, most));
  }
  let left = maxBytes - 1;
  const kept = Object.entries(value).filter((field) => {
    const bytes = bytesOf(Object.fromEntries([field])) - 1;
    const fits = bytes <= left;
    if (fits) left -= bytes;
    else omitted++;
    return fits;
  });
  return { value: Object.fromEntries(kept), omitted };
}

/** @param most elements of a list; texts have ten times as many characters */
function safeCopy(source: object, most: number) {
  let omitted = 0;
  const first = <Part>(parts: readonly Part[], count: number): readonly Part[] => {
    omitted += Math.max(0, parts.length - count);
    return parts.slice(0, count);
  };
  const maxText = Math.max(minText, 10 * most);
  const safe = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') {
      return name === 'id'
        ? sanitizeLineForModel(shownId(value), maxId)
        : sanitizeLineForModel(value, maxText);
    }
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? first(value, most).map((element) => safe(element, '')) : safeObject(value);
  };
  const safeObject = (value: object): object =>
    Object.fromEntries(
      first(Object.entries(value), maxFields).map(([name, inner]) => [
        sanitizeLineForModel(name, maxText),
        safe(inner, name),
      ]),
    );
  return { value: safeObject(source), omitted };
}

/** How many bytes a value takes as JSON. */
export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
