import { l10n, type TreeItem } from 'vscode';
import { clusterHover, machineHover, poolHover, projectHover } from '../details/hover';
import { withAge } from '../details/hoverParts';
import { stale } from '../tree/rowParts';
import { ModelTree } from '../tree/view';
import type { ProjectsModel } from './model';
import { isNode, isParent, resourceKinds, type Node, type ParentNode } from './nodes';
import { rowOf } from './rows';

/** The rows of the Projects view. */
export class ProjectsTree extends ModelTree<Node, ParentNode, ProjectsModel> {
  constructor() {
    super({
      rowOf: withStaleness,
      hoverOf,
      isParent,
      hasRowsToOpen: (node) => isNode(node, 'project', 'cluster'),
    });
  }
}

function withStaleness(node: Node, model: ProjectsModel): TreeItem {
  const row = rowOf(node, model);
  return isNode(node, ...resourceKinds) && model.isStale(node) ? stale(row) : row;
}

/** Everything about a row and how old it is, as Markdown. */
export function hoverOf(node: Node, model: ProjectsModel, now: number): string | undefined {
  const hover = factsOf(node, model, now);
  if (hover === undefined) return undefined;
  const aged = withAge(hover, model.updatedAt(node), model.isStale(node), now);
  return model.isDemo ? `${aged}\n\n_${l10n.t('Invented by the demo service')}_` : aged;
}

function factsOf(node: Node, model: ProjectsModel, now: number): string | undefined {
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
