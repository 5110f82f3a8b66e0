import type { Disposable, TreeView } from 'vscode';
import { revealFirstNewRow } from '../tree/revealFirstNewRow';
import { connectedCommands } from '../ui/commands';
import { withViewProgress } from '../ui/progress';
import type { TeamRolesModel } from './model';
import { isRemovable, type TeamRole } from './resourceRoles';
import type { ActiveRoles, RoleActions } from './roleActions';
import { isRow, type RoleRow, type ViewRow } from './rows';

/** Registers the commands of the Team Roles view. */
export function registerRoleCommands(
  view: TreeView<ViewRow>,
  active: () => ActiveRoles | undefined,
  actions: RoleActions,
): readonly Disposable[] {
  const register = connectedCommands(active);
  const withProgress = (read: () => Promise<void>): Thenable<void> =>
    withViewProgress('poolview.roles', read);
  return [
    register('poolview.refreshRoles', ({ model }) => withProgress(() => model.refresh())),
    register('poolview.refreshTeam', async ({ model }, argument) => {
      const row = rowOf(model, argument);
      if (row?.kind === 'team') await withProgress(() => model.refresh(row));
    }),
    register('poolview.retryRoles', ({ model }, argument) =>
      withProgress(() => (isRow(argument, 'error') ? model.retry(argument) : model.refresh())),
    ),
    register('poolview.loadMoreTeams', ({ model }) =>
      revealFirstNewRow(view, async () => {
        const first = await model.store.loadMore();
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

/** The current row for a command argument, which may be any value or an outdated row. */
function rowOf(model: TeamRolesModel, argument: unknown): ViewRow | undefined {
  return isRow(argument, 'team', 'role') ? model.store.find(argument.id) : undefined;
}

/**
 * The roles that a command applies to.
 * @param argument the row of the menu; undefined from the palette or by a key
 * @param selected all selected rows, if that row is one of them
 */
function chosenRoles(
  model: TeamRolesModel,
  argument: unknown,
  selected: unknown,
  selection: readonly ViewRow[],
): readonly TeamRole[] {
  const given = argument === undefined ? selection : Array.isArray(selected) ? selected : [argument];
  const rows = given.map((one) => rowOf(model, one));
  return rows
    .filter((row): row is RoleRow => row?.kind === 'role')
    .flatMap(({ parent, role }) => (isRemovable(role) ? [{ team: parent.team, role, isListed: true }] : []));
}
