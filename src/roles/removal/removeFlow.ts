import { l10n, ProgressLocation, window } from 'vscode';
import { formatNumber } from '../../presentation/format';
import { escapeIconsAndLinks } from '../../presentation/text';
import { withBatchProgress } from '../batchProgress';
import type { FlowContext } from '../flowContext';
import { logRemoval } from '../log';
import type { TeamRole } from '../resourceRoles';
import { roleAndProjects } from '../messageNames';
import { teamName } from '../roleNames';
import type { Team } from '../teams';
import { chooseRoles } from './chooseRoles';
import { confirmRemoval, type RemovalQuestion } from './confirmRemoval';
import { removeRoles, type RemovalResult } from './removeRoles';
import { rereadRoles, type RereadRoles } from './rereadRoles';

/** The dependencies of the removal flow. */
interface RemovalContext extends FlowContext {
  /** Given if an agent proposed the removal. Once it is aborted, nothing is asked or confirmed. */
  readonly proposal?: AbortSignal | undefined;
}

export interface FlowResult {
  /** What the user decided; `notAsked` if there was nothing to confirm. */
  readonly decision: 'confirmed' | 'declined' | 'notAsked';
  readonly results: readonly RemovalResult[];
}

/**
 * Lets the user choose roles and confirm them as the service lists them at that moment, and removes them. Throws
 * ServiceError if they cannot be read.
 * @param chosen the roles, or the team to choose roles of; by default, the user chooses both
 * @returns no results if the user cancels
 */
export async function removeFlow(
  context: RemovalContext,
  chosen?: readonly TeamRole[] | Team,
): Promise<FlowResult> {
  return confirmAndRemove(context, await readChosen(context, chosen));
}

/** The second half of {@link removeFlow}, after the roles have been read. */
export async function confirmAndRemove(
  context: RemovalContext,
  { there, gone }: RereadRoles,
): Promise<FlowResult> {
  const { session, model, proposal } = context;
  const results: RemovalResult[] = gone.map((item) => ({ item, removal: { outcome: 'alreadyGone' } }));
  for (const { item, removal } of results) model().removalEnds(item.team.uid, item.role.uid, removal);
  const [first, ...others] = there;
  if (first === undefined || proposal?.aborted === true) return { decision: 'notAsked', results };
  const question = { items: [first, ...others], gone, connection: session.connection } as const;
  if (!(await isConfirmed(question, proposal))) return { decision: 'declined', results: [] };
  results.push(...(await removeWithProgress(context, there)));
  // All roles have changed, and the user confirmed none of them again.
  return results.every(({ removal }) => removal.outcome === 'notTried')
    ? { decision: 'declined', results: [] }
    : { decision: 'confirmed', results };
}

/** A proposal that was canceled while the dialog was open is not confirmed, whatever the user answers. */
async function isConfirmed(question: RemovalQuestion, proposal: AbortSignal | undefined): Promise<boolean> {
  const answer = await confirmRemoval({ ...question, isProposed: proposal !== undefined });
  if (!answer || proposal?.aborted !== true) return answer;
  void window.showInformationMessage(l10n.t('The proposal was canceled. Nothing was removed.'));
  return false;
}

/** The first half of {@link removeFlow}. Roles of rows are reread, because rows may be outdated. */
export async function readChosen(
  { session }: FlowContext,
  chosen: readonly TeamRole[] | Team | undefined,
): Promise<RereadRoles> {
  if (chosen === undefined || 'uid' in chosen) {
    return { there: (await chooseRoles(session, chosen)) ?? [], gone: [] };
  }
  return window.withProgress(
    { location: ProgressLocation.Window, title: l10n.t('Poolview: Reloading roles…') },
    async () => rereadRoles(await session.client(), chosen),
  );
}

function removeWithProgress(
  { session, model, journal, log, proposal }: RemovalContext,
  items: readonly TeamRole[],
): Thenable<readonly RemovalResult[]> {
  const { connection } = session;
  const titles = {
    one: l10n.t('Removing role…'),
    several: l10n.t('Removing roles'),
  };
  return withBatchProgress(items.length, titles, async (signal, report) => {
    try {
      return await removeRoles(await session.client(), journal, connection, items, {
        signal,
        onNext: ({ team, role }, index) => {
          model().removalBegins(team.uid, role.uid);
          const names = escapeIconsAndLinks(`${roleAndProjects(role)} (${teamName(team)})`);
          report(
            index,
            l10n.t('{0} of {1}: {2}', formatNumber(index + 1), formatNumber(items.length), names),
          );
        },
        onResult: (result) => {
          const { item, removal } = result;
          model().removalEnds(item.team.uid, item.role.uid, removal);
          logRemoval(log, result, connection);
        },
        confirmChanged: async (item) => {
          const answer = await isConfirmed({ items: [item], connection, hasChanged: true }, proposal);
          // The row stays, but is outdated.
          if (!answer) model().rolesChanged(item.team.uid);
          return answer;
        },
      });
    } finally {
      // Even after an unexpected error, no row stays marked as being removed.
      for (const { team, role } of items) {
        model().removalEnds(team.uid, role.uid, { outcome: 'notTried' });
      }
    }
  });
}
