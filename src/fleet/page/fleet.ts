import { l10n } from 'vscode';
import type { Item, ItemKind } from '../../items/item';
import { displayName, sanitizeLine } from '../../presentation/text';
import type { FleetHeader, FleetMessage } from '../messages';

/** A cluster with what is known below it. */
export interface Cluster {
  readonly item: Item;
  readonly project: Item | undefined;
  readonly pools: readonly Item[];
  readonly machines: readonly Item[];
}

/** What the page shows. All texts are safe to show on one line. */
export interface Fleet {
  readonly header: FleetHeader;
  readonly items: ReadonlyMap<string, Item>;
  readonly projects: readonly Item[];
  readonly clusters: readonly Cluster[];
}

/** The items of the messages so far. */
export class FleetStore {
  #items = new Map<string, Item>();
  #connection = '';

  /** Applies a message. What is known of one connection is never shown under the name of another. */
  apply({ header, isWhole, changed, removed }: FleetMessage): Fleet {
    const connection = connectionKey(header.connection);
    if (isWhole || connection !== this.#connection) this.#items = new Map();
    this.#connection = connection;
    for (const id of removed) this.#items.delete(id);
    for (const item of changed) this.#items.set(item.id, safe(item));
    return { header, items: this.#items, ...arranged(this.#items) };
  }
}

/** Tells connections apart. */
export function connectionKey({ name, host }: Pick<FleetHeader['connection'], 'name' | 'host'>): string {
  return JSON.stringify([name, host]);
}

export function shownName({ name, uid }: Pick<Item, 'name' | 'uid'>): string {
  return displayName(name, uid, l10n.t('(no name)'));
}

function safe(item: Item): Item {
  const line = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : sanitizeLine(text);
  return {
    ...item,
    name: shownName(item),
    uid: line(item.uid),
    cause: sanitizeLine(item.cause),
    cloudType: line(item.cloudType),
    region: line(item.region),
    addresses: item.addresses.map((address) => sanitizeLine(address)),
  };
}

function arranged(items: ReadonlyMap<string, Item>): Pick<Fleet, 'projects' | 'clusters'> {
  const projects: Item[] = [];
  const clusters = new Map<string, Cluster & { pools: Item[]; machines: Item[] }>();
  for (const item of items.values()) {
    if (item.kind === 'project') projects.push(item);
    if (item.kind === 'cluster') {
      clusters.set(item.id, { item, project: ancestor(items, item, 'project'), pools: [], machines: [] });
    }
  }
  for (const item of items.values()) {
    if (item.kind !== 'pool' && item.kind !== 'machine') continue;
    const cluster = clusters.get(ancestor(items, item, 'cluster')?.id ?? '');
    (item.kind === 'pool' ? cluster?.pools : cluster?.machines)?.push(item);
  }
  return { projects, clusters: [...clusters.values()] };
}

/** The closest item of a kind that contains an item. */
export function ancestor(items: ReadonlyMap<string, Item>, item: Item, kind: ItemKind): Item | undefined {
  let above: Item | undefined = item;
  // There are four levels. More would be a loop.
  for (let level = 0; level < 4 && above !== undefined; level++) {
    above = items.get(above.parent ?? '');
    if (above?.kind === kind) return above;
  }
  return undefined;
}
