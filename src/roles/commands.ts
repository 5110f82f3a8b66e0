import { l10n, window, type TreeView } from 'vscode';
import { clickedRow, currentRow, currentRows, isFromView } from '../tree/clickedRow';
import { revealFirstNewRow } from '../tree/revealRow';
import { jsonOfRows } from '../tree/rowData';
import type { CommandArguments, ConnectedCommand } from '../ui/commands';
import { copiedLine, copy, copyLines, jsonWords, nameWords, uidWords } from '../ui/copy';
import { withViewProgress } from '../ui/progress';
import { runCommand } from '../ui/runCommand';
import type { ActiveRoles } from './flowContext';
import type { RemoveFlow } from './removal/removeFlow';
import { removableRoles } from '../access/resourceRoles';
import { showAudit } from './report';
import { isRow, isSourceRow, isTeamRow, sourceKindOf, type SourceRow, type ViewRow } from './rows';

/** What the commands of the Team Roles view work with. */
export interface CommandContext extends ActiveRoles {
  readonly view: TreeView<ViewRow>;
  readonly isActive: () => boolean;
  readonly removals: Pick<RemoveFlow, 'remove'>;
  readonly restore: () => Promise<void>;
}

type RoleCommand = ConnectedCommand<CommandContext>;

/** The commands of the Team Roles view, by the end of their names. */
export const roleCommands: Readonly<Record<string, RoleCommand>> = {
  refreshRoles: ({ model }) => withProgress(() => model.refresh()),
  refreshRow: async ({ model }, argument) => {
    const row = currentRow(model.store, argument, isTeamRow);
    if (row !== undefined) await withProgress(() => model.refresh(row));
  },
  click: async (roles) => {
    const row = await clickedRow([], roles.view);
    if (isRow(row, 'loadMore')) await loadMoreTeams(roles);
    else if (isRow(row, 'otherGrants')) await runCommand('reviewAccess', row.parent);
    else if (isRow(row, 'note')) {
      const parent = currentRow(roles.model.store, row.parent, isTeamRow);
      if (parent !== undefined) await roles.removals.remove(roles, parent.team);
    } else await retry(roles, row);
  },
  retry: async (roles, ...given) => retry(roles, await clickedRow(given, roles.view)),
  removeTeamResourceRole: async (roles, ...given) => {
    const [argument] = given;
    // The user chooses the role, and the team unless it is known.
    if (argument === undefined || isTeamRow(argument)) {
      await roles.removals.remove(roles, currentRow(roles.model.store, argument, isTeamRow)?.team);
      return;
    }
    const rows = await rowsOf(roles, given);
    const chosen = rows.flatMap((row) =>
      row.kind === 'role' ? removableRoles(row.parent.team, [row.role]) : [],
    );
    const isSelected = rows.every((row) => roles.view.selection.includes(row));
    const byUser = isSelected ? 'selection' : undefined;
    const by = isFromView('poolview.roles', roles.model.store, given) ? byUser : 'other';
    if (chosen.length > 0) await roles.removals.remove(roles, chosen, { by });
    else {
      void window.showInformationMessage(
        l10n.t('No role that can be removed is selected. Select the resource roles to remove first.'),
      );
    }
  },
  restoreRemovedRole: ({ restore }) => restore(),
  whoChangedThis: async (roles, ...given) => {
    const [row] = await rowsOf(roles, given);
    const team = row?.kind === 'role' ? row.parent : row;
    if (team?.kind === 'team') await showAudit(team.team);
  },
  copyName: async (roles, ...given) => copyLines((await rowsOf(roles, given)).map(nameOf), nameWords()),
  copyUid: async (roles, ...given) => copyLines((await rowsOf(roles, given)).map(uidOf), uidWords()),
  copyAsJson: async (roles, ...given) => {
    const rows = await rowsOf(roles, given);
    if (rows.length === 0) return;
    const names = rows.map((row) => nameOf(row) ?? uidOf(row) ?? row.kind);
    await copy(jsonOfRows(rows, sourceKindOf, roles.model), names, jsonWords().several);
  },
};

async function retry({ model }: CommandContext, row: unknown): Promise<void> {
  if (row === undefined) return;
  await withProgress(() =>
    isRow(row, 'error') ? model.retry(row) : model.refresh(isRow(row, 'note') ? row.parent : undefined),
  );
}

function loadMoreTeams({ model, view, isActive }: CommandContext): Promise<void> {
  return revealFirstNewRow(view, async () => {
    const first = await model.store.loadMore();
    return isActive() ? first : undefined;
  });
}

/** The name of a team, or the names of what a role grants. */
function nameOf(row: SourceRow): string | undefined {
  return copiedLine(sourceKindOf(row).name(row));
}

function uidOf(row: SourceRow): string | undefined {
  return copiedLine(sourceKindOf(row).uid(row));
}

function withProgress(read: () => Promise<void>): Thenable<void> {
  return withViewProgress('poolview.roles', read);
}

/** The rows that a command applies to. */
function rowsOf({ model, view }: CommandContext, given: CommandArguments): Promise<readonly SourceRow[]> {
  return currentRows(model.store, given, view, isSourceRow);
}
