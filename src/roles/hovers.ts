import { withAge } from '../presentation/hoverParts';
import { roleHover, teamHover } from '../presentation/roleHover';
import type { TeamRolesModel } from './model';
import type { Node } from './nodes';

/** Everything about a row, as Markdown; undefined where there is no more to say than the row does. */
export function hoverOf(node: Node, model: TeamRolesModel, now: number): string | undefined {
  const hover = factsOf(node, model, now);
  if (hover === undefined) return undefined;
  return withAge(hover, model.updatedAt(node), model.isStale(node), now);
}

function factsOf(node: Node, model: TeamRolesModel, now: number): string | undefined {
  switch (node.kind) {
    case 'team':
      return teamHover(node.team, model.roleCount(node), now);
    case 'role':
      return roleHover(node.role, node.parent.team);
    case 'note':
    case 'error':
    case 'loadMore':
      return undefined;
  }
}
