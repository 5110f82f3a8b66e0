import { errorNode, type ErrorNode, type LoadMoreNode, type TreeNode } from './nodes';
import { isServiceError, type ServiceError } from '../service/errors';
import type { CallOptions } from '../service/schedule';
import type { KeepSame } from './branch';
import { uniqueByUid, type Cut, type Page, type Pages } from '../service/pages';

/** One reading of a paginated list below one row: where it comes from, and how its items become rows. */
export interface PagedSource<Item, Node> {
  /** The list from its start. Nothing is requested yet. */
  open(): Promise<Pages<Item>>;
  uidOf(item: Item): string | undefined;
  /**
   * Converts new items to rows, one row for each. It gets each item once, in the order of the list.
   * @param readAt when their page was requested, in milliseconds since 1970
   */
  nodesOf(items: readonly Item[], readAt: number): readonly Node[];
  /** Which of those rows are shown, and in which order; all of them if it is left out. */
  arrange?(nodes: readonly Node[]): readonly Node[];
}

/** How a list continues below the rows that are loaded. */
type Rest =
  | { readonly kind: 'none' }
  | { readonly kind: 'more' }
  | { readonly kind: 'failed'; readonly error: ServiceError }
  | { readonly kind: 'cut'; readonly cut: Cut };

/** How a list continues after the pages that were read. */
interface Continuation<Item, Node> {
  readonly source: PagedSource<Item, Node>;
  readonly pages: Pages<Item>;
}

/** What is known of a row besides the row itself. */
interface Origin {
  readonly uid: string | undefined;
  readonly readAt: number;
}

/** A page as it was read. */
interface ReadPage<Item> extends Page<Item> {
  readonly askedAt: number;
}

/** The most pages of one list that are read for a timer: nobody looks at more rows at a time. */
export const timerPages = 4;

/** How many pages are read for one click as long as none of them has anything new. */
const pagesWithoutRows = 5;

/** The rows of a paginated list, as far as it is loaded. */
export class PagedRows<Item, Node extends TreeNode> {
  #continuation: Continuation<Item, Node> | undefined;
  #nodes: readonly Node[] = [];
  /** How many of the rows each page has. */
  #sizes: readonly number[] = [];
  readonly #origins = new WeakMap<Node, Origin>();
  /** The UIDs of the rows. */
  #seen = new Set<string>();
  #total: number | undefined;
  #moreError: ServiceError | undefined;

  /** Those that are shown. */
  get nodes(): readonly Node[] {
    return this.#continuation?.source.arrange?.(this.#nodes) ?? this.#nodes;
  }

  /** Those that are loaded and not shown. */
  get hidden(): readonly Node[] {
    const { nodes } = this;
    if (nodes.length === this.#nodes.length) return [];
    const shown = new Set(nodes);
    return this.#nodes.filter((node) => !shown.has(node));
  }

  /** How many are loaded, shown or not. */
  get loaded(): number {
    return this.#nodes.length;
  }

  /** How many there are in all, as far as the service says. */
  get total(): number | undefined {
    return this.#total;
  }

  get rest(): Rest {
    if (this.#moreError !== undefined) return { kind: 'failed', error: this.#moreError };
    const { cut, done = true } = this.#continuation?.pages ?? {};
    if (cut !== undefined) return { kind: 'cut', cut };
    return { kind: done ? 'none' : 'more' };
  }

  /** When the page that a row is in was requested, in milliseconds since 1970; undefined for a row of another list. */
  readAt(node: Node): number | undefined {
    return this.#origins.get(node)?.readAt;
  }

  /** How many pages it takes to read a row again; undefined for a row of another list. */
  pagesUpTo(node: Node): number | undefined {
    const place = this.#nodes.indexOf(node);
    if (place === -1) return undefined;
    let end = 0;
    return 1 + this.#sizes.findIndex((size) => (end += size) > place);
  }

  /** A row was read again by itself. */
  wasRead(node: Node, readAt: number): void {
    this.#origins.set(node, { uid: this.#origins.get(node)?.uid, readAt });
  }

  /**
   * Reads the list again from its start: as many pages as were loaded, so that no row is lost.
   * @param most the most pages to read; the rows of the pages after them stay as they are
   * @param keepSame which rows stay, of those before and the fresh ones: see Branch
   * @returns whether all that was loaded was read again
   * @throws ServiceError; the rows from before then stay
   */
  async read(
    source: PagedSource<Item, Node>,
    options: CallOptions,
    keepSame: KeepSame<Node> = (_before, fresh) => fresh,
    most = Number.POSITIVE_INFINITY,
  ): Promise<boolean> {
    const pages = await source.open();
    const seen = new Set<string>();
    const read: ReadPage<Item>[] = [];
    do {
      read.push(withoutSeen(await nextPage(pages, options), source, seen));
      // More pages may have been loaded in the meantime.
    } while (!pages.done && (read.length < Math.min(most, this.#sizes.length) || needsAnotherPage(read)));
    options.signal?.throwIfAborted();
    const fresh = keepSame(
      this.#nodes,
      read.flatMap(({ items, askedAt }) => source.nodesOf(items, askedAt)),
    );
    this.#remember(source, fresh, read);
    const sizes = read.map(({ items }) => items.length);
    this.#total = read.at(-1)?.total;
    const isWhole = pages.done || read.length >= this.#sizes.length;
    if (isWhole) {
      this.#continuation = { source, pages };
      this.#moreError = undefined;
      this.#nodes = fresh;
      this.#sizes = sizes;
    } else {
      this.#replaceStart(fresh, sizes);
    }
    this.#seen = new Set(this.#nodes.map((node) => this.#uidOf(node)));
    return isWhole;
  }

  /**
   * Reads the next page. If it has nothing new, it reads on, for some pages. A failure is not thrown: it is how the list
   * continues.
   * @returns whether anything has changed; false if the list was read again in the meantime
   */
  async readMore(signal: AbortSignal): Promise<boolean> {
    const continuation = this.#continuation;
    if (continuation === undefined || continuation.pages.done) return false;
    const { source, pages } = continuation;
    this.#moreError = undefined;
    const isCurrent = (): boolean => this.#continuation === continuation;
    const read: ReadPage<Item>[] = [];
    try {
      do {
        const next = await nextPage(pages, { signal });
        if (!isCurrent()) return false;
        const page = withoutSeen(next, source, this.#seen);
        read.push(page);
        this.#append(source, page);
      } while (!pages.done && needsAnotherPage(read));
      return true;
    } catch (error) {
      if (!isServiceError(error)) throw error;
      if (!isCurrent() || error.kind === 'cancelled') return false;
      this.#moreError = error;
      return true;
    }
  }

  /** The UID of the item of a row; the empty text if it has none. */
  #uidOf(node: Node): string {
    return this.#origins.get(node)?.uid ?? '';
  }

  #append(source: PagedSource<Item, Node>, page: ReadPage<Item>): void {
    const fresh = source.nodesOf(page.items, page.askedAt);
    this.#remember(source, fresh, [page]);
    // If the start of the list was read again, a row without a UID may have an ID that is in use.
    const added = fresh.filter(
      (node) => this.#uidOf(node) !== '' || !this.#nodes.some(({ id }) => id === node.id),
    );
    this.#nodes = [...this.#nodes, ...added];
    this.#sizes = [...this.#sizes, added.length];
    this.#total = page.total;
  }

  /**
   * Replaces the rows of the first pages. The rows behind the last one that is still there may have moved to the next
   * page, which was not read: they stay.
   */
  #replaceStart(fresh: readonly Node[], sizes: readonly number[]): void {
    const ids = new Set(fresh.map(({ id }) => id));
    const isKept = ({ id }: Node): boolean => !ids.has(id);
    const end = this.#sizes.slice(0, sizes.length).reduce((sum, size) => sum + size, 0);
    const start = this.#nodes.slice(0, end);
    const moved = start.slice(1 + start.findLastIndex(({ id }) => ids.has(id)));
    const restSizes: number[] = [];
    const rest: Node[] = [];
    let from = end;
    for (const size of this.#sizes.slice(sizes.length)) {
      const page = this.#nodes.slice(from, from + size);
      const kept = (restSizes.length === 0 ? [...moved, ...page] : page).filter(isKept);
      restSizes.push(kept.length);
      rest.push(...kept);
      from += size;
    }
    this.#nodes = [...fresh, ...rest];
    this.#sizes = [...sizes, ...restSizes];
  }

  /** Remembers where `nodes`, one for each item of `pages`, come from. */
  #remember(source: PagedSource<Item, Node>, nodes: readonly Node[], pages: readonly ReadPage<Item>[]): void {
    const origins = pages.flatMap(({ items, askedAt }) =>
      items.map((item): Origin => ({ uid: source.uidOf(item), readAt: askedAt })),
    );
    nodes.forEach((node, index) => {
      const origin = origins[index];
      if (origin !== undefined) this.#origins.set(node, origin);
    });
  }
}

async function nextPage<Item>(pages: Pages<Item>, options: CallOptions): Promise<ReadPage<Item>> {
  const askedAt = Date.now();
  const { value: page } = await pages.next(options);
  return { items: page?.items ?? [], total: page?.total, askedAt: page?.readAt ?? askedAt };
}

/** `page` without the items whose UID is among `seen`, to which theirs are added. */
function withoutSeen<Item, Node>(
  page: ReadPage<Item>,
  source: PagedSource<Item, Node>,
  seen: Set<string>,
): ReadPage<Item> {
  return { ...page, items: uniqueByUid(page.items, (item) => source.uidOf(item), seen) };
}

/** Whether none of `pages` has an item, and it is worth while to read another one. */
function needsAnotherPage<Item>(pages: readonly ReadPage<Item>[]): boolean {
  return pages.length < pagesWithoutRows && pages.every(({ items }) => items.length === 0);
}

/**
 * All rows of a list: its items, and how it continues.
 * @param id of the row that they are below
 * @param notes what is shown if the list is empty, and if it was cut
 */
export function rowsOfList<Node, Parent>(
  id: string,
  parent: Parent | undefined,
  {
    nodes,
    rest,
    loaded,
    total,
  }: Pick<PagedRows<unknown, Node & TreeNode>, 'nodes' | 'rest' | 'loaded' | 'total'>,
  notes: { readonly empty: () => Node; readonly cut: (cut: Cut) => Node },
): readonly (Node | LoadMoreNode<Parent> | ErrorNode<Parent>)[] {
  switch (rest.kind) {
    case 'none':
      return nodes.length === 0 ? [notes.empty()] : nodes;
    case 'more': {
      // As long as nothing is loaded, nobody knows whether the list is empty.
      const rows = nodes.length === 0 && loaded > 0 ? [notes.empty()] : nodes;
      return [...rows, { kind: 'loadMore', id: `${id}/more`, parent, loaded, total }];
    }
    case 'failed':
      return [...nodes, errorNode(id, parent, rest.error, true)];
    case 'cut':
      return [...nodes, notes.cut(rest.cut)];
  }
}
