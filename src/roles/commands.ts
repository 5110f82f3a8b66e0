import { commands, window, type Disposable, type TreeView } from 'vscode';
import type { Session } from '../connections/session';
import { isServiceError } from '../service/errors';
import { loadMoreAndReveal } from '../tree/revealFirstNewRow';
import type { TeamRolesModel } from './model';
import { isNode, type Node, type RoleNode } from './nodes';
import { isRemovable } from './removable';
import type { TeamRole } from './removing';
import type { Team } from './teams';

/** What the commands work on: the session in use, its model, and what is done with them. */
export interface ActiveRoles {
  readonly session: Session;
  readonly model: TeamRolesModel;
  /** Asks which roles where that is not known. Throws ServiceError, as the other one does. */
  readonly remove: (chosen?: readonly TeamRole[] | Team) => Promise<void>;
  readonly restore: () => Promise<void>;
}

/** The commands of the Team Roles view. What they are given may be anything: anybody can run a command. */
export function registerRoleCommands(
  view: TreeView<Node>,
  active: () => ActiveRoles | undefined,
): readonly Disposable[] {
  const register = (
    name: string,
    run: (active: ActiveRoles, ...given: readonly unknown[]) => unknown,
  ): Disposable =>
    commands.registerCommand(name, async (...given: readonly unknown[]) => {
      const current = active();
      try {
        // Without a connection there is one thing that helps.
        await (current === undefined ? commands.executeCommand('poolview.connect') : run(current, ...given));
      } catch (error) {
        if (!isServiceError(error)) throw error;
        const { showServiceError } = await import('./actions');
        // Anew: by then there may be another key, or another connection.
        await showServiceError(error, undefined, () => commands.executeCommand(name, ...given));
      }
    });
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
    register('poolview.removeTeamResourceRole', ({ model, remove }, argument) => {
      const row = rowOf(model, argument);
      return remove(row?.kind === 'team' ? row.team : undefined);
    }),
    register('poolview.removeRole', ({ model, remove }, argument, selected) => {
      const chosen = chosenRoles(model, argument, selected, view.selection);
      return chosen.length === 0 ? undefined : remove(chosen);
    }),
    register('poolview.restoreRemovedRole', ({ restore }) => restore()),
  ];
}

/** The row that an argument stands for, as it is now: what is passed may be anything, or a row that is gone. */
function rowOf(model: TeamRolesModel, argument: unknown): Node | undefined {
  return isNode(argument, 'team', 'role') ? model.rowWithId(argument.id) : undefined;
}

/** The roles that are meant: all that are selected where the row is one of them, as VS Code passes them; or the row. */
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
