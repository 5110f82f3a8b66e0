import type { RequestTime } from './requestTime';
import { maxItems } from './readers';
import type { CallOptions } from './operations';

/** One page of a paginated list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The number of items in the whole list, if the service reports it. It may change between pages. */
  readonly total?: number | undefined;
  /** When the page was requested, if that was before this call. */
  readonly requestedAt?: RequestTime | undefined;
}

/** The response of the service to a request for a page. An empty or missing token ends the list. */
export interface PageAnswer<Item> extends Page<Item> {
  readonly continue?: string | undefined;
  /** Why the list is truncated after this page. */
  readonly cut?: Cut | undefined;
}

/** Requests the page of a token, or the first page. */
export type PageFetch<Item> = (token: string | undefined, options?: CallOptions) => Promise<PageAnswer<Item>>;

/** Why a list is truncated: the service repeats a token, or sends too many pages or items. */
export type Cut = 'repeatedToken' | 'tooManyPages' | 'tooManyItems';

/** The most items of a page that the service sends. */
export const pageSize = 50;

/** The query for the page of a token, or for the first page. */
export function pageOf(token: string | undefined) {
  return { limit: pageSize, continue: token };
}

/** At {@link pageSize} items a page, 50,000 items. */
export const maxPages = 1000;

/** A paginated list. After a failure, the next call of `next()` requests the same page again. */
export class Pages<Item> implements AsyncIterableIterator<Page<Item>, undefined> {
  readonly #tokens = new Set<string>();
  #token: string | undefined;
  #pageCount = 0;
  #itemCount = 0;
  /** Whether all pages are read. */
  done = false;
  /** Why the list is truncated; undefined if it is complete. */
  cut: Cut | undefined;

  constructor(private readonly fetch: PageFetch<Item>) {}

  async next(options?: CallOptions): Promise<IteratorResult<Page<Item>, undefined>> {
    if (this.done) return { done: true, value: undefined };
    const { continue: token = '', cut, ...page } = await this.fetch(this.#token, options);
    this.#pageCount++;
    this.#itemCount += page.items.length;
    this.cut = cut ?? (token === '' ? undefined : this.#cutBefore(token));
    this.done = token === '' || this.cut !== undefined;
    this.#tokens.add(token);
    this.#token = token;
    return { done: false, value: page };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #cutBefore(token: string): Cut | undefined {
    if (this.#tokens.has(token)) return 'repeatedToken';
    if (this.#pageCount >= maxPages) return 'tooManyPages';
    return this.#itemCount >= maxItems ? 'tooManyItems' : undefined;
  }
}

export function uidOf(resource: {
  readonly metadata?: { readonly uid?: string | undefined } | undefined;
}): string | undefined {
  return resource.metadata?.uid;
}

/**
 * Removes duplicates. Items without a UID are kept, because they may be different.
 * @param seen the UIDs of previous items, to which those of `items` are added
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
