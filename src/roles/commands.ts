import { l10n, window, type TreeView } from 'vscode';
import { clickedRow, givenRows } from '../tree/clickedRow';
import { revealFirstNewRow } from '../tree/revealFirstNewRow';
import type { CommandArguments } from '../ui/commands';
import { withViewProgress } from '../ui/progress';
import type { rowCommands } from './details/rowCommands';
import type { TeamRolesModel } from './model';
import { isRemovable, type TeamRole } from './resourceRoles';
import type { ActiveRoles, RoleActions } from './roleActions';
import { isRow, type RoleRow, type TeamRow, type ViewRow } from './rows';

/** The end of the name of a command of the Team Roles view. */
export type RoleCommandName =
  | 'refreshRoles'
  | 'refreshTeam'
  | 'retryRoles'
  | 'loadMoreTeams'
  | 'removeTeamResourceRole'
  | 'removeRoleByUid'
  | 'removeRole'
  | 'restoreRemovedRole'
  | RowCommandName;

type RowCommandName = keyof typeof rowCommands;

/** A command, with what VS Code passes to it. */
type RoleCommand = (roles: ActiveRoles, ...given: CommandArguments) => unknown;

/** The commands of the Team Roles view. */
export function roleCommands(
  view: TreeView<ViewRow>,
  active: () => ActiveRoles | undefined,
  actions: RoleActions,
): Readonly<Record<RoleCommandName, RoleCommand>> {
  const withProgress = (read: () => Promise<void>): Thenable<void> =>
    withViewProgress('poolview.roles', read);
  const onRows =
    (name: RowCommandName): RoleCommand =>
    async ({ model }, ...given) => {
      const { rowCommands } = await import('./details/rowCommands');
      return rowCommands[name](await rowsOf(model, view, given), model);
    };
  return {
    refreshRoles: ({ model }) => withProgress(() => model.refresh()),
    refreshTeam: async ({ model }, argument) => {
      const row = rowOf(model, argument);
      if (row?.kind === 'team') await withProgress(() => model.refresh(row));
    },
    retryRoles: async ({ model }, ...given) => {
      const row = await clickedRow(given, view);
      if (row === undefined) return;
      await withProgress(() => (isRow(row, 'error') ? model.retry(row) : model.refresh()));
    },
    loadMoreTeams: ({ model }) =>
      revealFirstNewRow(view, async () => {
        const first = await model.store.loadMore();
        return active()?.model === model ? first : undefined;
      }),
    removeTeamResourceRole: (roles, argument) => {
      const row = rowOf(roles.model, argument);
      return actions.remove(roles, row?.kind === 'team' ? row.team : undefined);
    },
    removeRoleByUid: async (roles, ...given) => {
      const clicked = await clickedRow(given, view);
      const row = rowOf(roles.model, isRow(clicked, 'note') ? clicked.parent : undefined);
      if (row?.kind === 'team') await actions.remove(roles, row.team);
    },
    removeRole: async (roles, ...given) => {
      const chosen = removable(await rowsOf(roles.model, view, given));
      if (chosen.length > 0) return actions.remove(roles, chosen);
      void window.showInformationMessage(
        l10n.t('No role that can be removed is selected. Select the resource roles to remove first.'),
      );
    },
    restoreRemovedRole: () => actions.restore(),
    showRoleDetails: onRows('showRoleDetails'),
    copyRoleName: onRows('copyRoleName'),
    copyRoleUid: onRows('copyRoleUid'),
    copyRoleAsJson: onRows('copyRoleAsJson'),
  };
}

/** The current row for a command argument, which may be any value or an outdated row. */
function rowOf(model: TeamRolesModel, argument: unknown): TeamRow | RoleRow | undefined {
  const row = isRow(argument, 'team', 'role') ? model.store.find(argument.id) : undefined;
  return isRow(row, 'team', 'role') ? row : undefined;
}

/** The rows that a command applies to. */
async function rowsOf(
  model: TeamRolesModel,
  view: TreeView<ViewRow>,
  given: CommandArguments,
): Promise<readonly (TeamRow | RoleRow)[]> {
  const rows = await givenRows(given, view);
  return rows.map((one) => rowOf(model, one)).filter((row) => row !== undefined);
}

/** The roles among `rows` that can be removed. */
function removable(rows: readonly (TeamRow | RoleRow)[]): readonly TeamRole[] {
  return rows.flatMap((row) =>
    row.kind === 'role' && isRemovable(row.role)
      ? [{ team: row.parent.team, role: row.role, isListed: true }]
      : [],
  );
}
