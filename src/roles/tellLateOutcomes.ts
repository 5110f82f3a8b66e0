import { l10n } from 'vscode';
import type { Session } from '../connections/session';
import { formatNumber } from '../presentation/format';
import { escapeIconsAndLinks } from '../presentation/text';
import type { Journal } from './journal';
import { decideLate, type LateOutcome } from './removing';
import { tell, type Action } from './tell';
import { roleNames, teamName } from './words';

/**
 * Finds out what became of removals that VS Code ended in the middle of, and of those that nobody could tell the outcome
 * of, and tells it. Without any such nothing is asked.
 */
export async function tellLateOutcomes(
  session: Pick<Session, 'client' | 'connection'>,
  journal: Journal,
  restore: (entryIds: readonly string[]) => Promise<void>,
): Promise<void> {
  const late = await decideLate(() => session.client(), journal, session.connection);
  if (late.length === 0) return;
  const removed = late.filter(({ outcome }) => outcome === 'removed').map(({ entry }) => entry.id);
  const wayBack: Action = [l10n.t('Restore'), () => restore(removed)];
  await tell(lateOutcomesText(late), false, removed.length === 0 ? [] : [wayBack]);
}

/** Removals that one message has room for. */
const mostTold = 3;

export function lateOutcomesText(late: readonly LateOutcome[]): string {
  return late.map(sentenceOf).slice(0, mostTold).join(' ') + more(late.length);
}

function more(count: number): string {
  return count <= mostTold ? '' : ` ${l10n.t('And {0} more.', formatNumber(count - mostTold))}`;
}

function sentenceOf({ entry: { team, roleUid, content }, outcome }: LateOutcome): string {
  const names = [
    escapeIconsAndLinks(roleNames({ uid: roleUid, ...content })),
    escapeIconsAndLinks(teamName(team)),
  ] as const;
  switch (outcome) {
    case 'removed':
      return l10n.t(
        'It was not known whether the resource role {0} was removed from the team {1}. It was: the role is gone.',
        ...names,
      );
    case 'notRemoved':
      return l10n.t(
        'It was not known whether the resource role {0} was removed from the team {1}. It was not: the team still has the role. Remove it again if it should go.',
        ...names,
      );
    case 'unknown':
      return l10n.t(
        'It is not known whether the resource role {0} was removed from the team {1}. Look at the roles of the team.',
        ...names,
      );
  }
}
