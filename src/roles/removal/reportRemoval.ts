import { l10n } from 'vscode';
import { formatNumber } from '../../presentation/format';
import { escapeIconsAndLinks, present } from '../../presentation/text';
import type { JournalEntry } from '../journal/journal';
import { failureActions, showResult, withReason, type MessageAction } from '../resultMessage';
import { entryNames, listFirst, listRoles, roleAndProjects, roleAndTeam, teamName } from '../roleNames';
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
  if (results.length === 0) return;
  const restorable = results.flatMap(({ item, removal, entryId }) =>
    removal.outcome === 'removed' && item.role.content !== undefined ? (entryId ?? []) : [],
  );
  const undo: MessageAction = [l10n.t('Restore'), () => restore(restorable)];
  const isSuccess = results.every(({ removal: { outcome } }) => ['removed', 'alreadyGone'].includes(outcome));
  const isKeyRejected = results.some(
    ({ removal }) => isFailure(removal) && removal.error.kind === 'unauthorized',
  );
  await showResult(removalsText(results, pruned), isSuccess, [
    ...(restorable.length === 0 ? [] : [undo]),
    ...(isSuccess ? [] : failureActions(isKeyRejected)),
  ]);
}

export function removalsText(results: readonly RemovalResult[], pruned: readonly JournalEntry[]): string {
  const [first, ...others] = results;
  return present(
    first !== undefined && others.length === 0 ? textOfOne(first) : textOfSeveral(results),
    prunedText(pruned),
  ).join(' ');
}

function prunedText(entries: readonly JournalEntry[]): string | undefined {
  if (entries.length === 0) return undefined;
  return l10n.t(
    'Poolview keeps a limited number of removals; the oldest can no longer be restored: {0}.',
    listFirst(entries, (entry) => l10n.t('{0} of the team {1}', ...entryNames(entry))),
  );
}

function textOfOne({ item: { team, role, isListed }, removal }: RemovalResult): string {
  const names = roleAndTeam(role, team);
  switch (removal.outcome) {
    case 'removed':
      return l10n.t('Removed the resource role {0} from the team {1}.', ...names);
    case 'alreadyGone':
      return isListed
        ? l10n.t('The team {1} no longer had the resource role {0}: nothing was removed.', ...names)
        : l10n.t('The service knows no team {1} with a resource role {0}: nothing was removed.', ...names);
    case 'refused':
    case 'notRead':
      return withReason(
        l10n.t('The resource role {0} was not removed from the team {1}.', ...names),
        removal.error,
      );
    case 'notRemoved':
      return withReason(
        mayStillComplete(removal.error)
          ? l10n.t(
              'The team {1} still has the resource role {0}, but it may yet be removed: look before you try again.',
              ...names,
            )
          : l10n.t('The team {1} still has the resource role {0}: it was not removed.', ...names),
        removal.error,
      );
    case 'unknown':
      return withReason(
        l10n.t(
          'It is not known whether the team {1} still has the resource role {0}: look before you try again.',
          ...names,
        ),
        removal.error,
      );
    case 'notKept':
      return l10n.t(
        'Nothing was removed: what is removed has to be kept on this computer first, and that failed ({0}).',
        removal.error.reason,
      );
    case 'notTried':
      return l10n.t('Nothing was removed.');
  }
}

/** How many roles were removed, and the others by outcome. */
function textOfSeveral(results: readonly RemovalResult[]): string {
  const teams = new Map(results.map(({ item }) => [item.team.uid, item.team]));
  const [team] = teams.values();
  const withOutcome = (outcome: RemovalResult['removal']['outcome']): readonly RemovalResult[] =>
    results.filter(({ removal }) => removal.outcome === outcome);
  const [removed, alreadyGone, notTried] = [
    withOutcome('removed'),
    withOutcome('alreadyGone'),
    withOutcome('notTried'),
  ];
  const counts = [formatNumber(removed.length), formatNumber(results.length)] as const;
  return present(
    teams.size === 1 && team !== undefined
      ? l10n.t(
          'Removed {0} of {1} resource roles from the team {2}.',
          ...counts,
          escapeIconsAndLinks(teamName(team)),
        )
      : l10n.t('Removed {0} of {1} resource roles from {2} teams.', ...counts, formatNumber(teams.size)),
    alreadyGone.length === 0 ? undefined : l10n.t('Already gone: {0}.', namesOf(alreadyGone)),
    ...failureTexts(results),
    notTried.length === 0 ? undefined : l10n.t('Not tried: {0}.', namesOf(notTried)),
    ...results.map(({ item, removal }) =>
      removal.outcome === 'notKept'
        ? l10n.t(
            '{0} was not removed: what is removed has to be kept on this computer first, and that failed ({1}).',
            escapeIconsAndLinks(roleAndProjects(item.role)),
            removal.error.reason,
          )
        : undefined,
    ),
  ).join(' ');
}

type Failure = Extract<
  RemovalResult['removal'],
  { outcome: 'refused' | 'notRead' | 'notRemoved' | 'unknown' }
>;

function isFailure(removal: RemovalResult['removal']): removal is Failure {
  return ['refused', 'notRead', 'notRemoved', 'unknown'].includes(removal.outcome);
}

/** A sentence for those that failed in the same way, with the reason of the first. */
function failureTexts(results: readonly RemovalResult[]): readonly string[] {
  const groups = new Map<string, { readonly failure: Failure; readonly members: RemovalResult[] }>();
  for (const result of results) {
    const { removal } = result;
    if (!isFailure(removal)) continue;
    const key = `${removal.outcome} ${removal.error.kind}`;
    const group = groups.get(key) ?? { failure: removal, members: [] };
    group.members.push(result);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ failure, members }) =>
    withReason(failureText(failure, namesOf(members)), failure.error),
  );
}

function failureText({ outcome, error }: Failure, names: string): string {
  switch (outcome) {
    case 'refused':
    case 'notRead':
      return l10n.t('Not removed: {0}.', names);
    case 'notRemoved':
      return mayStillComplete(error)
        ? l10n.t('Still there, but may yet be removed, look before you try again: {0}.', names)
        : l10n.t('Still there: {0}.', names);
    case 'unknown':
      return l10n.t('Not known, look before you try again: {0}.', names);
  }
}

function namesOf(results: readonly RemovalResult[]): string {
  return listRoles(results.map(({ item }) => item.role));
}
