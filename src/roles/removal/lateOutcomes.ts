import { l10n } from 'vscode';
import { isSameConnection, type ConnectionIdentity } from '../../connections/connection';
import { formatNumber } from '../../text/format';
import type { ServiceClient } from '../../service/client';
import { roleKey, type Journal, type JournalEntry } from '../journal/journal';
import { writeBestEffort } from '../../connections/storedFiles';
import { entryNames, restoreActions, showMessage } from '../report';
import { roleUids } from './removeRole';

/** A removal whose outcome was determined later. `notRemoved` may be followed by `removed`. */
export interface LateOutcome {
  readonly entry: JournalEntry;
  readonly outcome: 'removed' | 'notRemoved' | 'unknown';
}

/** How long the service or a proxy may still process a removal. */
const mayCompleteWithinMs = 15 * 60 * 1000;

/**
 * Determines the outcome of removals through `connection` that ended without one, such as after a crash. The roles of each team are read once.
 * Outcomes that may still change are determined again next time.
 * @param client is not called if there is no such removal
 * @returns the outcomes that are new
 */
export async function determineOutcomes(
  client: () => Promise<ServiceClient>,
  journal: Journal,
  connection: ConnectionIdentity,
  now: () => number = Date.now,
): Promise<readonly LateOutcome[]> {
  const entries = (await journal.entries()).filter((entry) => isSameConnection(entry.connection, connection));
  // A role is removed only once, whatever the number of attempts, so one entry is enough to restore it.
  const removedRoles = new Set(entries.filter(isKnownRemoval).map(roleKey));
  const late: LateOutcome[] = [];
  const teams = new Map<string, ReadonlySet<string> | undefined>();
  for (const entry of entries.filter(isUndetermined)) {
    const { id, team, roleUid, content } = entry;
    // For a role that was never listed, its absence from the list proves nothing.
    if (content !== undefined && !teams.has(team.uid)) {
      teams.set(team.uid, await roleUids(await client(), team.uid));
    }
    const uids = content === undefined ? undefined : teams.get(team.uid);
    const outcome = uids === undefined ? 'unknown' : uids.has(roleUid) ? 'notRemoved' : 'removed';
    if (outcome === 'removed' && removedRoles.has(roleKey(entry))) {
      await writeBestEffort(journal.recordOutcome(id, 'alreadyGone'));
      continue;
    }
    if (outcome === 'removed') removedRoles.add(roleKey(entry));
    // The absolute difference, because the clock may have been set back.
    const mayComplete = outcome === 'notRemoved' && Math.abs(now() - entry.startedAt) < mayCompleteWithinMs;
    const recorded = mayComplete ? 'unknown' : outcome;
    if (recorded === entry.outcome) continue;
    await writeBestEffort(journal.recordOutcome(id, recorded));
    late.push({ entry, outcome });
  }
  return late;
}

function isKnownRemoval({ outcome, content, restored }: JournalEntry): boolean {
  return content !== undefined && (outcome === 'removed' || restored !== undefined);
}

/** Whether the outcome is unknown and can be determined. */
function isUndetermined({ isUnderWay, outcome, content, restored }: JournalEntry): boolean {
  if (isUnderWay || restored !== undefined) return false;
  return outcome === undefined || (outcome === 'unknown' && content !== undefined);
}

/** How many removals a message describes. */
const maxDescribed = 3;

/** Shows the outcomes in one message, with a button that restores the roles that were removed, if `restore` can. */
export async function reportLateOutcomes(
  late: readonly LateOutcome[],
  restore: ((entryIds: readonly string[]) => Promise<void>) | undefined,
): Promise<void> {
  if (late.length === 0) return;
  const more = late.length - maxDescribed;
  const sentences = [
    ...late.slice(0, maxDescribed).map(sentenceOf),
    ...(more <= 0 ? [] : [l10n.t('And {0} more.', formatNumber(more))]),
  ];
  const removed = late.filter(({ outcome }) => outcome === 'removed').map(({ entry }) => entry.id);
  await showMessage(sentences.join(' '), false, restoreActions(removed, restore));
}

function sentenceOf({ entry, outcome }: LateOutcome): string {
  const names = entryNames(entry);
  const texts: Readonly<Record<LateOutcome['outcome'], string>> = {
    removed: l10n.t('An earlier removal is confirmed: "{0}" was removed from team "{1}".', ...names),
    notRemoved: l10n.t('An earlier removal failed: "{0}" wasn\'t removed from team "{1}".', ...names),
    unknown: l10n.t(
      'An earlier removal of "{0}" from team "{1}" couldn\'t be confirmed. Check the team.',
      ...names,
    ),
  };
  return texts[outcome];
}
