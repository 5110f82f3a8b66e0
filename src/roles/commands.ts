import { window, type Disposable, type TreeView } from 'vscode';
import { loadMoreAndReveal } from '../tree/revealFirstNewRow';
import { connectedCommands } from '../ui/commands';
import type { TeamRolesModel } from './model';
import { isNode, type Node, type RoleNode } from './nodes';
import { isRemovable, type TeamRole } from './resourceRoles';
import type { ActiveRoles, RoleActions } from './roleActions';

/** Registers the commands of the Team Roles view. */
export function registerRoleCommands(
  view: TreeView<Node>,
  active: () => ActiveRoles | undefined,
  actions: RoleActions,
): readonly Disposable[] {
  const register = connectedCommands(active);
  const withProgress = (read: () => Promise<void>): Thenable<void> =>
    window.withProgress({ location: { viewId: 'poolview.roles' } }, read);
  return [
    register('poolview.refreshRoles', ({ model }) => withProgress(() => model.refresh())),
    register('poolview.refreshTeam', async ({ model }, argument) => {
      const row = rowOf(model, argument);
      if (row?.kind === 'team') await withProgress(() => model.refresh(row));
    }),
    register('poolview.retryRoles', ({ model }, argument) =>
      withProgress(() => (isNode(argument, 'error') ? model.retry(argument) : model.refresh())),
    ),
    register('poolview.loadMoreTeams', ({ model }) =>
      loadMoreAndReveal(view, async () => {
        const first = await model.loadMore();
        return active()?.model === model ? first : undefined;
      }),
    ),
    register('poolview.removeTeamResourceRole', (roles, argument) => {
      const row = rowOf(roles.model, argument);
      return actions.remove(roles, row?.kind === 'team' ? row.team : undefined);
    }),
    register('poolview.removeRole', (roles, argument, selected) => {
      const chosen = chosenRoles(roles.model, argument, selected, view.selection);
      return chosen.length === 0 ? undefined : actions.remove(roles, chosen);
    }),
    register('poolview.restoreRemovedRole', () => actions.restore()),
  ];
}

/** The current row for an argument, which may be anything, or a row that no longer exists. */
function rowOf(model: TeamRolesModel, argument: unknown): Node | undefined {
  return isNode(argument, 'team', 'role') ? model.rowWithId(argument.id) : undefined;
}

/**
 * The roles that a command applies to.
 * @param argument the row that was clicked; undefined from the palette
 * @param selected all selected rows, if the row is one of them
 */
function chosenRoles(
  model: TeamRolesModel,
  argument: unknown,
  selected: unknown,
  selection: readonly Node[],
): readonly TeamRole[] {
  const given = argument === undefined ? selection : Array.isArray(selected) ? selected : [argument];
  const rows = given.map((one) => rowOf(model, one));
  return rows
    .filter((row): row is RoleNode => row?.kind === 'role')
    .flatMap(({ parent, role }) => (isRemovable(role) ? [{ team: parent.team, role, isListed: true }] : []));
}
