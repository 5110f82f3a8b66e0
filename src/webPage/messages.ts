import { anyObject, exactObject, oneOf } from '../service/readers';

/** A list whose elements have IDs, or what has changed of it since the last message. */
export interface ListChanges<Element> {
  /** Whether `changed` has all elements, so that those from before are forgotten. */
  readonly isWhole: boolean;
  readonly changed: readonly Element[];
  /** The IDs of elements that are gone. */
  readonly removed: readonly string[];
}

/** What has changed in a list: the elements that are other objects than before. @param before undefined if nothing was sent */
export function changesOf<Element extends { readonly id: string }>(
  before: readonly Element[] | undefined,
  elements: readonly Element[],
): ListChanges<Element> {
  const gone = new Set(before);
  const changed = elements.filter((element) => !gone.delete(element));
  const ids = new Set(changed.map(({ id }) => id));
  const removed = [...gone].map(({ id }) => id).filter((id) => !ids.has(id));
  return { isWhole: before === undefined, changed, removed };
}

/** The elements after a message, by ID. */
export function elementsAfter<Element extends { readonly id: string }>(
  before: Iterable<readonly [string, Element]>,
  { isWhole, changed, removed }: ListChanges<Element>,
): Map<string, Element> {
  const elements = new Map(isWhole ? [] : before);
  for (const id of removed) elements.delete(id);
  for (const element of changed) elements.set(element.id, element);
  return elements;
}

/**
 * What the user chose to see. VS Code stores what a page keeps, and an API key may have been typed into a text box: the page
 * sends it to the extension, and keeps what is sent back.
 */
export const keptView = exactObject({ type: oneOf('keepView'), view: anyObject });

// Messages to pages, as UTF-8. VS Code passes bytes on as they are. It writes and reads objects as JSON at each step of their way,
// which took half a second for 2,048 clusters.

export function encode(message: object): ArrayBuffer {
  return new TextEncoder().encode(JSON.stringify(message)).buffer;
}

export function decode(bytes: ArrayBuffer): object {
  return JSON.parse(new TextDecoder().decode(bytes)) as object;
}
