import type { Connection } from '../connections/connection';
import type { ServiceClient } from '../service/client';
import type { Journal, JournalEntry, RemovalOutcome } from './journal';
import { inTurn } from './inTurn';
import { JournalError, triedToKeep } from './journalFiles';
import type { RemovableRole } from './removable';
import { mayYetHappen, removeRole, roleUids, type Removal } from './removal';
import { roleOf } from './restoring';
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
  /** `notKept`: nothing was asked of the service, since the journal could not be written; `notTried`: nor for another reason. */
  readonly removal:
    | Removal
    | { readonly outcome: 'notKept'; readonly error: JournalError }
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
}

/**
 * Removes roles, one after the other. What is known of a role is in the journal before its removal is sent: where it
 * cannot be kept, nothing is removed.
 */
export async function removeRoles(
  client: ServiceClient,
  journal: Journal,
  connection: Pick<Connection, 'name' | 'baseUrl'>,
  items: readonly TeamRole[],
  { signal, onNext, onResult }: RemoveOptions = {},
): Promise<readonly RemovalResult[]> {
  return inTurn<TeamRole, RemovalResult>(items, {
    signal,
    run: async (item, place) => {
      onNext?.(item, place);
      const result = await removeOne(client, journal, connection, item);
      onResult?.(result);
      return result;
    },
    endsAll,
    notTried: (item) => ({ item, removal: { outcome: 'notTried' } }),
  });
}

/** Whether the others would fare no better: there is no room for them, or the key is not accepted. */
function endsAll({ removal }: RemovalResult): boolean {
  return (
    removal.outcome === 'notKept' || (removal.outcome === 'refused' && removal.error.kind === 'unauthorized')
  );
}

async function removeOne(
  client: ServiceClient,
  journal: Journal,
  { name, baseUrl }: Pick<Connection, 'name' | 'baseUrl'>,
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
  await triedToKeep(journal.settle(entryId, outcomeToKeep(removal)));
  return { item, removal, entryId };
}

/** What was still there a moment after a time-out may go yet: that is not decided. */
function outcomeToKeep(removal: Removal): RemovalOutcome {
  return removal.outcome === 'notRemoved' && mayYetHappen(removal.error) ? 'unknown' : removal.outcome;
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
 * Finds out what became of removals from the service at `baseUrl` whose outcome was never written, since VS Code ended
 * before, or could not be told. Each team is asked about once. What may yet happen is looked at again the next time.
 * @param client is not asked for where there is nothing to ask
 * @returns what is new
 */
export async function decideLate(
  client: () => Promise<ServiceClient>,
  journal: Journal,
  baseUrl: string,
  now: () => number = Date.now,
): Promise<readonly LateOutcome[]> {
  const here = (await journal.entries()).filter((entry) => entry.connection.baseUrl === baseUrl);
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
      await triedToKeep(journal.settle(id, 'alreadyGone'));
      continue;
    }
    if (outcome === 'removed') accountedFor.add(roleOf(entry));
    // A clock that was set back makes times that are to come, and those, too, are near or far.
    const mayYetGo = outcome === 'notRemoved' && Math.abs(now() - entry.startedAt) < mayYetHappenMs;
    const toKeep = mayYetGo ? 'unknown' : outcome;
    if (toKeep === entry.outcome) continue;
    await triedToKeep(journal.settle(id, toKeep));
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
