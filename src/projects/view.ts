import { EventEmitter, MarkdownString, TreeItem, type Event, type TreeDataProvider } from 'vscode';
import { clusterHover, machineHover, poolHover, projectHover } from '../details/hover';
import { RowChanges } from '../tree/rowChanges';
import type { ProjectsModel } from './model';
import { isParent, type Node } from './nodes';
import { rowOf } from './rows';

/** Turns the model's nodes into rows. It keeps nothing: what is asked for is answered from the model. */
export class ProjectsTree implements TreeDataProvider<Node> {
  readonly #onDidChangeTreeData = new EventEmitter<Node[] | undefined>();
  readonly onDidChangeTreeData: Event<Node[] | undefined> = this.#onDidChangeTreeData.event;

  readonly #changes = new RowChanges<Node>(
    (rows) => {
      this.#onDidChangeTreeData.fire(rows);
    },
    ({ kind }) => kind === 'project' || kind === 'cluster',
  );
  #model: ProjectsModel | undefined;
  /** What each row that VS Code was given looks like. */
  readonly #shown = new WeakMap<Node, string>();

  /** Shows what `model` has; without one, nothing. */
  show(model: ProjectsModel | undefined): void {
    this.#model = model;
    model?.onDidReload((row) => {
      this.#changes.reload(row);
    });
    model?.onDidChangeLook((row) => {
      // To show a row anew, VS Code forgets what is below it for a moment: not without need.
      if (this.#shown.get(row) !== looksOf(rowOf(row, model))) this.#changes.look(row);
    });
    this.#changes.reload(undefined);
  }

  /** To be called when the view's message changes. */
  viewChanged(): void {
    this.#changes.otherChange();
  }

  async getChildren(parent?: Node): Promise<Node[]> {
    if (this.#model === undefined || (parent !== undefined && !isParent(parent))) return [];
    return [...(await this.#changes.answering(parent, this.#model.children(parent)))];
  }

  getParent({ parent }: Node): Node | undefined {
    // As it is shown now: the parent may have been read again, and the row not.
    return parent === undefined ? undefined : (this.#model?.rowWithId(parent.id) ?? parent);
  }

  getTreeItem(node: Node): TreeItem {
    const model = this.#model;
    const row = model === undefined ? new TreeItem('') : rowOf(node, model);
    row.id = node.id;
    this.#shown.set(node, looksOf(row));
    return row;
  }

  /** Hovers are made when somebody hovers: they tell ages, and most are never read. */
  resolveTreeItem(item: TreeItem, node: Node): TreeItem {
    const model = this.#model;
    const markdown = model === undefined ? undefined : hoverOf(node, model, Date.now());
    // Neither trusted nor with HTML or icons: nothing that the service says can be more than text.
    if (markdown !== undefined) item.tooltip = new MarkdownString(markdown);
    return item;
  }

  dispose(): void {
    this.#changes.dispose();
    this.#onDidChangeTreeData.dispose();
  }
}

/** All that there is to see of a row. */
function looksOf({ label, description, iconPath, contextValue }: TreeItem): string {
  return JSON.stringify([label, description, iconPath, contextValue]);
}

function hoverOf(node: Node, model: ProjectsModel, now: number): string | undefined {
  switch (node.kind) {
    case 'project':
      return projectHover(node.project, now);
    case 'cluster':
      return clusterHover(model.knownOf(node), now);
    case 'pool': {
      const machines = model.machinesOf(node)?.map(({ machine }) => machine);
      return poolHover(node.ref, node.pool, machines, now);
    }
    case 'machine':
      return machineHover(node.machine, node.parent.ref.cloudType, now);
    case 'loadMore':
    case 'note':
    case 'error':
      return undefined;
  }
}
