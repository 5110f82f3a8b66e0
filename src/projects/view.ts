import { l10n } from 'vscode';
import { clusterHover, machineHover, poolHover, projectHover } from '../details/hover';
import { ModelTree } from '../tree/view';
import type { ProjectsModel } from './model';
import { isNode, isParent, type Node, type ParentNode } from './nodes';
import { rowOf } from './rows';

/** The rows of the Projects view. */
export class ProjectsTree extends ModelTree<Node, ParentNode, ProjectsModel> {
  constructor() {
    super({
      rowOf,
      hoverOf,
      isParent,
      hasRowsToOpen: (node) => isNode(node, 'project', 'cluster'),
    });
  }
}

/** Everything about a row, as Markdown. */
export function hoverOf(node: Node, model: ProjectsModel, now: number): string | undefined {
  const hover = factsOf(node, model, now);
  return hover !== undefined && model.isDemo
    ? `${hover}\n\n_${l10n.t('Invented by the demo service')}_`
    : hover;
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
