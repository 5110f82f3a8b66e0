import { l10n, window } from 'vscode';
import type { Session } from '../connections/session';
import { formatNumber } from '../details/format';
import { inert } from '../details/text';
import type { Journals } from './journals';
import { decideLate, type LateOutcome } from './removing';
import { roleNames, teamName } from './words';

/**
 * Finds out what became of removals that VS Code ended in the middle of, and of those that nobody could tell the outcome
 * of, and tells it. Without any such nothing is asked.
 */
export async function tellLateOutcomes(
  session: Session,
  journals: Journals,
  restore: (entryIds: readonly string[]) => Promise<void>,
): Promise<void> {
  const { connection } = session;
  if (await journals.isEmpty(connection)) return;
  const journal = await journals.of(connection);
  const late = await decideLate(() => session.client(), journal, connection.baseUrl);
  if (late.length === 0) return;
  const removed = late.filter(({ outcome }) => outcome === 'removed').map(({ entry }) => entry.id);
  const action = l10n.t('Restore');
  const choice = await window.showWarningMessage(
    lateOutcomesText(late),
    ...(removed.length > 0 ? [action] : []),
  );
  if (choice === action) await restore(removed);
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
  const names = [inert(roleNames({ uid: roleUid, ...content })), inert(teamName(team))] as const;
  switch (outcome) {
    case 'removed':
      return l10n.t(
        'The removal of the resource role {0} from the team {1} was interrupted; the role is gone.',
        ...names,
      );
    case 'notRemoved':
      return l10n.t(
        'The removal of the resource role {0} from the team {1} was interrupted; the team still has the role.',
        ...names,
      );
    case 'unknown':
      return l10n.t(
        'The removal of the resource role {0} from the team {1} was interrupted; it is not known whether the role is gone.',
        ...names,
      );
  }
}
