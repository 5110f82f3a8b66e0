import {
  EventEmitter,
  MarkdownString,
  ThemeIcon,
  TreeItem,
  type Disposable,
  type Event,
  type TreeDataProvider,
  type TreeView,
} from 'vscode';
import type { TreeNode } from './nodes';
import { RowChanges } from './rowChanges';
import { stale, textOf } from './rowParts';

/** What a view shows, as far as its tree needs it: the nodes, and when they are others. */
export interface TreeModel<Node, Parent> {
  /** The rows below `parent`; those of the view if it is left out. A failure is a row. */
  children(parent?: Parent): Promise<readonly Node[]>;
  /** The same without waiting, even while they are read again; undefined before they have been read. */
  known(parent?: Parent): readonly Node[] | undefined;
  /** The row with this id, as it is shown now. */
  rowWithId(id: string): Node | undefined;
  /** Calls `listener` with the row below which everything is to be asked for again; undefined for the whole view. */
  onDidReload(listener: (row: Parent | undefined) => void): void;
  /**
   * Calls `listener` with a row that may look different: since what is known below it is another, or (`contentChanged`) since
   * the row itself says something else, which its hover tells as well.
   */
  onDidChangeLook(listener: (row: Node, contentChanged?: boolean) => void): void;
  /** Remembers whether the rows below `parent` are in sight. */
  setExpanded(parent: Parent, isExpanded: boolean): void;
  /** Whether the list that a row is in could not be read the last time, so that nobody knows how it is now. */
  isStale(node: Node): boolean;
}

/** What the rows of a view are and how they look. */
interface TreeLooks<Node, Parent extends Node, Model> {
  readonly rowOf: (node: Node, model: Model) => TreeItem;
  /** What makes the hovers, which is loaded when somebody hovers. */
  readonly hovers: () => Promise<{
    /** Markdown; undefined where there is no more to say than the row does. */
    readonly hoverOf: (node: Node, model: Model, now: number) => string | undefined;
  }>;
  readonly isParent: (node: Node) => node is Parent;
  /** Whether the rows below `node` can be opened in their turn. */
  readonly hasRowsToOpen: (node: Node) => boolean;
}

/** Turns a model's nodes into rows. It keeps nothing: what is asked for is answered from the model. */
export class ModelTree<
  Node extends TreeNode<Parent>,
  Parent extends Node,
  Model extends TreeModel<Node, Parent>,
> implements TreeDataProvider<Node> {
  readonly #onDidChangeTreeData = new EventEmitter<Node[] | undefined>();
  readonly onDidChangeTreeData: Event<Node[] | undefined> = this.#onDidChangeTreeData.event;

  readonly #changes = new RowChanges<Node>(
    (rows) => {
      this.#onDidChangeTreeData.fire(rows);
    },
    (row) => this.looks.hasRowsToOpen(row),
  );
  #model: Model | undefined;
  /** What each row that VS Code was given looks like. */
  readonly #shown = new WeakMap<Node, string>();
  /** The rows whose hover VS Code has: it asks for it once. */
  readonly #hovered = new WeakSet<Node>();
  /** The model whose rows VS Code shows, if it shows any. */
  #given: Model | undefined;
  /** By ID, the rows whose children VS Code waits for, and whether it has asked for them again; the empty text for the view. */
  #awaited = new Map<string, boolean>();

  constructor(private readonly looks: TreeLooks<Node, Parent, Model>) {}

  /** Shows what `model` has; without one, nothing. */
  show(model: Model | undefined): void {
    this.#model = model;
    this.#awaited = new Map();
    model?.onDidReload((row) => {
      this.#changes.reload(row);
    });
    model?.onDidChangeLook((row, contentChanged = false) => {
      // To show a row anew, VS Code forgets what is below it for a moment: not without need.
      const isHoverOld = contentChanged && this.#hovered.has(row);
      const isOther = isHoverOld || this.#shown.get(row) !== rowSignature(this.#rowOf(row, model));
      if (isOther) this.#changes.look(row);
    });
    this.#changes.reload(undefined);
  }

  /** Tells the model of rows that are opened and closed in `view`, which shows this tree. */
  watch(view: TreeView<Node>): readonly Disposable[] {
    const tell = (node: Node, isExpanded: boolean): void => {
      if (this.looks.isParent(node)) this.#model?.setExpanded(node, isExpanded);
    };
    return [
      view.onDidExpandElement(({ element }) => {
        tell(element, true);
      }),
      view.onDidCollapseElement(({ element }) => {
        tell(element, false);
      }),
    ];
  }

  /** Says something above the rows of `view`, which shows this tree; the empty text for nothing. */
  say(view: TreeView<Node>, message: string): void {
    // VS Code does not look whether it is another one.
    if (message === (view.message ?? '')) return;
    view.message = message;
    this.#changes.otherChange();
  }

  async getChildren(parent?: Node): Promise<Node[]> {
    const model = this.#model;
    if (parent === undefined && this.#given !== undefined && this.#given !== model) {
      // VS Code shows the old rows until it gets others. Those of another connection must go at once.
      this.#given = undefined;
      if (model !== undefined) this.#changes.reload(undefined);
      return [];
    }
    if (model === undefined || (parent !== undefined && !this.looks.isParent(parent))) return [];
    const rows = await this.#changes.answering(parent, this.#childrenOf(parent, model));
    if (parent === undefined && rows.length > 0 && this.#model === model) this.#given = model;
    return [...rows];
  }

  /**
   * VS Code shows none of the rows that were reported as changed before it has the children of all open ones, and their
   * commands do not work until then. So it waits for the same children only once, and gets them later if it asks again.
   */
  async #childrenOf(parent: Parent | undefined, model: Model): Promise<readonly Node[]> {
    const known = model.known(parent);
    if (known !== undefined) return known;
    const id = parent?.id ?? '';
    const awaited = this.#awaited;
    if (awaited.has(id)) {
      awaited.set(id, true);
      return [];
    }
    awaited.set(id, false);
    try {
      return await model.children(parent);
    } finally {
      const wasAskedAgain = awaited.get(id);
      awaited.delete(id);
      if (wasAskedAgain === true && this.#model === model) this.#changes.reload(parent);
    }
  }

  getParent({ parent }: Node): Node | undefined {
    // As it is shown now: the parent may have been read again, and the row not.
    return parent === undefined ? undefined : (this.#model?.rowWithId(parent.id) ?? parent);
  }

  getTreeItem(node: Node): TreeItem {
    const model = this.#model;
    const row = model === undefined ? new TreeItem('') : this.#rowOf(node, model);
    row.id = node.id;
    this.#shown.set(node, rowSignature(row));
    this.#hovered.delete(node);
    return row;
  }

  /** Hovers are made when somebody hovers: they tell ages, and most are never read. */
  async resolveTreeItem(item: TreeItem, node: Node): Promise<TreeItem> {
    const model = this.#model;
    this.#hovered.add(node);
    if (model === undefined) return item;
    const { hoverOf } = await this.looks.hovers();
    const hover = hoverOf(node, model, Date.now());
    // Neither trusted nor with HTML or icons: nothing that the service says can be more than text.
    if (hover !== undefined) item.tooltip = new MarkdownString(hover);
    return item;
  }

  #rowOf(node: Node, model: Model): TreeItem {
    const row = this.looks.rowOf(node, model);
    return model.isStale(node) ? stale(row) : row;
  }

  dispose(): void {
    this.#changes.dispose();
    this.#onDidChangeTreeData.dispose();
  }
}

/** All that there is to see of a row. */
function rowSignature({ label, description, iconPath, contextValue }: TreeItem): string {
  const icon = iconPath instanceof ThemeIcon ? iconPath : undefined;
  return [textOf(label), textOf(description), icon?.id, icon?.color?.id, contextValue].join('\n');
}
