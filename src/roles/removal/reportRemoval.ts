import { l10n } from 'vscode';
import { groupBy } from '../../items/groupBy';
import { formatNumber } from '../../text/format';
import { escapeIconsAndLinks } from '../../text/text';
import { isServiceError } from '../../service/errors';
import { StorageError } from '../../connections/storedFiles';
import { errorOf, isDone, report, restoreActions, withReason, type MessageAction } from '../report';
import { listRoles, roleAndTeam, teamName } from '../../access/roleNames';
import { mayStillComplete } from './removeRole';
import type { RemovalResult } from './removeRoles';

/** Shows the results of removals in one message, with a button that restores what can be restored. */
export async function reportRemovals(
  results: readonly RemovalResult[],
  restore: (entryIds: readonly string[]) => Promise<void>,
  more: readonly MessageAction[] = [],
): Promise<void> {
  const [first, ...others] = results;
  await report(
    first !== undefined && others.length === 0 ? [sentenceOf(first)] : sentencesOf(results),
    results.map(({ removal }) => removal),
    [...restoreActions(restorableIn(results), restore), ...more],
  );
}

/** The journal entries of those removals that can be restored. */
function restorableIn(results: readonly RemovalResult[]): readonly string[] {
  return results.flatMap(({ item, removal, entryId }) =>
    removal.outcome === 'removed' && item.role.content !== undefined ? (entryId ?? []) : [],
  );
}

/** Outcomes that call for the same action have the same text. */
type MessageKind = 'removed' | 'alreadyRemoved' | 'notRemoved' | 'unconfirmed' | 'notSaved' | 'skipped';

function messageKind(removal: RemovalResult['removal']): MessageKind {
  if (removal.outcome === 'notRemoved' && mayStillComplete(removal.error)) return 'unconfirmed';
  return (
    {
      removed: 'removed',
      alreadyGone: 'alreadyRemoved',
      refused: 'notRemoved',
      notRead: 'notRemoved',
      notRemoved: 'notRemoved',
      unknown: 'unconfirmed',
      notKept: 'notSaved',
      notTried: 'skipped',
    } as const
  )[removal.outcome];
}

/** How many roles were removed, and the others, grouped by what the user can do about them. */
function sentencesOf(results: readonly RemovalResult[]): readonly string[] {
  const teams = new Map(results.map(({ item }) => [item.team.uid, item.team]));
  const [team] = teams.values();
  const groups = groupBy(results, ({ removal }) => {
    const error = errorOf(removal);
    return `${messageKind(removal)} ${isServiceError(error) ? error.kind : ''}`;
  });
  const removedCount = results.filter(({ removal }) => removal.outcome === 'removed').length;
  const counts = [formatNumber(removedCount), formatNumber(results.length)] as const;
  return [
    teams.size === 1 && team !== undefined
      ? l10n.t('Removed {0} of {1} roles from team "{2}".', ...counts, escapeIconsAndLinks(teamName(team)))
      : l10n.t('Removed {0} of {1} roles from {2} teams.', ...counts, formatNumber(teams.size)),
    ...[...groups.values()].map((group) => sentenceOf(group[0], group)),
  ];
}

/** A sentence about a result. @param same this and others of the same kind, for a message about several */
function sentenceOf({ item, removal }: RemovalResult, same?: readonly RemovalResult[]): string {
  const names = roleAndTeam(item.role, item.team);
  const list = listRoles((same ?? []).map(({ item: { role } }) => role));
  const error = errorOf(removal);
  const reason = error instanceof StorageError ? error.reason : '';
  const notRemoved = l10n.t('"{0}" wasn\'t removed from team "{1}".', ...names);
  const texts: Readonly<Record<MessageKind, readonly [one: string, several: string]>> = {
    // The first sentence of a message about several counts these.
    removed: [l10n.t('Removed "{0}" from team "{1}".', listRoles([item.role]), names[1]), ''],
    alreadyRemoved: [
      l10n.t('Team "{1}" doesn\'t have "{0}". It may have been removed already.', ...names),
      l10n.t('Already removed: {0}.', list),
    ],
    notRemoved: [notRemoved, l10n.t('Not removed: {0}.', list)],
    unconfirmed: [
      l10n.t(
        'The removal of "{0}" from team "{1}" isn\'t confirmed. Check the team before retrying.',
        ...names,
      ),
      l10n.t('Not confirmed: {0}. Check before retrying.', list),
    ],
    notSaved: [
      l10n.t(
        '"{0}" wasn\'t removed from team "{1}", because it couldn\'t be saved on this computer first ({2}).',
        ...names,
        reason,
      ),
      l10n.t("Not removed, because they couldn't be saved on this computer first ({0}): {1}.", reason, list),
    ],
    skipped: [notRemoved, l10n.t('Skipped: {0}.', list)],
  };
  const [one, several] = texts[messageKind(removal)];
  return withReason(same === undefined ? one : several, error);
}

/** What became of a role, for the agent that proposed its removal. */
export function resultForAgent(result: RemovalResult) {
  const { removal } = result;
  const kind = messageKind(removal);
  const error = errorOf(removal);
  return {
    outcome: kind === 'unconfirmed' ? 'notConfirmed' : isDone(removal) ? kind : 'notRemoved',
    reason: kind === 'notSaved' ? kind : isServiceError(error) ? error.kind : undefined,
    canRestore: restorableIn([result]).length > 0,
  };
}
