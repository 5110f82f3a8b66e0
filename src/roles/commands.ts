import { l10n, window, type TreeView } from 'vscode';
import { clickedRow, givenRows } from '../tree/clickedRow';
import { revealFirstNewRow } from '../tree/revealFirstNewRow';
import type { CommandArguments } from '../ui/commands';
import { withViewProgress } from '../ui/progress';
import { rowCommands } from './details/rowCommands';
import type { ActiveRoles } from './flowContext';
import type { TeamRolesModel } from './model';
import type { RemoveFlow } from './removal/removeFlow';
import { isRemovable, type TeamRole } from './resourceRoles';
import { isRow, type RoleRow, type TeamRow, type ViewRow } from './rows';

/** What the commands of the Team Roles view work with. */
interface CommandContext extends ActiveRoles {
  readonly view: TreeView<ViewRow>;
  readonly isActive: () => boolean;
  readonly removals: Pick<RemoveFlow, 'remove'>;
  readonly restore: () => Promise<void>;
}

/** A command, with what VS Code passes to it. */
export type RoleCommand = (roles: CommandContext, ...given: CommandArguments) => unknown;

/** The end of the name of a command of the Team Roles view. */
export type RoleCommandName = keyof typeof roleCommands;

/** The commands of the Team Roles view. */
export const roleCommands = {
  refreshRoles: ({ model }) => withProgress(() => model.refresh()),
  refreshTeam: async ({ model }, argument) => {
    const row = rowOf(model, argument);
    if (row?.kind === 'team') await withProgress(() => model.refresh(row));
  },
  retryRoles: async ({ model, view }, ...given) => {
    const row = await clickedRow(given, view);
    if (row === undefined) return;
    await withProgress(() => (isRow(row, 'error') ? model.retry(row) : model.refresh()));
  },
  loadMoreTeams: ({ model, view, isActive }) =>
    revealFirstNewRow(view, async () => {
      const first = await model.store.loadMore();
      return isActive() ? first : undefined;
    }),
  removeTeamResourceRole: (roles, argument) => {
    const row = rowOf(roles.model, argument);
    return roles.removals.remove(roles, row?.kind === 'team' ? row.team : undefined);
  },
  removeRoleByUid: async (roles, ...given) => {
    const clicked = await clickedRow(given, roles.view);
    const row = rowOf(roles.model, isRow(clicked, 'note') ? clicked.parent : undefined);
    if (row?.kind === 'team') await roles.removals.remove(roles, row.team);
  },
  removeRole: async (roles, ...given) => {
    const chosen = removable(await rowsOf(roles, given));
    if (chosen.length > 0) return roles.removals.remove(roles, chosen);
    void window.showInformationMessage(
      l10n.t('No role that can be removed is selected. Select the resource roles to remove first.'),
    );
  },
  restoreRemovedRole: ({ restore }) => restore(),
  showRoleDetails: onRows('showRoleDetails'),
  copyRoleName: onRows('copyRoleName'),
  copyRoleUid: onRows('copyRoleUid'),
  copyRoleAsJson: onRows('copyRoleAsJson'),
} satisfies Readonly<Record<string, RoleCommand>>;

function onRows(name: keyof typeof rowCommands): RoleCommand {
  return async (roles, ...given) => rowCommands[name](await rowsOf(roles, given), roles.model);
}

function withProgress(read: () => Promise<void>): Thenable<void> {
  return withViewProgress('poolview.roles', read);
}

/** The current row for a command argument, which may be any value or an outdated row. */
function rowOf(model: TeamRolesModel, argument: unknown): TeamRow | RoleRow | undefined {
  const row = isRow(argument, 'team', 'role') ? model.store.find(argument.id) : undefined;
  return isRow(row, 'team', 'role') ? row : undefined;
}

/** The rows that a command applies to. */
async function rowsOf(
  { model, view }: CommandContext,
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
