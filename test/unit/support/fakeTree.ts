import { EventEmitter, TreeItemCollapsibleState, window, type TreeDataProvider, type TreeItem } from 'vscode';

/** VS Code collects changes for this long after the first one. */
const debounceMs = 200;

/** A row as VS Code knows it. */
interface Node<Row> {
  readonly id: string;
  row: Row;
  item: TreeItem;
  isCollapsed: boolean;
  /** Whether its children are requested again when it is expanded. */
  isStale: boolean;
  /** Undefined until they have been requested, and while they are again. */
  children: readonly Node<Row>[] | undefined;
}

/**
 * What VS Code does with a tree: it requests the children of a row when it is expanded and whenever it or the view is
 * reported as changed, but not while it is collapsed; it keeps the children of a collapsed row; it recognizes rows by their
 * IDs, so that they stay expanded without an event; and it knows only the row objects that it got last.
 */
export class FakeTree<Row> {
  readonly #expand = new EventEmitter<{ element: Row }>();
  readonly #collapse = new EventEmitter<{ element: Row }>();
  readonly #nodes = new Map<Row, Node<Row>>();
  #roots: readonly Node<Row>[] = [];
  #changed: (Row | undefined)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #refreshing = Promise.resolve();
  /** Counts the refreshes of the whole view, which cancel the requests for children before them. */
  #generation = 0;

  /** @param createView creates the view with `window.createTreeView` */
  constructor(
    private readonly provider: TreeDataProvider<Row>,
    createView: () => unknown,
  ) {
    const view = { onDidExpandElement: this.#expand.event, onDidCollapseElement: this.#collapse.event };
    Object.assign(window, { createTreeView: () => view });
    createView();
    provider.onDidChangeTreeData?.((rows) => {
      this.#changed.push(...(Array.isArray(rows) ? rows : [undefined]));
      if (this.#timer === undefined) this.#flush();
    });
    this.#changed.push(undefined);
    this.#flush();
  }

  /** The visible rows with children. */
  get parents(): readonly Node<Row>[] {
    return this.visible.filter(({ item }) => item.collapsibleState !== TreeItemCollapsibleState.None);
  }

  /** The visible rows, in the order of the tree. */
  get visible(): readonly Node<Row>[] {
    const visibleIn = (nodes: readonly Node<Row>[]): readonly Node<Row>[] =>
      nodes.flatMap((node) => [node, ...(node.isCollapsed ? [] : visibleIn(node.children ?? []))]);
    return visibleIn(this.#roots);
  }

  /** Expands or collapses a row, as a user does. */
  toggle(node: Node<Row>): void {
    node.isCollapsed = !node.isCollapsed;
    if (node.isCollapsed) {
      this.#collapse.fire({ element: node.row });
      return;
    }
    // VS Code requests the children first.
    if (node.isStale) void this.#readBelow(node);
    this.#expand.fire({ element: node.row });
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #flush(): void {
    const changed = this.#changed;
    this.#changed = [];
    this.#timer = undefined;
    if (changed.length === 0) return;
    this.#timer = setTimeout(() => {
      this.#flush();
    }, debounceMs);
    this.#refreshing = this.#refreshing.then(() => this.#refresh(changed));
  }

  async #refresh(changed: readonly (Row | undefined)[]): Promise<void> {
    if (changed.includes(undefined)) {
      this.#generation++;
      this.#nodes.clear();
      const roots = await this.#childrenOf(undefined, this.#roots);
      if (roots !== undefined) this.#roots = roots;
      await this.#readExpanded(this.#roots);
      return;
    }
    const nodes = changed.map((row) => row && this.#nodes.get(row)).filter((node) => node !== undefined);
    for (const node of nodes) node.item = await this.provider.getTreeItem(node.row);
    await Promise.all(
      nodes.map(async (node) => {
        if (node.isCollapsed) this.#forgetBelow(node);
        else await this.#readBelow(node);
      }),
    );
  }

  async #readBelow(node: Node<Row>): Promise<void> {
    if (node.item.collapsibleState === TreeItemCollapsibleState.None) return;
    const before = node.children ?? [];
    const children = await this.#childrenOf(node.row, before);
    if (children === undefined) return;
    node.children = children;
    node.isStale = false;
    await this.#readExpanded(children);
  }

  async #readExpanded(nodes: readonly Node<Row>[]): Promise<void> {
    await Promise.all(
      nodes.map(async (node) => {
        if (node.isCollapsed) this.#forgetBelow(node);
        else await this.#readBelow(node);
      }),
    );
  }

  #forgetBelow(node: Node<Row>): void {
    node.children = undefined;
    node.isStale = true;
  }

  /** @returns undefined if the whole view was refreshed in the meantime */
  async #childrenOf(
    row: Row | undefined,
    before: readonly Node<Row>[],
  ): Promise<readonly Node<Row>[] | undefined> {
    const generation = this.#generation;
    const rows = (await this.provider.getChildren(row)) ?? [];
    const items = await Promise.all(rows.map(async (child) => this.provider.getTreeItem(child)));
    if (generation !== this.#generation) return undefined;
    const known = new Map(before.map((node) => [node.id, node]));
    return rows.map((child, index) => {
      const item = items[index];
      if (item?.id === undefined) throw new Error('A row has no ID');
      const node: Node<Row> = known.get(item.id) ?? {
        id: item.id,
        row: child,
        item,
        isCollapsed: true,
        isStale: true,
        children: undefined,
      };
      Object.assign(node, { row: child, item });
      this.#nodes.set(child, node);
      return node;
    });
  }
}
