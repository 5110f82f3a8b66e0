import { EventEmitter, TreeItemCollapsibleState, window, type TreeDataProvider, type TreeItem } from 'vscode';

/** VS Code collects changes for this long after the first one. */
const debounceMs = 200;

/** A row as VS Code knows it. */
interface Node {
  readonly id: string;
  element: string;
  item: TreeItem;
  isCollapsed: boolean;
  /** Whether its children are requested again when it is expanded. */
  isStale: boolean;
  /** Undefined until they have been requested, and while they are again. */
  children: readonly Node[] | undefined;
}

/**
 * What VS Code does with a tree: it requests the children of a row when it is expanded and whenever it or the view is
 * reported as changed, but not while it is collapsed; it keeps the children of a collapsed row; it recognizes rows by their
 * IDs, so that they stay expanded without an event; and it knows only the elements that it got last.
 */
export class FakeTree {
  readonly #expand = new EventEmitter<{ element: string }>();
  readonly #collapse = new EventEmitter<{ element: string }>();
  readonly #nodes = new Map<string, Node>();
  #roots: readonly Node[] = [];
  #changed: (string | undefined)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #refreshing = Promise.resolve();
  /** Counts the refreshes of the whole view, which cancel the requests for children before them. */
  #generation = 0;

  /** @param createView creates the view with `window.createTreeView` */
  constructor(
    private readonly provider: TreeDataProvider<string>,
    createView: () => unknown,
  ) {
    const view = { onDidExpandElement: this.#expand.event, onDidCollapseElement: this.#collapse.event };
    Object.assign(window, { createTreeView: () => view });
    createView();
    provider.onDidChangeTreeData?.((elements) => {
      this.#changed.push(...(Array.isArray(elements) ? elements : [undefined]));
      if (this.#timer === undefined) this.#flush();
    });
    this.#changed.push(undefined);
    this.#flush();
  }

  /** The visible rows with children. */
  get parents(): readonly Node[] {
    return this.visible.filter(({ item }) => item.collapsibleState !== TreeItemCollapsibleState.None);
  }

  /** The visible rows, in the order of the tree. */
  get visible(): readonly Node[] {
    const visibleIn = (nodes: readonly Node[]): readonly Node[] =>
      nodes.flatMap((node) => [node, ...(node.isCollapsed ? [] : visibleIn(node.children ?? []))]);
    return visibleIn(this.#roots);
  }

  /** Expands or collapses a row, as a user does. */
  toggle(node: Node): void {
    node.isCollapsed = !node.isCollapsed;
    if (node.isCollapsed) {
      this.#collapse.fire({ element: node.element });
      return;
    }
    // VS Code requests the children first.
    if (node.isStale) void this.#readBelow(node);
    this.#expand.fire({ element: node.element });
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

  async #refresh(changed: readonly (string | undefined)[]): Promise<void> {
    if (changed.includes(undefined)) {
      this.#generation++;
      this.#nodes.clear();
      const roots = await this.#childrenOf(undefined, this.#roots);
      if (roots !== undefined) this.#roots = roots;
      await this.#readExpanded(this.#roots);
      return;
    }
    const nodes = changed.flatMap((element) => this.#nodes.get(element ?? '') ?? []);
    for (const node of nodes) node.item = await this.provider.getTreeItem(node.element);
    await Promise.all(
      nodes.map(async (node) => {
        if (node.isCollapsed) this.#forgetBelow(node);
        else await this.#readBelow(node);
      }),
    );
  }

  async #readBelow(node: Node): Promise<void> {
    if (node.item.collapsibleState === TreeItemCollapsibleState.None) return;
    const before = node.children ?? [];
    const children = await this.#childrenOf(node.element, before);
    if (children === undefined) return;
    node.children = children;
    node.isStale = false;
    await this.#readExpanded(children);
  }

  async #readExpanded(nodes: readonly Node[]): Promise<void> {
    await Promise.all(
      nodes.map(async (node) => {
        if (node.isCollapsed) this.#forgetBelow(node);
        else await this.#readBelow(node);
      }),
    );
  }

  #forgetBelow(node: Node): void {
    node.children = undefined;
    node.isStale = true;
  }

  /** @returns undefined if the whole view was refreshed in the meantime */
  async #childrenOf(
    element: string | undefined,
    before: readonly Node[],
  ): Promise<readonly Node[] | undefined> {
    const generation = this.#generation;
    const elements = (await this.provider.getChildren(element)) ?? [];
    const items = await Promise.all(elements.map(async (child) => this.provider.getTreeItem(child)));
    if (generation !== this.#generation) return undefined;
    const known = new Map(before.map((node) => [node.id, node]));
    return elements.map((child, index) => {
      const item = items[index];
      if (item?.id === undefined) throw new Error('A row has no ID');
      const node: Node = known.get(item.id) ?? {
        id: item.id,
        element: child,
        item,
        isCollapsed: true,
        isStale: true,
        children: undefined,
      };
      Object.assign(node, { element: child, item });
      this.#nodes.set(child, node);
      return node;
    });
  }
}
