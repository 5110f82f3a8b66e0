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
