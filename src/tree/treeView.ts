import type { ItemHealth } from '../items/item';
import type { VisibleView } from './autoRefresh';
import {
  EventEmitter,
  MarkdownString,
  TreeItem,
  window,
  type Disposable,
  type Event,
  type TreeDataProvider,
  type TreeView,
} from 'vscode';
import { treeItemOf, type RowLook, type RowSpec } from './rowSpec';
import { isAtOrBelow, parentIdOf, type TreeRow } from '../items/store/row';
import { RowChanges } from './rowChanges';
import { RowDecorations, tooltipOf } from './rowDecorations';
import type { TreeChanges } from './listView';

/** The rows of a view: a `ListView`. */
interface TreeRows<Row extends TreeRow, Parent extends Row> {
  readonly rootId: string;
  readonly onDidChange: Event<TreeChanges<Row, Parent>>;
  find(id: string): Row | undefined;
  children(parent?: Parent): Promise<readonly Row[]>;
  known(parent?: Parent): readonly Row[] | undefined;
  setExpanded(parent: Parent, isExpanded: boolean): void;
  shown(): (id: string) => boolean;
}

/** The data of a view: its rows and whatever else their look depends on. */
export interface TreeModel<Row extends TreeRow, Parent extends Row> {
  readonly rows: TreeRows<Row, Parent>;
  specOf(row: Row): RowSpec<Row, this>;
}

/** What is known about the rows of a view before its model is loaded. */
interface TreeOptions<Row extends TreeRow, Parent extends Row> {
  isParent(row: Row): row is Parent;
  /**
   * Runs before the top-level rows are given to VS Code. A change that is reported while VS Code shows a view for the first
   * time is lost, so a model that is loaded only then must be shown here.
   */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** The commands that links in hovers may run. */
  readonly hoverCommands?: readonly string[];
  /** Whether rows have decorations, which show how their items are. */
  readonly isDecorated?: boolean;
}

/** How long users need to read a hover, in milliseconds. */
const readingMs = 10_000;

/** How long a hover is kept, in milliseconds: its row is not redrawn for it alone. */
const hoverKeptMs = 60_000;

/** Converts the rows of a model to tree items. VS Code has the IDs of rows, which it compares by value. */
export class StoreTree<
  Row extends TreeRow,
  Parent extends Row,
  Model extends TreeModel<Row, Parent>,
> implements TreeDataProvider<string> {
  readonly #onDidChangeTreeData = new EventEmitter<string[] | undefined>();
  readonly onDidChangeTreeData: Event<string[] | undefined> = this.#onDidChangeTreeData.event;

  readonly #changes = new RowChanges(
    (ids) => {
      this.#onDidChangeTreeData.fire(ids);
    },
    (id) => this.#looksDifferent(id),
  );
  #model: Model | undefined;
  #subscription: Disposable | undefined;
  /** The rows below each row, or the view, as last given to VS Code, which keeps them while the row is collapsed. By its ID. */
  readonly #given = new Map<string, readonly Row[]>();
  /** How each row looks, as last given to VS Code. */
  readonly #signatures = new Map<string, string>();
  /** The rows whose hover was built in the last minute. VS Code requests each hover once, until it redraws the row. */
  readonly #hovers = new Map<string, NodeJS.Timeout>();
  /**
   * The rows that changed while the hover of a row, the key, was built: it has the changes, and VS Code closes it when it
   * redraws the row or one above.
   */
  readonly #held = new Map<string, Set<string>>();
  /** The model whose rows VS Code currently shows. */
  #shown: Model | undefined;
  /** The parents whose children are pending (undefined for the view), and whether VS Code requested them again. */
  #awaited = new Map<string | undefined, boolean>();

  readonly #decorations: RowDecorations | undefined;

  constructor(private readonly options: TreeOptions<Row, Parent>) {
    if (options.isDecorated !== true) return;
    this.#decorations = new RowDecorations((id) => {
      const row = this.#model?.rows.find(id);
      return row && this.#healthOf(row);
    });
  }

  /** Shows the rows of `model`; undefined empties the view. */
  show(model: Model | undefined): void {
    this.#model = model;
    this.#awaited = new Map();
    this.#given.clear();
    this.#signatures.clear();
    this.#decorations?.forget();
    this.#subscription?.dispose();
    this.#subscription = model?.rows.onDidChange(({ parents, rows }) => {
      for (const parent of parents) this.#changes.changeChildren(parent?.id);
      this.#changeRows(rows.map(({ id }) => id));
    });
    this.#changes.changeChildren(undefined);
  }

  #changeRows(ids: readonly string[]): void {
    const changed = ids.filter((id) => {
      // VS Code was never given most of the rows that other views read.
      if (!this.#signatures.has(id)) return false;
      const held = [...this.#held].find(([hovered]) => isAtOrBelow(hovered, id));
      held?.[1].add(id);
      return held === undefined;
    });
    this.#changes.changeRows(changed);
  }

  /** The row with an ID. One that only a filter adds, or that is just gone, is as it was given. */
  #find(id: string): Row | undefined {
    return this.#model?.rows.find(id) ?? this.#given.get(parentIdOf(id))?.find((row) => row.id === id);
  }

  #findParent(id: string): Parent | undefined {
    const row = this.#find(id);
    return row && this.options.isParent(row) ? row : undefined;
  }

  /** VS Code closes the hover of a row that it redraws, and a menu that opens. It briefly forgets the children of the row. */
  #looksDifferent(id: string): boolean {
    const [model, row] = [this.#model, this.#find(id)];
    if (model === undefined || row === undefined) return false;
    return this.#signatures.get(id) !== signatureOf(model.specOf(row).look(row, model), this.#healthOf(row));
  }

  /** Whether an argument of a command is the ID of a row of this tree. */
  readonly hasRow = (argument: unknown): boolean =>
    typeof argument === 'string' &&
    this.#model !== undefined &&
    isAtOrBelow(argument, this.#model.rows.rootId);

  /** Creates the view that shows this tree. */
  createView(id: string): TreeView<string> {
    const view = window.createTreeView(id, {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
    });
    // VS Code disposes the listeners with the view.
    view.onDidExpandElement(({ element }) => {
      this.#expand(element);
    });
    view.onDidCollapseElement(({ element }) => {
      const parent = this.#findParent(element);
      if (parent !== undefined) this.#model?.rows.setExpanded(parent, false);
    });
    return view;
  }

  /** VS Code keeps the rows below a collapsed row as they were. */
  #expand(id: string): void {
    const [model, parent] = [this.#model, this.#findParent(id)];
    if (model === undefined || parent === undefined) return;
    model.rows.setExpanded(parent, true);
    // Rows below it may be expanded, too: VS Code shows them again as they were.
    const isCurrent = [...this.#given].every(
      ([each, given]) => !isAtOrBelow(each, id) || this.#isCurrent(each, given, model),
    );
    if (!isCurrent) this.#changes.changeChildren(id);
  }

  /** Whether the rows below a row look as they were given to VS Code. */
  #isCurrent(id: string, given: readonly Row[], { rows: shown }: Model): boolean {
    const parent = this.#findParent(id);
    const known = parent && shown.known(parent);
    return (
      given.length === known?.length &&
      given.every(
        (row, index) =>
          row === known[index] && !(this.#signatures.has(row.id) && this.#looksDifferent(row.id)),
      )
    );
  }

  /** Tells whether `view`, which shows this tree, shows what has an ID. */
  shownIn({ visible }: VisibleView): (id: string) => boolean {
    return (visible ? this.#model?.rows.shown() : undefined) ?? (() => false);
  }

  /** Sets the message above the rows of `view`, which shows this tree; empty for none. */
  setMessage(view: TreeView<string>, message: string): void {
    // VS Code refreshes even if the message is unchanged.
    if (message === (view.message ?? '')) return;
    view.message = message;
    this.#changes.startDelay();
  }

  async getChildren(id?: string): Promise<string[]> {
    if (id === undefined && this.options.prepare !== undefined) await this.options.prepare();
    const model = this.#model;
    if (id === undefined && this.#shown !== undefined && this.#shown !== model) {
      // VS Code keeps old rows until new ones arrive, but rows of another connection must go at once.
      this.#shown = undefined;
      if (model !== undefined) this.#changes.changeChildren(undefined);
      return [];
    }
    const parent = id === undefined ? undefined : this.#findParent(id);
    if (model === undefined || (id !== undefined && parent === undefined)) return [];
    const listId = id ?? model.rows.rootId;
    const before = this.#given.get(listId) ?? [];
    if (parent !== undefined) {
      // It is expanded, even if VS Code has not said so: rows that it knows by their IDs stay expanded without an event.
      model.rows.setExpanded(parent, true);
      this.#given.delete(listId);
    }
    const rows = await this.#changes.whileWaiting(id, this.#childrenOf(parent, model));
    const ids = rows.map((row) => row.id);
    if (this.#model === model) {
      this.#given.set(listId, rows);
      const isThere = new Set(ids);
      this.#forget(before.filter((row) => !isThere.has(row.id)));
      if (parent === undefined && rows.length > 0) this.#shown = model;
    }
    return ids;
  }

  /** Ends what is kept of rows that VS Code no longer has. */
  #forget(rows: readonly Row[]): void {
    for (const { id } of rows) {
      this.#signatures.delete(id);
      this.#forgetHover(id);
      this.#forget(this.#given.get(id) ?? []);
      this.#given.delete(id);
    }
  }

  /**
   * Until all expanded rows have their children, VS Code redraws no changed row and runs none of its commands. So only the
   * first request for the same children waits; a repeated one is answered with a later change event. VS Code shows neither of two
   * answers with the same rows.
   */
  async #childrenOf(parent: Parent | undefined, { rows: shown }: Model): Promise<readonly Row[]> {
    const awaited = this.#awaited;
    const id = parent?.id;
    if (awaited.has(id)) {
      awaited.set(id, true);
      return [];
    }
    const known = shown.known(parent);
    if (known !== undefined) return known;
    awaited.set(id, false);
    try {
      return await shown.children(parent);
    } finally {
      const wasAskedAgain = awaited.get(id);
      awaited.delete(id);
      if (wasAskedAgain === true && awaited === this.#awaited) this.#changes.changeChildren(id);
    }
  }

  getParent(id: string): string | undefined {
    return this.#find(parentIdOf(id))?.id;
  }

  getTreeItem(id: string): TreeItem {
    const [model, row] = [this.#model, this.#find(id)];
    if (model === undefined || row === undefined) return new TreeItem('');
    const look = model.specOf(row).look(row, model);
    const item = treeItemOf(look);
    item.id ??= id;
    const health = this.#healthOf(row);
    if (this.#decorations !== undefined && health !== undefined) {
      item.resourceUri = this.#decorations.uriOf(id);
      this.#decorations.follow(id, health);
    }
    this.#signatures.set(id, signatureOf(look, health));
    this.#forgetHover(id);
    return item;
  }

  /** Builds a hover only when it is shown: most rows are never hovered over. */
  async resolveTreeItem(item: TreeItem, id: string): Promise<TreeItem> {
    const [model, row] = [this.#model, this.#find(id)];
    if (model === undefined || row === undefined) return item;
    const held = new Set<string>();
    this.#held.set(id, held);
    const build = async () => model.specOf(row).hover?.(row, model, Date.now());
    const hover = await build().finally(() => this.#held.delete(id));
    setTimeout(() => {
      if (model === this.#model) this.#changeRows([...held]);
    }, readingMs).unref();
    if (hover === undefined) return item;
    item.tooltip = hoverMarkdown(hover, this.options.hoverCommands);
    this.#renewLater(id, model, this.#readApart(id, model));
    return item;
  }

  /**
   * Redraws a row for its hover a minute after that was built, or ten seconds after if more was read by then, and so on. Later if
   * one below it may be open, which would close.
   */
  #renewLater(id: string, model: Model, readApart: string | undefined, keptFor = hoverKeptMs): void {
    this.#forgetHover(id);
    const renew = (): void => {
      this.#hovers.delete(id);
      if (model !== this.#model) return;
      const left = keptFor - readingMs;
      const isCurrent = left > 0 && readApart === this.#readApart(id, model);
      if (isCurrent || [...this.#hovers.keys()].some((hovered) => isAtOrBelow(hovered, id)))
        this.#renewLater(id, model, readApart, left);
      else {
        // Even if it looks the same.
        this.#signatures.set(id, '');
        this.#changes.changeRows([id]);
      }
    };
    this.#hovers.set(id, setTimeout(renew, readingMs).unref());
  }

  #readApart(id: string, model: Model): string | undefined {
    const row = this.#find(id);
    return row && model.specOf(row).readApart?.(row, model);
  }

  #forgetHover(id: string): void {
    clearTimeout(this.#hovers.get(id));
    this.#hovers.delete(id);
  }

  #healthOf(row: Row): ItemHealth | undefined {
    return this.#model?.specOf(row).health?.(row, this.#model);
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
function signatureOf({ label, description, icon, words }: RowLook, health: ItemHealth | undefined): string {
  return JSON.stringify([label, description, icon.id, icon.color?.id, words, tooltipOf(health)]);
}
