import { isSameConnection, type ConnectionIdentity } from '../connections/identity';
import type { ServiceClient } from '../service/client';
import { isServiceError, type ServiceError } from '../service/errors';
import type { Journal, JournalEntry, RemovalOutcome } from './journal';
import { inTurn } from './inTurn';
import { JournalError, writeBestEffort } from './journalFiles';
import { readAgain } from './readAgain';
import type { RemovableRole } from './removable';
import { mayStillComplete, removeRole, roleUids, type Removal } from './removal';
import { roleOf } from './restoring';
import { isSameContent } from './sameContent';
import type { Team } from './teams';

/** A role to remove, and whose it is. */
export interface TeamRole {
  readonly team: Team;
  readonly role: RemovableRole;
  /** Whether the service listed it: otherwise only its uid is known. */
  readonly isListed: boolean;
}

/** What became of one of several removals, each of which has an entry in the journal where it was tried. */
export interface RemovalResult {
  readonly item: TeamRole;
  readonly removal:
    | Removal
    /** It was not sent: the journal could not be written, or the role could not be read again. */
    | { readonly outcome: 'notKept'; readonly error: JournalError }
    | { readonly outcome: 'notRead'; readonly error: ServiceError }
    | { readonly outcome: 'notTried' };
  /** Of its entry in the journal. */
  readonly entryId?: string;
}

export interface RemoveOptions {
  /** Ends it before the next role; the one that is being removed is waited for. */
  readonly signal?: AbortSignal;
  /** Told before each role. */
  readonly onNext?: (item: TeamRole, place: number) => void;
  /** Told after each role. */
  readonly onResult?: (result: RemovalResult) => void;
  /** Asks whether to remove a role that has changed since the user confirmed its removal; by default it is not removed. */
  readonly confirmChanged?: (item: TeamRole) => Promise<boolean>;
}

/**
 * Removes roles, one after the other. Each is read again immediately before, so that nothing is removed that the user did
 * not confirm. What is known of a role is in the journal before its removal is sent: where it cannot be kept, nothing is
 * removed.
 */
export async function removeRoles(
  client: ServiceClient,
  journal: Journal,
  connection: ConnectionIdentity,
  items: readonly TeamRole[],
  { signal, onNext, onResult, confirmChanged = () => Promise.resolve(false) }: RemoveOptions = {},
): Promise<readonly RemovalResult[]> {
  return inTurn<TeamRole, RemovalResult>(items, {
    signal,
    run: async (item, place) => {
      onNext?.(item, place);
      const result = await removeConfirmed(client, journal, connection, item, confirmChanged);
      onResult?.(result);
      return result;
    },
    endsAll,
    notTried: (item) => ({ item, removal: { outcome: 'notTried' } }),
  });
}

/** Whether the others would fare no better: there is no room for them, or the key is not accepted. */
function endsAll({ removal }: RemovalResult): boolean {
  return removal.outcome === 'notKept' || ('error' in removal && removal.error.kind === 'unauthorized');
}

async function removeConfirmed(
  client: ServiceClient,
  journal: Journal,
  connection: ConnectionIdentity,
  item: TeamRole,
  confirmChanged: (item: TeamRole) => Promise<boolean>,
): Promise<RemovalResult> {
  let confirmed = item;
  for (;;) {
    const now = await readOne(client, confirmed);
    if ('removal' in now) return now;
    if (isSameContent(now.role, confirmed.role)) return removeOne(client, journal, connection, now);
    if (!(await confirmChanged(now))) return { item: now, removal: { outcome: 'notTried' } };
    confirmed = now;
  }
}

/** A role as it is now, or why it cannot be removed. */
async function readOne(client: ServiceClient, item: TeamRole): Promise<TeamRole | RemovalResult> {
  try {
    const [now] = (await readAgain(client, [item])).there;
    return now ?? { item, removal: { outcome: 'alreadyGone' } };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { item, removal: { outcome: 'notRead', error } };
  }
}

async function removeOne(
  client: ServiceClient,
  journal: Journal,
  { name, baseUrl }: ConnectionIdentity,
  item: TeamRole,
): Promise<RemovalResult> {
  const { team, role, isListed } = item;
  let entryId: string;
  try {
    entryId = await journal.begin({
      connection: { name, baseUrl },
      team: { uid: team.uid, name: team.name },
      roleUid: role.uid,
      content: role.content,
    });
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return { item, removal: { outcome: 'notKept', error } };
  }
  const removal = await removeRole(client, team.uid, role.uid, isListed);
  await writeBestEffort(journal.settle(entryId, outcomeToKeep(removal)));
  return { item, removal, entryId };
}

/** What was still there a moment after a time-out may go yet: that is not decided. */
function outcomeToKeep(removal: Removal): RemovalOutcome {
  return removal.outcome === 'notRemoved' && mayStillComplete(removal.error) ? 'unknown' : removal.outcome;
}

/** A removal whose outcome is found out late; `notRemoved` is of now, and may be followed by `removed`. */
export interface LateOutcome {
  readonly entry: JournalEntry;
  readonly outcome: 'removed' | 'notRemoved' | 'unknown';
}

/**
 * For so long after its beginning, a removal that did not happen may yet: the service, or something on the way to it, may
 * still be at work on what nobody waits for any more.
 */
const mayYetHappenMs = 15 * 60 * 1000;

/**
 * Finds out what became of removals through `connection` whose outcome was never written, since VS Code ended before, or
 * could not be told. Each team is asked about once. What may yet happen is looked at again the next time.
 * @param client of the connection; is not asked for where there is nothing to ask
 * @returns what is new
 */
export async function decideLate(
  client: () => Promise<ServiceClient>,
  journal: Journal,
  connection: ConnectionIdentity,
  now: () => number = Date.now,
): Promise<readonly LateOutcome[]> {
  const here = (await journal.entries()).filter((entry) => isSameConnection(entry.connection, connection));
  const open = here.filter((entry) => !entry.isUnderWay && isOpen(entry));
  // A role goes once, however often that was tried: one entry is enough to bring it back.
  const accountedFor = new Set(here.filter(tellsThatItWent).map(roleOf));
  const found: LateOutcome[] = [];
  const uids = new Map<string, ReadonlySet<string> | undefined>();
  for (const entry of open) {
    const { id, team, roleUid, content } = entry;
    // Of a role that was never listed, no list will tell.
    if (content !== undefined && !uids.has(team.uid))
      uids.set(team.uid, await roleUids(await client(), team.uid));
    const there = content === undefined ? undefined : uids.get(team.uid);
    const outcome = there === undefined ? 'unknown' : there.has(roleUid) ? 'notRemoved' : 'removed';
    if (outcome === 'removed' && accountedFor.has(roleOf(entry))) {
      await writeBestEffort(journal.settle(id, 'alreadyGone'));
      continue;
    }
    if (outcome === 'removed') accountedFor.add(roleOf(entry));
    // A clock that was set back makes times that are to come, and those, too, are near or far.
    const mayYetGo = outcome === 'notRemoved' && Math.abs(now() - entry.startedAt) < mayYetHappenMs;
    const toKeep = mayYetGo ? 'unknown' : outcome;
    if (toKeep === entry.outcome) continue;
    await writeBestEffort(journal.settle(id, toKeep));
    found.push({ entry, outcome });
  }
  return found;
}

function tellsThatItWent({ outcome, content, restored }: JournalEntry): boolean {
  return content !== undefined && (outcome === 'removed' || restored !== undefined);
}

/** Whether nobody knows yet what became of it, and there is a way to find out. */
function isOpen({ outcome, content, restored }: JournalEntry): boolean {
  return (
    restored === undefined && (outcome === undefined || (outcome === 'unknown' && content !== undefined))
  );
}
