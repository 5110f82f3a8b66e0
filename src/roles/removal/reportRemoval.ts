import { l10n } from 'vscode';
import { formatNumber } from '../../presentation/format';
import { escapeIconsAndLinks, present } from '../../presentation/text';
import { isServiceError } from '../../service/errors';
import type { JournalEntry } from '../journal/journal';
import {
  errorOf,
  failureActions,
  journalReason,
  showResult,
  withReason,
  type MessageAction,
} from '../resultMessage';
import { entryNames, listFirst, listRoles, roleAndTeam, teamName } from '../roleNames';
import { mayStillComplete } from './removeRole';
import type { RemovalResult } from './removeRoles';

/**
 * Shows the results of removals in one message, with a button that restores what can be restored.
 * @param pruned the entries that were deleted from the journal, since it was full, and could have been restored
 */
export async function reportRemovals(
  results: readonly RemovalResult[],
  pruned: readonly JournalEntry[],
  restore: (entryIds: readonly string[]) => Promise<void>,
): Promise<void> {
  const restorable = results.flatMap(({ item, removal, entryId }) =>
    removal.outcome === 'removed' && item.role.content !== undefined ? (entryId ?? []) : [],
  );
  const undo: MessageAction = [l10n.t('Restore'), () => restore(restorable)];
  const removals = results.map(({ removal }) => removal);
  const isSuccess = removals.every(({ outcome }) => outcome === 'removed' || outcome === 'alreadyGone');
  await showResult(removalsText(results, pruned), isSuccess, [
    ...(restorable.length === 0 ? [] : [undo]),
    ...(isSuccess ? [] : failureActions(removals.map(errorOf))),
  ]);
}

export function removalsText(results: readonly RemovalResult[], pruned: readonly JournalEntry[]): string {
  const [first, ...others] = results;
  return present(
    first !== undefined && others.length === 0 ? textOfOne(first) : textOfSeveral(results),
    pruned.length === 0
      ? undefined
      : l10n.t(
          'Poolview keeps a limited number of removals; the oldest can no longer be restored: {0}.',
          listFirst(pruned, (entry) => l10n.t('{0} of the team {1}', ...entryNames(entry))),
        ),
  ).join(' ');
}

type Outcome = RemovalResult['removal']['outcome'];

function textOfOne({ item: { team, role, isListed }, removal }: RemovalResult): string {
  const names = roleAndTeam(role, team);
  const error = errorOf(removal);
  const notRemoved = l10n.t('The resource role {0} was not removed from the team {1}.', ...names);
  const texts: Readonly<Record<Outcome, string>> = {
    removed: l10n.t('Removed the resource role {0} from the team {1}.', ...names),
    alreadyGone: isListed
      ? l10n.t('The team {1} no longer had the resource role {0}: nothing was removed.', ...names)
      : l10n.t('The service knows no team {1} with a resource role {0}: nothing was removed.', ...names),
    refused: notRemoved,
    notRead: notRemoved,
    notRemoved: mayStillComplete(error)
      ? l10n.t(
          'The team {1} still has the resource role {0}, but it may yet be removed: look before you try again.',
          ...names,
        )
      : l10n.t('The team {1} still has the resource role {0}: it was not removed.', ...names),
    unknown: l10n.t(
      'It is not known whether the team {1} still has the resource role {0}: look before you try again.',
      ...names,
    ),
    notKept: l10n.t(
      'Nothing was removed: what is removed has to be kept on this computer first, and that failed ({0}).',
      journalReason(error),
    ),
    notTried: l10n.t('Nothing was removed.'),
  };
  return withReason(texts[removal.outcome], error);
}

/** How many roles were removed, and the others, grouped by what happened. */
function textOfSeveral(results: readonly RemovalResult[]): string {
  const teams = new Map(results.map(({ item }) => [item.team.uid, item.team]));
  const [team] = teams.values();
  const groups = new Map<string, [RemovalResult, ...RemovalResult[]]>();
  for (const result of results) {
    const { removal } = result;
    const error = errorOf(removal);
    const key = `${removal.outcome} ${isServiceError(error) ? error.kind : ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [result]);
    else group.push(result);
  }
  const removedCount = results.filter(({ removal }) => removal.outcome === 'removed').length;
  const counts = [formatNumber(removedCount), formatNumber(results.length)] as const;
  return present(
    teams.size === 1 && team !== undefined
      ? l10n.t(
          'Removed {0} of {1} resource roles from the team {2}.',
          ...counts,
          escapeIconsAndLinks(teamName(team)),
        )
      : l10n.t('Removed {0} of {1} resource roles from {2} teams.', ...counts, formatNumber(teams.size)),
    ...[...groups.values()].map(textOfGroup),
  ).join(' ');
}

/** A sentence for those that ended in the same way, with the reason of the first. */
function textOfGroup(group: readonly [RemovalResult, ...RemovalResult[]]): string {
  const [{ removal }] = group;
  const names = listRoles(group.map(({ item }) => item.role));
  const error = errorOf(removal);
  const notRemoved = l10n.t('Not removed: {0}.', names);
  const texts: Readonly<Record<Exclude<Outcome, 'removed'>, string>> = {
    alreadyGone: l10n.t('Already gone: {0}.', names),
    refused: notRemoved,
    notRead: notRemoved,
    notRemoved: mayStillComplete(error)
      ? l10n.t('Still there, but may yet be removed, look before you try again: {0}.', names)
      : l10n.t('Still there: {0}.', names),
    unknown: l10n.t('Not known, look before you try again: {0}.', names),
    notKept: l10n.t(
      '{0} was not removed: what is removed has to be kept on this computer first, and that failed ({1}).',
      names,
      journalReason(error),
    ),
    notTried: l10n.t('Not tried: {0}.', names),
  };
  return removal.outcome === 'removed' ? '' : withReason(texts[removal.outcome], error);
}
