import type { Metadata } from './resources/metadata';
import { maxItems } from './responseLimits';
import type { CallOptions } from './schedule';

/** One page of a paginated list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** How many there are in all, as far as the service says; it may change from page to page. */
  readonly total?: number | undefined;
  /** When it was requested, in milliseconds since 1970, if that was before this reading. */
  readonly readAt?: number | undefined;
}

/** What the service answers to a request for a page. An empty or missing token ends the list. */
export interface PageAnswer<Item> extends Page<Item> {
  readonly continue?: string | undefined;
  /** Why the list ends with this page although there is more. */
  readonly cut?: Cut | undefined;
}

/** Asks for the page that `token` stands for; for the first one without a token. */
export type PageFetch<Item> = (token: string | undefined, options?: CallOptions) => Promise<PageAnswer<Item>>;

/** Why a list ended before its end: the service gave a token again, never stops giving tokens, or sends too many items. */
export type Cut = 'repeatedToken' | 'tooManyPages' | 'tooManyItems';

/** At 50 items a page, 50,000 items. */
export const maxPages = 1000;

/**
 * A paginated list, a page at a time. A `next()` that fails leaves the position where it was: the following `next()`
 * asks for the same page again.
 */
export class Pages<Item> implements AsyncIterableIterator<Page<Item>, undefined> {
  #token: string | undefined;
  readonly #seen = new Set<string>();
  #read = 0;
  #items = 0;
  #done = false;
  #cut: Cut | undefined;

  constructor(private readonly fetch: PageFetch<Item>) {}

  /** Whether there is nothing more to read. */
  get done(): boolean {
    return this.#done;
  }

  /** Set where the list was ended by Poolview and not by the service. */
  get cut(): Cut | undefined {
    return this.#cut;
  }

  async next(options?: CallOptions): Promise<IteratorResult<Page<Item>, undefined>> {
    if (this.#done) return { done: true, value: undefined };
    const { items, total, readAt, continue: token = '', cut } = await this.fetch(this.#token, options);
    this.#read++;
    this.#items += items.length;
    if (cut !== undefined) {
      this.#end(cut);
    } else if (token === '') {
      this.#done = true;
    } else if (this.#seen.has(token)) {
      this.#end('repeatedToken');
    } else if (this.#read >= maxPages) {
      this.#end('tooManyPages');
    } else if (this.#items >= maxItems) {
      this.#end('tooManyItems');
    } else {
      this.#seen.add(token);
      this.#token = token;
    }
    return { done: false, value: { items, total, readAt } };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #end(cut: Cut): void {
    this.#done = true;
    this.#cut = cut;
  }
}

/** What has been read of a list, page by page. */
export interface Loaded<Item> {
  readonly pages: Pages<Item>;
  readonly pageCount: number;
  /** Without those whose uid came before. */
  readonly items: readonly Item[];
  /** Their uids; what goes on from here adds to them. */
  readonly seen: Set<string>;
  readonly total: number | undefined;
}

/** Nothing of `pages` yet. */
export function nothingOf<Item>(pages: Pages<Item>): Loaded<Item> {
  return { pages, pageCount: 0, items: [], seen: new Set(), total: undefined };
}

/** `loaded` with one page more; the same where there is none. */
export async function withNextPage<Item>(
  loaded: Loaded<Item>,
  uidOf: (item: Item) => string | undefined,
  options: CallOptions,
): Promise<Loaded<Item>> {
  const { pages, pageCount, items, seen } = loaded;
  const { value: page } = await pages.next(options);
  return page === undefined
    ? loaded
    : {
        pages,
        pageCount: pageCount + 1,
        items: [...items, ...uniqueByUid(page.items, uidOf, seen)],
        seen,
        total: page.total,
      };
}

/** The uid of a resource, where it has one. */
export function uidOf(resource: { readonly metadata?: Metadata | undefined }): string | undefined {
  return resource.metadata?.uid;
}

/**
 * Without those whose uid came before. Those without a uid all stay: they may be different things.
 * @param seen what came before, to which theirs are added
 */
export function uniqueByUid<Item>(
  items: readonly Item[],
  uidOf: (item: Item) => string | undefined,
  seen = new Set<string>(),
): Item[] {
  return items.filter((item) => {
    const uid = uidOf(item);
    if (uid === undefined || uid === '') return true;
    if (seen.has(uid)) return false;
    seen.add(uid);
    return true;
  });
}
