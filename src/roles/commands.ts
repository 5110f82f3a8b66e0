import { l10n, window, type TreeView } from 'vscode';
import { clickedRow, givenRow, givenRows } from '../tree/givenRows';
import { revealNextPage } from '../tree/revealRow';
import { jsonOfRows } from '../tree/rowSpec';
import type { CommandArguments, ConnectedCommand } from '../ui/commands';
import { copiedLine, copy, copyLines, jsonWords, nameWords, uidWords } from '../ui/copy';
import { withViewProgress } from '../ui/progress';
import { runCommand } from '../ui/runCommand';
import type { TeamRolesModel } from './model';
import type { RemoveFlow } from './removal/removeFlow';
import { removableRoles } from '../access/resourceRoles';
import { showAudit } from './messages';
import { isSourceRow, isTeamRow, roleSpecOf, type SourceRow, type ViewRow } from './rows';
import { rolesViewId } from './rows/rowTypes';

/** What the commands of the Team Roles view work with. */
export interface RolesContext {
  readonly model: TeamRolesModel;
  readonly view: TreeView<string>;
  readonly removals: Pick<RemoveFlow, 'remove'>;
  readonly restore: () => Promise<void>;
}

type RoleCommand = ConnectedCommand<RolesContext>;

/** The commands of the Team Roles view, by the end of their names. */
export const roleCommands: Readonly<Record<string, RoleCommand>> = {
  refreshRoles: ({ model }) => withProgress(() => model.refresh()),
  refreshRow: async ({ model }, argument) => {
    const row = givenRow(model.rows, argument);
    if (isTeamRow(row)) await withProgress(() => model.refresh(row));
  },
  click: async (context) => {
    const { model, view, removals } = context;
    const row = await clickedRow(model.rows, [], view);
    if (row?.kind === 'loadMore') await revealNextPage(view, model.rows, undefined);
    else if (row?.kind !== 'note') await retry(context, row);
    else {
      const team = givenRow(model.rows, row.parent?.id);
      if (!isTeamRow(team)) return;
      if (row.note.about === 'otherGrants') await runCommand('reviewAccess', { ids: [team.id] });
      else await removals.remove(model, team.team);
    }
  },
  retry: async (context, ...given) =>
    retry(context, await clickedRow(context.model.rows, given, context.view)),
  removeTeamResourceRole: async (context, ...given) => {
    const { model, view, removals } = context;
    const [argument] = given;
    const team = givenRow(model.rows, argument);
    // The user chooses the role, and the team unless it is known.
    if (argument === undefined || isTeamRow(team)) {
      await removals.remove(model, isTeamRow(team) ? team.team : undefined);
      return;
    }
    const rows = await sourceRows(context, given);
    const chosen = rows.flatMap((row) =>
      row.kind === 'role' ? removableRoles(row.parent.team, [row.role]) : [],
    );
    const isSelected = rows.every(({ id }) => view.selection.includes(id));
    if (chosen.length > 0) await removals.remove(model, chosen, { by: isSelected ? 'selection' : undefined });
    else {
      void window.showInformationMessage(
        l10n.t('No role that can be removed is selected. Select the resource roles to remove first.'),
      );
    }
  },
  restoreRemovedRole: ({ restore }) => restore(),
  whoChangedThis: async (context, ...given) => {
    const [row] = await sourceRows(context, given);
    const team = row?.kind === 'role' ? row.parent : row;
    if (team?.kind === 'team') await showAudit(team.team);
  },
  copyName: async (context, ...given) =>
    copyLines((await sourceRows(context, given)).map(nameOf), nameWords()),
  copyUid: async (context, ...given) => copyLines((await sourceRows(context, given)).map(rowUid), uidWords()),
  copyAsJson: async (context, ...given) => {
    const rows = await sourceRows(context, given);
    if (rows.length === 0) return;
    const names = rows.map((row) => nameOf(row) ?? rowUid(row) ?? row.kind);
    await copy(jsonOfRows(rows, context.model), names, jsonWords().several);
  },
};

async function retry({ model }: RolesContext, row: ViewRow | undefined): Promise<void> {
  if (row === undefined) return;
  await withProgress(() =>
    row.kind === 'error' ? model.retry(row) : model.refresh(row.kind === 'note' ? row.parent : undefined),
  );
}

/** The name of a team, or the names of what a role grants. */
function nameOf(row: SourceRow): string | undefined {
  return copiedLine(roleSpecOf(row).name?.(row));
}

function rowUid(row: SourceRow): string | undefined {
  return copiedLine(roleSpecOf(row).uid?.(row));
}

function withProgress(read: () => Promise<void>): Thenable<void> {
  return withViewProgress(rolesViewId, read);
}

/** The rows that a command applies to. */
async function sourceRows(
  { model, view }: RolesContext,
  given: CommandArguments,
): Promise<readonly SourceRow[]> {
  return (await givenRows(model.rows, given, rolesViewId, view)).filter(isSourceRow);
}
