import { l10n, ProgressLocation, window } from 'vscode';
import type { Session } from '../connections/session';
import { formatNumber } from '../presentation/format';
import { escapeIconsAndLinks } from '../presentation/text';
import { chooseRoles, type ChooseSource } from './chooseRoles';
import { confirmRemoval } from './confirmRemoval';
import type { Journal } from './journal';
import type { TeamRolesModel } from './model';
import { withProgressOf } from './progress';
import { readAgain, type RolesNow } from './readAgain';
import { removeRoles, type RemovalResult, type TeamRole } from './removing';
import type { Team } from './teams';
import { roleAndProjects, teamName } from './words';

/** What a removal is made with. */
export interface RemovalTools {
  readonly session: Session;
  /** The model that is shown for the service of the session: another one after a switch there and back. */
  readonly model: () => TeamRolesModel;
  readonly journal: () => Promise<Journal>;
  /** Gets a line about each removal. */
  readonly log: (result: RemovalResult) => void;
}

/**
 * From choosing roles to what became of them, of which the user is to be told. Nothing is removed before the user has
 * confirmed it as the service lists it at that moment. Throws the service's error if what is to be confirmed cannot be read.
 * @param chosen the roles, or the team whose roles are to be chosen from, if that is known already
 */
export async function removeFlow(
  tools: RemovalTools,
  chosen?: readonly TeamRole[] | Team,
): Promise<readonly RemovalResult[]> {
  const { session, model } = tools;
  const { there, gone } = await whatToRemove(tools, chosen);
  const results: RemovalResult[] = gone.map((item) => ({ item, removal: { outcome: 'alreadyGone' } }));
  for (const { team, role } of gone) model().removalEnds(team.uid, role.uid, { outcome: 'alreadyGone' });
  const [first, ...others] = there;
  if (first !== undefined) {
    if (!(await confirmRemoval({ items: [first, ...others], gone, connection: session.connection })))
      return [];
    results.push(...(await removeWithProgress(tools, there)));
  }
  // The user has said no to all of it.
  return results.every(({ removal }) => removal.outcome === 'notTried') ? [] : results;
}

/** The roles that the user wants to remove. Rows may be old, and are read again; what was just chosen from a list is not. */
async function whatToRemove(
  { session, model }: RemovalTools,
  chosen: readonly TeamRole[] | Team | undefined,
): Promise<RolesNow> {
  if (chosen === undefined || 'uid' in chosen) {
    const source: ChooseSource = { ...model().source, containsApiKey: session.containsApiKey };
    return { there: (await chooseRoles(source, chosen)) ?? [], gone: [] };
  }
  return window.withProgress(
    { location: ProgressLocation.Window, title: l10n.t('Poolview: reading the roles again') },
    async () => readAgain(await session.client(), chosen),
  );
}

function removeWithProgress(
  { session, model, journal, log }: RemovalTools,
  items: readonly TeamRole[],
): Promise<readonly RemovalResult[]> {
  const titles = {
    one: l10n.t('Removing the resource role…'),
    several: l10n.t('Removing resource roles'),
  };
  return withProgressOf(items.length, titles, async (signal, tellNext) => {
    const removed = removeRoles(await session.client(), await journal(), session.connection, items, {
      signal,
      onNext: ({ team, role }, place) => {
        model().removalBegins(team.uid, role.uid);
        tellNext(
          place,
          l10n.t(
            '{0} of {1}: {2}',
            formatNumber(place + 1),
            formatNumber(items.length),
            escapeIconsAndLinks(`${roleAndProjects(role)} (${teamName(team)})`),
          ),
        );
      },
      onResult: (result) => {
        const { item, removal } = result;
        model().removalEnds(item.team.uid, item.role.uid, removal);
        log(result);
      },
      confirmChanged: async (item) => {
        const isConfirmed = await confirmRemoval({
          items: [item],
          connection: session.connection,
          hasChanged: true,
        });
        // The row stays, and is out of date.
        if (!isConfirmed) model().rolesChanged(item.team.uid);
        return isConfirmed;
      },
    });
    // Whatever got in between: no row says for ever that its role is being removed.
    return removed.finally(() => {
      for (const { team, role } of items) {
        model().removalEnds(team.uid, role.uid, { outcome: 'notTried' });
      }
    });
  });
}
