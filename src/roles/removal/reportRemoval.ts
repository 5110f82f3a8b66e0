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
import { entryNames, listRoles, roleAndTeam } from '../messageNames';
import { listFirst, teamName } from '../roleNames';
import { mayStillComplete } from './removeRole';
import type { RemovalResult } from './removeRoles';

/**
 * Shows the results of removals in one message, with a button that restores what can be restored.
 * @param pruned restorable entries that were deleted because the journal was full
 */
export async function reportRemovals(
  results: readonly RemovalResult[],
  pruned: readonly JournalEntry[],
  restore: (entryIds: readonly string[]) => Promise<void>,
): Promise<void> {
  const restorable = restorableIn(results);
  const undo: MessageAction = [l10n.t('Restore'), () => restore(restorable)];
  const removals = results.map(({ removal }) => removal);
  const isSuccess = removals.every(({ outcome }) => outcome === 'removed' || outcome === 'alreadyGone');
  await showResult(removalsText(results, pruned), isSuccess, [
    ...(restorable.length === 0 ? [] : [undo]),
    ...(isSuccess ? [] : failureActions(removals.map(errorOf))),
  ]);
}

/** The journal entries of those removals that can be restored. */
export function restorableIn(results: readonly RemovalResult[]): readonly string[] {
  return results.flatMap(({ item, removal, entryId }) =>
    removal.outcome === 'removed' && item.role.content !== undefined ? (entryId ?? []) : [],
  );
}

export function removalsText(results: readonly RemovalResult[], pruned: readonly JournalEntry[]): string {
  const [first, ...others] = results;
  return present(
    first !== undefined && others.length === 0 ? textOfOne(first) : textOfSeveral(results),
    pruned.length === 0
      ? undefined
      : l10n.t(
          'Poolview keeps a limited number of removed roles. These can no longer be restored: {0}.',
          listFirst(pruned, (entry) => l10n.t('{0} ({1})', ...entryNames(entry))),
        ),
  ).join(' ');
}

/** What the message says. Outcomes that call for the same action have the same text. */
export type Told = 'removed' | 'alreadyRemoved' | 'notRemoved' | 'unconfirmed' | 'notSaved' | 'skipped';

export function toldOf(removal: RemovalResult['removal']): Told {
  switch (removal.outcome) {
    case 'removed':
      return 'removed';
    case 'alreadyGone':
      return 'alreadyRemoved';
    case 'refused':
    case 'notRead':
      return 'notRemoved';
    case 'notRemoved':
      return mayStillComplete(removal.error) ? 'unconfirmed' : 'notRemoved';
    case 'unknown':
      return 'unconfirmed';
    case 'notKept':
      return 'notSaved';
    case 'notTried':
      return 'skipped';
  }
}

function textOfOne({ item: { team, role }, removal }: RemovalResult): string {
  const names = roleAndTeam(role, team);
  const error = errorOf(removal);
  const notRemoved = l10n.t('"{0}" wasn\'t removed from team "{1}".', ...names);
  const texts: Readonly<Record<Told, string>> = {
    removed: l10n.t('Removed "{0}" from team "{1}".', ...names),
    alreadyRemoved: l10n.t('Team "{1}" doesn\'t have "{0}". It may have been removed already.', ...names),
    notRemoved,
    unconfirmed: l10n.t(
      'The removal of "{0}" from team "{1}" isn\'t confirmed. Check the team before retrying.',
      ...names,
    ),
    notSaved: l10n.t(
      '"{0}" wasn\'t removed from team "{1}", because it couldn\'t be saved on this computer first ({2}).',
      ...names,
      journalReason(error),
    ),
    skipped: notRemoved,
  };
  return withReason(texts[toldOf(removal)], error);
}

/** How many roles were removed, and the others, grouped by what the user is told. */
function textOfSeveral(results: readonly RemovalResult[]): string {
  const teams = new Map(results.map(({ item }) => [item.team.uid, item.team]));
  const [team] = teams.values();
  const groups = new Map<string, [RemovalResult, ...RemovalResult[]]>();
  for (const result of results) {
    const error = errorOf(result.removal);
    const key = `${toldOf(result.removal)} ${isServiceError(error) ? error.kind : ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [result]);
    else group.push(result);
  }
  const removedCount = results.filter(({ removal }) => removal.outcome === 'removed').length;
  const counts = [formatNumber(removedCount), formatNumber(results.length)] as const;
  return present(
    teams.size === 1 && team !== undefined
      ? l10n.t('Removed {0} of {1} roles from team "{2}".', ...counts, escapeIconsAndLinks(teamName(team)))
      : l10n.t('Removed {0} of {1} roles from {2} teams.', ...counts, formatNumber(teams.size)),
    ...[...groups.values()].map(textOfGroup),
  ).join(' ');
}

/** A sentence for a group, with the reason of its first result. */
function textOfGroup(group: readonly [RemovalResult, ...RemovalResult[]]): string {
  const [{ removal }] = group;
  const names = listRoles(group.map(({ item }) => item.role));
  const error = errorOf(removal);
  const texts: Readonly<Record<Told, string>> = {
    // The first sentence of the message counts these.
    removed: '',
    alreadyRemoved: l10n.t('Already removed: {0}.', names),
    notRemoved: l10n.t('Not removed: {0}.', names),
    unconfirmed: l10n.t('Not confirmed: {0}. Check before retrying.', names),
    notSaved: l10n.t(
      "Not removed, because they couldn't be saved on this computer first ({0}): {1}.",
      journalReason(error),
      names,
    ),
    skipped: l10n.t('Skipped: {0}.', names),
  };
  return withReason(texts[toldOf(removal)], error);
}
