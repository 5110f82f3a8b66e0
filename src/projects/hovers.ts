import { l10n } from 'vscode';
import { clusterHover, machineHover, poolHover, projectHover } from '../presentation/hover';
import { withAge } from '../presentation/hoverParts';
import type { ProjectsModel } from './model';
import type { Node } from './nodes';

/** Everything about a row, as Markdown; undefined where there is no more to say than the row does. */
export function hoverOf(node: Node, model: ProjectsModel, now: number): string | undefined {
  const facts = factsOf(node, model, now);
  if (facts === undefined) return undefined;
  const hover = model.isDemo ? `${facts}\n\n_${l10n.t('Invented by the demo service')}_` : facts;
  return withAge(hover, model.updatedAt(node), model.isStale(node), now);
}

function factsOf(node: Node, model: ProjectsModel, now: number): string | undefined {
  switch (node.kind) {
    case 'project':
      return projectHover(node.project, now);
    case 'cluster':
      return clusterHover(model.knownOf(node), now);
    case 'pool': {
      return poolHover(node.ref, node.pool, model.machinesOf(node));
    }
    case 'machine':
      return machineHover(node, node.parent.ref.cloudType, now);
    case 'loadMore':
    case 'note':
    case 'error':
      return undefined;
  }
}
