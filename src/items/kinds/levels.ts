// What kinds of items there are, and which contain which. Used by the extension and by the pages.

/** In the order in which they are named. */
export const kinds = ['project', 'cluster', 'pool', 'machine'] as const;
export type ItemKind = (typeof kinds)[number];

/** An item, a row of one, or whatever else has a kind. */
type OfKind = Readonly<Record<'kind', ItemKind>>;

/** What the lists in an item have, in their order. A leaf has none. */
const contents: Readonly<Record<ItemKind, readonly ItemKind[]>> = {
  project: ['cluster'],
  cluster: ['pool'],
  pool: ['machine'],
  machine: [],
};

/** What is nothing but its parts: the service does not say how it is. */
const groups: readonly ItemKind[] = ['pool'];

/** The kind of the item with an ID; undefined if the ID is made up. */
export function kindIn(id: string): ItemKind | undefined {
  const [name] = id.slice(id.lastIndexOf('/') + 1).split(/[:~]/, 1);
  return kinds.find((kind) => kind === name);
}

/** The kinds of the lists in an item or, without one, of those that nothing contains. */
export function listedIn(container: OfKind | undefined): readonly ItemKind[] {
  return container === undefined ? ['project'] : contents[container.kind];
}

/** The kinds of everything that may be in an item or, without one, of everything. */
export function kindsIn(container: OfKind | undefined): readonly ItemKind[] {
  return listedIn(container).flatMap((kind) => [kind, ...kindsIn({ kind })]);
}

export function isOutermost({ kind }: OfKind): boolean {
  return listedIn(undefined).includes(kind);
}

export function isLeaf({ kind }: OfKind): boolean {
  return contents[kind].length === 0;
}

/** Whether it is nothing but its parts: the service does not say how it is. */
export function isGroup({ kind }: OfKind): boolean {
  return groups.includes(kind);
}

/** Whether it is counted among what needs attention. Of a project or a group, what is in it is counted instead. */
export function isCounted(one: OfKind): boolean {
  return !isOutermost(one) && !isGroup(one);
}

export function byKind<Value>(valueOf: (kind: ItemKind) => Value): Record<ItemKind, Value> {
  return Object.fromEntries(kinds.map((kind) => [kind, valueOf(kind)])) as Record<ItemKind, Value>;
}
