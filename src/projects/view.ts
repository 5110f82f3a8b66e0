import { EventEmitter, MarkdownString, TreeItem, type Event, type TreeDataProvider } from 'vscode';
import { clusterHover, machineHover, poolHover, projectHover } from '../details/hover';
import type { ProjectsModel } from './model';
import type { Node, ParentNode } from './nodes';
import { RowChanges } from './rowChanges';
import { rowOf } from './rows';

/** Turns the model's nodes into rows. It keeps nothing: what is asked for is answered from the model. */
export class ProjectsTree implements TreeDataProvider<Node> {
  readonly #onDidChangeTreeData = new EventEmitter<Node[] | undefined>();
  readonly onDidChangeTreeData: Event<Node[] | undefined> = this.#onDidChangeTreeData.event;

  readonly #changes = new RowChanges((rows) => {
    this.#onDidChangeTreeData.fire(rows);
  });
  #model: ProjectsModel | undefined;

  /** Shows what `model` has; without one, nothing. */
  show(model: ProjectsModel | undefined): void {
    this.#model = model;
    model?.onDidReload((row) => {
      this.#changes.reload(row);
    });
    model?.onDidChangeLook((row) => {
      this.#changes.look(row);
    });
    this.#changes.reload(undefined);
  }

  async getChildren(parent?: Node): Promise<Node[]> {
    if (this.#model === undefined || (parent !== undefined && !isParent(parent))) return [];
    return [...(await this.#changes.answering(parent, this.#model.children(parent)))];
  }

  getParent(node: Node): Node | undefined {
    return node.parent;
  }

  getTreeItem(node: Node): TreeItem {
    const model = this.#model;
    const row = model === undefined ? new TreeItem('') : rowOf(node, model);
    row.id = node.id;
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

function isParent(node: Node): node is ParentNode {
  return node.kind === 'project' || node.kind === 'cluster' || node.kind === 'pool';
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
