import { isSameConnection, type ConnectionIdentity } from '../../connections/connection';
import type { ServiceClient } from '../../service/client';
import { roleKey, type Journal, type JournalEntry } from '../journal/journal';
import { writeBestEffort } from '../../connections/storedFiles';
import { removalOutcomes } from '../outcomes';
import { roleUids } from './removeRole';

/** A removal whose outcome was determined later. `unknown` may be followed by another. */
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
    // The absolute difference, because the clock may have been set back.
    const mayComplete = Math.abs(now() - entry.startedAt) < mayCompleteWithinMs;
    const isThere = uids?.has(roleUid);
    const outcome =
      isThere === undefined || (isThere && mayComplete) ? 'unknown' : isThere ? 'notRemoved' : 'removed';
    if (outcome === 'removed' && removedRoles.has(roleKey(entry))) {
      await writeBestEffort(journal.recordOutcome(id, 'alreadyGone'));
      continue;
    }
    if (outcome === 'removed') removedRoles.add(roleKey(entry));
    if (outcome === entry.outcome) continue;
    await writeBestEffort(journal.recordOutcome(id, outcome));
    late.push({ entry, outcome });
  }
  return late;
}

function isKnownRemoval({ outcome, content, restored }: JournalEntry): boolean {
  const tookIt = outcome !== undefined && removalOutcomes[outcome].tookIt;
  return content !== undefined && (tookIt || restored !== undefined);
}

/** Whether the outcome is unknown and can be determined. */
function isUndetermined({ isUnderWay, outcome, content, restored }: JournalEntry): boolean {
  if (isUnderWay || restored !== undefined) return false;
  if (outcome === undefined) return true;
  const { isDone, mayBeGone } = removalOutcomes[outcome];
  return mayBeGone && !isDone && content !== undefined;
}
