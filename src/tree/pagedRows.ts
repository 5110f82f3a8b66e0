import { errorNode, type ErrorNode, type LoadMoreNode, type TreeNode } from './nodes';
import { isServiceError, type ServiceError } from '../service/errors';
import type { CallOptions } from '../service/schedule';
import type { KeepSame } from './branch';
import { nothingOf, withNextPage, type Cut, type Loaded, type Pages } from '../service/pages';

/** One reading of a paginated list below one row: where it comes from, and how what is in it becomes rows. */
export interface PagedSource<Item, Node> {
  /** The list from its start. Nothing is asked for yet. */
  open(): Promise<Pages<Item>>;
  uidOf(item: Item): string | undefined;
  /** Makes rows of what is new: it is given each item once, in the order of the list. */
  nodesOf(items: readonly Item[]): readonly Node[];
  /** Which of those rows are shown, and in which order; all of them where it is left out. */
  arrange?(nodes: readonly Node[]): readonly Node[];
}

/** How a list goes on below the rows that are loaded. */
type Rest =
  | { readonly kind: 'none' }
  | { readonly kind: 'more' }
  | { readonly kind: 'failed'; readonly error: ServiceError }
  | { readonly kind: 'cut'; readonly cut: Cut };

/** What was read of a list, and by what it goes on. */
interface Reading<Item, Node> {
  readonly source: PagedSource<Item, Node>;
  readonly loaded: Loaded<Item>;
}

/** The rows of a paginated list, as far as it is loaded. */
export class PagedRows<Item, Node extends TreeNode> {
  #reading: Reading<Item, Node> | undefined;
  #nodes: readonly Node[] = [];
  #moreError: ServiceError | undefined;

  /** Those that are shown. */
  get nodes(): readonly Node[] {
    return this.#reading?.source.arrange?.(this.#nodes) ?? this.#nodes;
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
    return this.#reading?.loaded.total;
  }

  get rest(): Rest {
    if (this.#moreError !== undefined) return { kind: 'failed', error: this.#moreError };
    const { cut, done = true } = this.#reading?.loaded.pages ?? {};
    if (cut !== undefined) return { kind: 'cut', cut };
    return { kind: done ? 'none' : 'more' };
  }

  /**
   * Reads the list anew: as many pages as were there before, so that no row is lost that a person had loaded.
   * @param keepSame which rows stay, of those before and the fresh ones: see Branch
   * @throws ServiceError; what was there before then stays
   */
  async read(
    source: PagedSource<Item, Node>,
    options: CallOptions,
    keepSame: KeepSame<Node> = (_before, fresh) => fresh,
  ): Promise<void> {
    let loaded = nothingOf(await source.open());
    do {
      loaded = await withNextPage(loaded, (item) => source.uidOf(item), options);
      // More of them may have been loaded meanwhile.
    } while (loaded.pageCount < (this.#reading?.loaded.pageCount ?? 1) && !loaded.pages.done);
    options.signal?.throwIfAborted();
    this.#show({ source, loaded }, keepSame(this.#nodes, source.nodesOf(loaded.items)));
  }

  /**
   * Reads exactly one more page. A failure is not thrown: it is how the list goes on.
   * @returns whether there is anything new; nothing is where the list was read anew meanwhile
   */
  async readMore(signal: AbortSignal): Promise<boolean> {
    const reading = this.#reading;
    if (reading === undefined || reading.loaded.pages.done) return false;
    const { source, loaded } = reading;
    this.#moreError = undefined;
    try {
      const longer = await withNextPage(loaded, (item) => source.uidOf(item), { signal });
      if (this.#reading !== reading) return false;
      const fresh = source.nodesOf(longer.items.slice(loaded.items.length));
      this.#show({ source, loaded: longer }, [...this.#nodes, ...fresh]);
      return true;
    } catch (error) {
      if (!isServiceError(error)) throw error;
      if (this.#reading !== reading || error.kind === 'cancelled') return false;
      this.#moreError = error;
      return true;
    }
  }

  #show(reading: Reading<Item, Node>, nodes: readonly Node[]): void {
    this.#reading = reading;
    this.#moreError = undefined;
    this.#nodes = nodes;
  }
}

/**
 * All rows of a list: what is in it, and how it goes on.
 * @param id of the row that they are below
 * @param notes what stands there where nothing is shown, and where the list was cut
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
  const rows = nodes.length === 0 ? [notes.empty()] : nodes;
  switch (rest.kind) {
    case 'none':
      return rows;
    case 'more':
      return [...rows, { kind: 'loadMore', id: `${id}/more`, parent, loaded, total }];
    case 'failed':
      return [...nodes, errorNode(id, parent, rest.error, true)];
    case 'cut':
      return [...nodes, notes.cut(rest.cut)];
  }
}
