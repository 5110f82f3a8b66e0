import {
  EventEmitter,
  MarkdownString,
  ThemeIcon,
  TreeItem,
  window,
  type Disposable,
  type Event,
  type TreeDataProvider,
  type TreeView,
} from 'vscode';
import { textOf } from './items';
import type { Appearance } from './rowKinds';
import { isAtOrBelow, parentIdOf, type TreeRow } from '../items/store/row';
import { RowChanges } from './rowChanges';
import { RowDecorations, tooltipOf, type ShownHealth } from './rowDecorations';
import type { TreeChange } from '../items/store/rowSource';
import { isObject } from '../service/readers';

/** The rows of a view, such as a store. */
export interface TreeRows<Row extends TreeRow, Parent extends Row> {
  /** Fires with what has to be redrawn. */
  readonly onDidChange: Event<readonly TreeChange<Row, Parent>[]>;
  /** The row with this ID, as it is now. */
  find(id: string): Row | undefined;
  /** The rows below `parent`, read on the first call. Errors are rows. */
  children(parent?: Parent): Promise<readonly Row[]>;
  /** Like `children` but without waiting; undefined before the first read. */
  known(parent?: Parent): readonly Row[] | undefined;
  setExpanded(parent: Parent, isExpanded: boolean): void;
  /** Tells whether a view that is visible shows what has an ID. */
  shown(): (id: string) => boolean;
}

/** The data of a view: its rows and anything else that their appearance depends on. */
export interface TreeModel<Row extends TreeRow, Parent extends Row> {
  readonly store: TreeRows<Row, Parent>;
  readonly appearance: Appearance<Row, this>;
}

/** What is known about the rows of a view before its model is loaded. */
export interface TreeOptions<Row extends TreeRow, Parent extends Row, Model> {
  isParent(row: Row): row is Parent;
  /**
   * Runs before the top-level rows are given to VS Code. A change that is reported while VS Code shows a view for the first
   * time is lost, so a model that is loaded only then must be shown here.
   */
  prepare?(): Promise<void>;
  /** The commands that links in hovers may run. */
  readonly hoverCommands?: readonly string[];
  /** Without it, rows have no decorations. */
  readonly healthOf?: (row: Row, model: Model) => ShownHealth | undefined;
}

/** How long users need to read a hover, in milliseconds. */
const readingMs = 10_000;

/** How long a hover is kept, in milliseconds: its row is not redrawn for it alone. */
const keptMs = 60_000;

/** Converts the rows of a store to tree items. Stores no rows itself. */
export class StoreTree<
  Row extends TreeRow,
  Parent extends Row,
  Model extends TreeModel<Row, Parent>,
> implements TreeDataProvider<Row> {
  readonly #onDidChangeTreeData = new EventEmitter<Row[] | undefined>();
  readonly onDidChangeTreeData: Event<Row[] | undefined> = this.#onDidChangeTreeData.event;

  readonly #changes = new RowChanges<Row>(
    (rows) => {
      this.#onDidChangeTreeData.fire(rows);
    },
    (row) => this.#looksDifferent(row),
  );
  #model: Model | undefined;
  #subscription: Disposable | undefined;
  /** The appearance of each row as last given to VS Code. */
  readonly #signatures = new WeakMap<object, string>();
  /** The rows whose hover was built in the last minute. VS Code requests each hover once, until it redraws the row. */
  readonly #hovers = new Map<Row, NodeJS.Timeout>();
  /**
   * The rows that changed while the hover of a row, the key, was built: it has the changes, and VS Code closes it when it
   * redraws the row or one above.
   */
  readonly #held = new Map<Row, Set<Row>>();
  /** The rows below each row as last given to VS Code, which keeps them while the row is collapsed. */
  readonly #given = new WeakMap<Parent, readonly Row[]>();
  /** The model whose rows VS Code currently shows. */
  #shown: Model | undefined;
  /** The parents whose children are pending (undefined for the view), and whether VS Code requested them again. */
  #awaited = new Map<Parent | undefined, boolean>();

  readonly #decorations: RowDecorations | undefined;

  constructor(private readonly options: TreeOptions<Row, Parent, Model>) {
    this.#decorations =
      options.healthOf &&
      new RowDecorations((id) => {
        const row = this.#model?.store.find(id);
        return row && this.#healthOf(row);
      });
  }

  /** Shows the rows of `model`; undefined empties the view. */
  show(model: Model | undefined): void {
    this.#model = model;
    this.#awaited = new Map();
    this.#decorations?.forget();
    this.#subscription?.dispose();
    this.#subscription = model?.store.onDidChange(this.#follow);
    this.#changes.changeChildren(undefined);
  }

  readonly #follow = (changes: readonly TreeChange<Row, Parent>[]): void => {
    const rows: Row[] = [];
    for (const change of changes) {
      if (change.type === 'children') this.#changes.changeChildren(change.parent);
      // VS Code was never given most of the rows that other views read.
      else if (this.#signatures.has(change.row)) {
        const held = [...this.#held].find(([hovered]) => isAtOrBelow(hovered.id, change.row.id));
        if (held === undefined) rows.push(change.row);
        else held[1].add(change.row);
      }
    }
    this.#changes.changeRows(rows);
  };

  /** VS Code closes the hover of a row that it redraws, and a menu that opens. It briefly forgets the children of the row. */
  #looksDifferent(row: Row): boolean {
    const model = this.#model;
    if (model === undefined) return false;
    return (
      this.#signatures.get(row) !== signatureOf(model.appearance.itemOf(row, model), this.#healthOf(row))
    );
  }

  /** Whether this is a row that VS Code was given. */
  readonly hasRow = (row: unknown): boolean => isObject(row) && this.#signatures.has(row);

  /** Creates the view that shows this tree. */
  createView(id: string): TreeView<Row> {
    const view = window.createTreeView(id, {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
    });
    // VS Code disposes the listeners with the view.
    view.onDidExpandElement(({ element }) => {
      if (this.options.isParent(element)) this.#expand(element);
    });
    view.onDidCollapseElement(({ element }) => {
      if (this.options.isParent(element)) this.#model?.store.setExpanded(element, false);
    });
    return view;
  }

  /** A refresh forgets the list of a collapsed row. VS Code then shows rows that nothing refreshes, unless it is told. */
  #expand(parent: Parent): void {
    const store = this.#model?.store;
    store?.setExpanded(parent, true);
    const given = this.#given.get(parent);
    const known = store?.known(parent);
    const isCurrent =
      given === undefined ||
      (given.length === known?.length && given.every((row, index) => row === known[index]));
    if (!isCurrent) this.#changes.changeChildren(parent);
  }

  /** Tells whether `view`, which shows this tree, shows what has an ID. */
  shownIn({ visible }: Pick<TreeView<Row>, 'visible'>): (id: string) => boolean {
    return (visible ? this.#model?.store.shown() : undefined) ?? (() => false);
  }

  /** Sets the message above the rows of `view`, which shows this tree; empty for none. */
  setMessage(view: TreeView<Row>, message: string): void {
    // VS Code refreshes even if the message is unchanged.
    if (message === (view.message ?? '')) return;
    view.message = message;
    this.#changes.startDelay();
  }

  async getChildren(parent?: Row): Promise<Row[]> {
    if (parent === undefined && this.options.prepare !== undefined) await this.options.prepare();
    const model = this.#model;
    if (parent === undefined && this.#shown !== undefined && this.#shown !== model) {
      // VS Code keeps old rows until new ones arrive, but rows of another connection must go at once.
      this.#shown = undefined;
      if (model !== undefined) this.#changes.changeChildren(undefined);
      return [];
    }
    if (model === undefined || (parent !== undefined && !this.options.isParent(parent))) return [];
    if (parent !== undefined) {
      // It is expanded, even if VS Code has not said so: rows that it knows by their IDs stay expanded without an event.
      model.store.setExpanded(parent, true);
      this.#given.delete(parent);
    }
    const rows = await this.#changes.whileWaiting(parent, this.#childrenOf(parent, model));
    if (parent !== undefined) this.#given.set(parent, rows);
    else if (rows.length > 0 && this.#model === model) this.#shown = model;
    return [...rows];
  }

  /**
   * Until all expanded rows have their children, VS Code redraws no changed row and runs none of its commands. So only the
   * first request for the same children waits; a repeated one is answered with a later change event.
   */
  async #childrenOf(parent: Parent | undefined, { store }: Model): Promise<readonly Row[]> {
    const known = store.known(parent);
    if (known !== undefined) return known;
    const awaited = this.#awaited;
    if (awaited.has(parent)) {
      awaited.set(parent, true);
      return [];
    }
    awaited.set(parent, false);
    try {
      return await store.children(parent);
    } finally {
      const wasAskedAgain = awaited.get(parent);
      awaited.delete(parent);
      if (wasAskedAgain === true && awaited === this.#awaited) this.#changes.changeChildren(parent);
    }
  }

  getParent(row: Row): Row | undefined {
    return row.parent && this.#model?.store.find(parentIdOf(row.id));
  }

  getTreeItem(row: Row): TreeItem {
    const model = this.#model;
    const item = model === undefined ? new TreeItem('') : model.appearance.itemOf(row, model);
    item.id ??= row.id;
    const health = this.#healthOf(row);
    if (this.#decorations !== undefined && health !== undefined) {
      item.resourceUri = this.#decorations.uriOf(row.id);
      this.#decorations.follow(row.id, health);
    }
    this.#signatures.set(row, signatureOf(item, health));
    this.#forgetHover(row);
    return item;
  }

  /** Builds a hover only when it is shown: most rows are never hovered over. */
  async resolveTreeItem(item: TreeItem, row: Row): Promise<TreeItem> {
    const model = this.#model;
    if (model === undefined) return item;
    const held = new Set<Row>();
    this.#held.set(row, held);
    let hover: string | undefined;
    try {
      hover = await model.appearance.hoverOf(row, model, Date.now());
    } finally {
      this.#held.delete(row);
    }
    setTimeout(() => {
      if (model !== this.#model) return;
      this.#follow([...held].map((changed) => ({ type: 'row', row: changed })));
    }, readingMs).unref();
    if (hover === undefined) return item;
    item.tooltip = hoverMarkdown(hover, this.options.hoverCommands);
    this.#renewLater(row, model, model.appearance.readApart?.(row, model));
    return item;
  }

  /**
   * Redraws a row for its hover a minute after that was built, or ten seconds after if more was read by then, and so on. Later if
   * one below it may be open, which would close.
   */
  #renewLater(row: Row, model: Model, readApart: string | undefined, keptFor = keptMs): void {
    this.#forgetHover(row);
    const renew = (): void => {
      this.#hovers.delete(row);
      if (model !== this.#model || model.store.find(row.id) !== row) return;
      const left = keptFor - readingMs;
      const isCurrent = left > 0 && readApart === model.appearance.readApart?.(row, model);
      if (isCurrent || [...this.#hovers.keys()].some(({ id }) => isAtOrBelow(id, row.id)))
        this.#renewLater(row, model, readApart, left);
      else {
        // Even if it looks the same.
        this.#signatures.set(row, '');
        this.#changes.changeRows([row]);
      }
    };
    this.#hovers.set(row, setTimeout(renew, readingMs).unref());
  }

  #forgetHover(row: Row): void {
    clearTimeout(this.#hovers.get(row));
    this.#hovers.delete(row);
  }

  #healthOf(row: Row): ShownHealth | undefined {
    return this.#model && this.options.healthOf?.(row, this.#model);
  }

  dispose(): void {
    this.#model = undefined;
    this.#subscription?.dispose();
    this.#changes.dispose();
    this.#decorations?.dispose();
    this.#onDidChangeTreeData.dispose();
  }
}

/**
 * A hover. It has no HTML and no icons, and is trusted only to run these commands: text from the service must stay text,
 * and is escaped so that it contains no link.
 */
export function hoverMarkdown(text: string, enabledCommands: readonly string[] = []): MarkdownString {
  const markdown = new MarkdownString(text);
  if (enabledCommands.length > 0) markdown.isTrusted = { enabledCommands };
  return markdown;
}

/** Everything visible about a row. */
function signatureOf(
  { label, description, iconPath, contextValue }: TreeItem,
  health: ShownHealth | undefined,
): string {
  const icon = iconPath instanceof ThemeIcon ? iconPath : undefined;
  const parts = [textOf(label), textOf(description), icon?.id, icon?.color?.id, contextValue];
  return [...parts, tooltipOf(health)].join('\n');
}
