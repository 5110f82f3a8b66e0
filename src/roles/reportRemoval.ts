import { l10n } from 'vscode';
import { formatNumber } from '../presentation/format';
import { escapeIconsAndLinks, present } from '../presentation/text';
import type { JournalEntry } from './journal';
import { mayStillComplete } from './removal';
import type { RemovalResult } from './removing';
import { because, helpWith, tell, type Action } from './tell';
import { joined, listRoles, roleAndProjects, roleNames, teamName } from './words';

/**
 * Tells what became of removals in one message, with the way back for those that can be restored.
 * @param dropped removals that can no longer be, since the journal had no room for them any more
 * @param restore gets the entries of the journal to restore
 */
export async function reportRemovals(
  results: readonly RemovalResult[],
  dropped: readonly JournalEntry[],
  restore: (entryIds: readonly string[]) => Promise<void>,
): Promise<void> {
  if (results.length === 0) return;
  const restorable = results.flatMap(({ item, removal, entryId }) =>
    removal.outcome === 'removed' && item.role.content !== undefined ? (entryId ?? []) : [],
  );
  const isWell = results.every(({ removal }) => isAsWanted(removal.outcome));
  const isKeyRefused = results.some(
    ({ removal }) => isFailed(removal) && removal.error.kind === 'unauthorized',
  );
  const wayBack: Action = [l10n.t('Restore'), () => restore(restorable)];
  await tell(removalsText(results, dropped), isWell, [
    ...(restorable.length === 0 ? [] : [wayBack]),
    ...(isWell ? [] : helpWith(isKeyRefused)),
  ]);
}

/** Of one what became of it; of several how many were removed, and what became of the others. */
export function removalsText(results: readonly RemovalResult[], dropped: readonly JournalEntry[]): string {
  const [only, ...others] = results;
  return present(
    only !== undefined && others.length === 0 ? aboutOne(only) : aboutSeveral(results),
    aboutDropped(dropped),
  ).join(' ');
}

function isAsWanted(outcome: RemovalResult['removal']['outcome']): boolean {
  return outcome === 'removed' || outcome === 'alreadyGone';
}

function aboutOne({ item: { team, role, isListed }, removal }: RemovalResult): string {
  const names = [escapeIconsAndLinks(roleNames(role)), escapeIconsAndLinks(teamName(team))] as const;
  switch (removal.outcome) {
    case 'removed':
      return l10n.t('Removed the resource role {0} from the team {1}.', ...names);
    case 'alreadyGone':
      return isListed
        ? l10n.t('The team {1} no longer had the resource role {0}: nothing was removed.', ...names)
        : l10n.t('The service knows no team {1} with a resource role {0}: nothing was removed.', ...names);
    case 'refused':
    case 'notRead':
      return because(
        l10n.t('The resource role {0} was not removed from the team {1}.', ...names),
        removal.error,
      );
    case 'notRemoved':
      return because(
        mayStillComplete(removal.error)
          ? l10n.t(
              'The team {1} still has the resource role {0}, but it may yet be removed: look before you try again.',
              ...names,
            )
          : l10n.t('The team {1} still has the resource role {0}: it was not removed.', ...names),
        removal.error,
      );
    case 'unknown':
      return because(
        l10n.t(
          'It is not known whether the team {1} still has the resource role {0}: look before you try again.',
          ...names,
        ),
        removal.error,
      );
    case 'notKept':
      return notKept(removal.error.reason);
    case 'notTried':
      return l10n.t('Nothing was removed.');
  }
}

type Failed = Extract<
  RemovalResult['removal'],
  { outcome: 'refused' | 'notRead' | 'notRemoved' | 'unknown' }
>;

function notKept(reason: string): string {
  return l10n.t(
    'Nothing was removed: what is removed has to be kept on this computer first, and that failed ({0}).',
    reason,
  );
}

function aboutDropped(entries: readonly JournalEntry[]): string {
  if (entries.length === 0) return '';
  const names = joined(entries, ({ roleUid, content, team }) =>
    escapeIconsAndLinks(
      l10n.t('{0} of the team {1}', roleNames({ uid: roleUid, ...content }), teamName(team)),
    ),
  );
  return l10n.t(
    'Poolview keeps a limited number of removals; the oldest can no longer be restored: {0}.',
    names,
  );
}

/** How many were removed, and a sentence for each other thing that became of some. */
function aboutSeveral(results: readonly RemovalResult[]): string {
  const withOutcome = (outcome: RemovalResult['removal']['outcome']): readonly RemovalResult[] =>
    results.filter(({ removal }) => removal.outcome === outcome);
  const teams = new Map(results.map(({ item }) => [item.team.uid, item.team]));
  const [team] = teams.values();
  const removed = formatNumber(withOutcome('removed').length);
  const all = formatNumber(results.length);
  return present(
    teams.size === 1 && team !== undefined
      ? l10n.t(
          'Removed {0} of {1} resource roles from the team {2}.',
          removed,
          all,
          escapeIconsAndLinks(teamName(team)),
        )
      : l10n.t('Removed {0} of {1} resource roles from {2} teams.', removed, all, formatNumber(teams.size)),
    optionally(withOutcome('alreadyGone'), (names) => l10n.t('Already gone: {0}.', names)),
    ...aboutFailures(results),
    optionally(withOutcome('notTried'), (names) => l10n.t('Not tried: {0}.', names)),
    ...results.map(({ item, removal }) =>
      removal.outcome === 'notKept'
        ? l10n.t(
            '{0} was not removed: what is removed has to be kept on this computer first, and that failed ({1}).',
            escapeIconsAndLinks(roleAndProjects(item.role)),
            removal.error.reason,
          )
        : '',
    ),
  ).join(' ');
}

/** A sentence for those that failed in the same way, and what was said about the first of them. */
function aboutFailures(results: readonly RemovalResult[]): readonly string[] {
  const groups = new Map<string, { readonly removal: Failed; readonly members: RemovalResult[] }>();
  for (const result of results) {
    const { removal } = result;
    if (!isFailed(removal)) continue;
    const key = `${removal.outcome} ${removal.error.kind}`;
    const group = groups.get(key) ?? { removal, members: [] };
    group.members.push(result);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ removal, members }) =>
    because(groupText(removal, namesOf(members)), removal.error),
  );
}

function isFailed(removal: RemovalResult['removal']): removal is Failed {
  return ['refused', 'notRead', 'notRemoved', 'unknown'].includes(removal.outcome);
}

function groupText({ outcome, error }: Failed, names: string): string {
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

function optionally(results: readonly RemovalResult[], text: (names: string) => string): string {
  return results.length === 0 ? '' : text(namesOf(results));
}

function namesOf(results: readonly RemovalResult[]): string {
  return listRoles(results.map(({ item }) => item.role));
}
