import type { JournalEntry } from './journal';

/**
 * The restorable entries, one for each role, because a role is removed only once, whatever the number of attempts. A role
 * that was already gone may have been removed by the same request if a proxy sent it twice.
 * @param entries newest first
 */
export function restorableEntries(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const seen = new Set(entries.filter(({ restored }) => restored !== undefined).map(roleKey));
  return entries.filter((entry) => {
    const { outcome, content, isUnderWay } = entry;
    const mayBeGone = outcome !== 'refused' && outcome !== 'notRemoved';
    if (isUnderWay || !mayBeGone || content === undefined || seen.has(roleKey(entry))) return false;
    seen.add(roleKey(entry));
    return true;
  });
}

/** Identifies the role of an entry. It is the same for each removal of the role through the same connection. */
export function roleKey({ connection, team, roleUid }: JournalEntry): string {
  return JSON.stringify([connection.name, connection.baseUrl, team.uid, roleUid]);
}
