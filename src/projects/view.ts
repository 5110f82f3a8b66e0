import { MarkdownString, TreeItem, type Event, type EventEmitter, type TreeDataProvider } from 'vscode';
import { clusterHover, machineHover, poolHover, projectHover } from '../details/hover';
import type { ProjectsModel } from './model';
import type { Node, ParentNode } from './nodes';
import { rowOf } from './rows';

/** Turns the model's nodes into rows. It keeps nothing: what is asked for is answered from the model. */
export class ProjectsTree implements TreeDataProvider<Node> {
  readonly onDidChangeTreeData: Event<Node | undefined>;

  /** @param model the model of the session in use; undefined where nothing is connected */
  constructor(
    private readonly model: () => ProjectsModel | undefined,
    changes: EventEmitter<Node | undefined>,
  ) {
    this.onDidChangeTreeData = changes.event;
  }

  async getChildren(parent?: Node): Promise<Node[]> {
    if (parent !== undefined && !isParent(parent)) return [];
    return [...((await this.model()?.children(parent)) ?? [])];
  }

  getParent(node: Node): Node | undefined {
    return node.parent;
  }

  getTreeItem(node: Node): TreeItem {
    const model = this.model();
    const row = model === undefined ? new TreeItem('') : rowOf(node, model);
    row.id = node.id;
    return row;
  }

  /** Hovers are made when somebody hovers: they tell ages, and most are never read. */
  resolveTreeItem(item: TreeItem, node: Node): TreeItem {
    const model = this.model();
    const markdown = model === undefined ? undefined : hoverOf(node, model, Date.now());
    // Neither trusted nor with HTML or icons: nothing that the service says can be more than text.
    if (markdown !== undefined) item.tooltip = new MarkdownString(markdown);
    return item;
  }
}

function isParent(node: Node): node is ParentNode {
  return node.kind === 'project' || node.kind === 'cluster' || node.kind === 'pool';
}

function hoverOf(node: Node, model: ProjectsModel, now: number): string | undefined {
  switch (node.kind) {
    case 'project':
      return projectHover(node.project, now);
    case 'cluster': {
      const details = model.detailsOf(node);
      return clusterHover(node.usage, details?.cluster, details?.pools?.length, now);
    }
    case 'pool': {
      const machines = model.machinesOf(node)?.map(({ machine }) => machine);
      return poolHover(node.ref.poolName, node.ref.configUid, node.pool, machines, now);
    }
    case 'machine':
      return machineHover(node.machine, now);
    case 'loadMore':
    case 'note':
    case 'error':
      return undefined;
  }
}
