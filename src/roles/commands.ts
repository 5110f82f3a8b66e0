import type { TreeView } from 'vscode';
import { clickedRow } from '../tree/clickedRow';
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
      return rowCommands[name](rowsOf(model, view, ...given), model);
    };
  return {
    refreshRoles: ({ model }) => withProgress(() => model.refresh()),
    refreshTeam: async ({ model }, argument) => {
      const row = rowOf(model, argument);
      if (row?.kind === 'team') await withProgress(() => model.refresh(row));
    },
    retryRoles: ({ model }, argument) => {
      const row = clickedRow(argument, view);
      return withProgress(() => (isRow(row, 'error') ? model.retry(row) : model.refresh()));
    },
    loadMoreTeams: ({ model }) =>
      revealFirstNewRow(view, async () => {
        const first = await model.store.loadMore();
        return active()?.model === model ? first : undefined;
      }),
    removeTeamResourceRole: (roles, argument) => {
      const clicked = clickedRow(argument, view);
      const isNote = isRow(clicked, 'note') && clicked.note.about === 'rolesNotListed';
      const row = rowOf(roles.model, isNote ? clicked.parent : argument);
      return actions.remove(roles, row?.kind === 'team' ? row.team : undefined);
    },
    removeRole: (roles, ...given) => {
      const chosen = removable(rowsOf(roles.model, view, ...given));
      return chosen.length === 0 ? undefined : actions.remove(roles, chosen);
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

/**
 * The rows that a command applies to.
 * @param argument the row of the menu; undefined from the palette or by a key
 * @param selected all selected rows, if that row is one of them
 */
function rowsOf(
  model: TeamRolesModel,
  { selection }: Pick<TreeView<ViewRow>, 'selection'>,
  argument?: unknown,
  selected?: unknown,
): readonly (TeamRow | RoleRow)[] {
  const given = argument === undefined ? selection : Array.isArray(selected) ? selected : [argument];
  return given.map((one) => rowOf(model, one)).filter((row) => row !== undefined);
}

/** The roles among `rows` that can be removed. */
function removable(rows: readonly (TeamRow | RoleRow)[]): readonly TeamRole[] {
  return rows.flatMap((row) =>
    row.kind === 'role' && isRemovable(row.role)
      ? [{ team: row.parent.team, role: row.role, isListed: true }]
      : [],
  );
}
