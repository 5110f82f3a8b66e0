import { Pages } from '../../../src/service/pages';
import { ServiceError } from '../../../src/service/errors';
import type { RequestTime } from '../../../src/service/requestTime';
import type { CallOptions } from '../../../src/service/operations';
import { readPages, type ReadPage } from '../../../src/items/store/loadedList';
import type { ListRow, StoreRow, TreeRow } from '../../../src/items/store/row';
import { type ListSource, Lists } from '../../../src/items/store/lists';
import { Refreshes } from '../../../src/items/store/refreshes';
import type { ViewRules } from '../../../src/tree/listRows';
import { ListView } from '../../../src/tree/listView';
import { recordChanges, wordForListRow } from './changes';

/** A row that has nothing but a name and a text. */
export interface ItemRow extends TreeRow {
  readonly kind: 'item' | 'note';
  readonly parent: ItemRow | undefined;
  readonly text: string;
}

type ItemStoreRow = StoreRow<ItemRow, ItemRow>;

/** A page: its items, separated by spaces, each as `name` or `name=text`; or why it cannot be read. */
export type PageScript = string | Error | Promise<string>;

/** The pages of a list. */
export interface ListScript {
  pages: readonly PageScript[];
  /** The requests so far: the page, by its place in the list, and the options. */
  readonly requests: { readonly page: number; readonly options: CallOptions | undefined }[];
}

export const serviceFault = new ServiceError({ kind: 'serviceFault', operation: 'listTeams' });
export const cancelled = new ServiceError({ kind: 'cancelled', operation: 'listTeams' });
export const never = new AbortController().signal;

export function listOf(...pages: readonly PageScript[]): ListScript {
  return { pages, requests: [] };
}

export function itemRow(text: string, parent?: ItemRow, time?: RequestTime): ItemRow {
  const [name = '', content = ''] = text.split('=');
  const kind = name.startsWith('!') ? 'note' : 'item';
  return { kind, id: `${parent?.id ?? 'root'}/${name}`, parent, ...time, text: content };
}

/** Reads a scripted list from its first page. The token of each page is its place; `again` repeats a token. */
export function readerOf(list: ListScript, parent?: ItemRow): ReadPage<ItemRow> {
  const pages = new Pages<string>(async (token = '0', options) => {
    const page = Number.parseInt(token);
    list.requests.push({ page, options });
    const content = await list.pages[page];
    if (content instanceof Error) throw content;
    const items = content === undefined || content === '' ? [] : content.split(' ');
    const next = items.includes('again') ? token : String(page + 1);
    return {
      items: items.filter((name) => name !== 'again'),
      total: 100 + page,
      continue: page + 1 < list.pages.length ? next : '',
    };
  });
  return readPages(pages, (items, time) => items.map((text) => itemRow(text, parent, time)));
}

/** A page that arrives, or fails, when the test says so. */
export function heldPage() {
  let arrive: (page: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const page = new Promise<string>((resolve, reject) => {
    arrive = resolve;
    fail = reject;
  });
  return {
    page,
    arrive: (content: string) => {
      arrive(content);
    },
    fail: (error: Error) => {
      fail(error);
    },
  };
}

/** A short name of a row. */
export function wordForItem(row: ItemStoreRow): string {
  if (row.kind === 'error' || row.kind === 'loadMore' || row.kind === 'truncated') return wordForListRow(row);
  const name = row.id.slice(row.id.lastIndexOf('/') + 1);
  return row.text === '' ? name : `${name}=${row.text}`;
}

export function wordsFor(rows: readonly ItemStoreRow[]): string {
  return rows.map(wordForItem).join(' ');
}

const isItem = (row: TreeRow | ListRow): row is ItemRow => row.kind === 'item';

/** Scripted lists, by the ID of their parent, and a view of them; `root` is the ID of the view. */
export function itemStore(
  lists: Record<string, ListScript>,
  more: Partial<ListSource<ItemRow, ItemRow> & ViewRules<ItemRow, ItemRow>> = {},
) {
  const store = new Lists<ItemRow, ItemRow>({
    rootId: 'root',
    isParent: isItem,
    read: (parent, options) => readerOf((lists[parent?.id ?? 'root'] ??= listOf('')), parent)(options),
    ...more,
  });
  const refreshes = new Refreshes(store);
  const view = new ListView(store, refreshes, {
    emptyRow: (parent, loaded) => itemRow(`!empty=${loaded}`, parent),
    ...more,
  });
  const { reloads, looks } = recordChanges(view);
  const words = async (parent?: ItemRow): Promise<string> => wordsFor(await view.children(parent));
  const item = async (name: string, parent?: ItemRow): Promise<ItemRow> => {
    const row = (await view.children(parent)).find((one) => wordForItem(one).split('=')[0] === name);
    if (row === undefined || !isItem(row)) throw new Error(`There is no row ${name}`);
    return row;
  };
  return { store, refreshes, view, reloads, looks, words, item };
}
