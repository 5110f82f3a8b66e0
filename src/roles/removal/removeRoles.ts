import type { ConnectionIdentity } from '../../connections/connection';
import type { ServiceClient } from '../../service/client';
import { isServiceError, type ServiceError } from '../../service/errors';
import { runInSequence } from '../sequence';
import type { Journal } from '../journal/journal';
import { StorageError, writeBestEffort } from '../../connections/storedFiles';
import { isUnchanged, type TeamRole } from '../../access/resourceRoles';
import { mayStillComplete, removeRole, type Removal } from './removeRole';
import { rereadRoles } from './rereadRoles';

/** The result of one of several removals. */
export interface RemovalResult {
  readonly item: TeamRole;
  readonly removal:
    | Removal
    /** Not sent, because the journal could not be written. */
    | { readonly outcome: 'notKept'; readonly error: StorageError }
    /** Not sent, because the role could not be reread. */
    | { readonly outcome: 'notRead'; readonly error: ServiceError }
    | { readonly outcome: 'notTried' };
  /** The ID of the journal entry, if the removal was sent. */
  readonly entryId?: string;
}

export interface RemoveOptions {
  /** Cancels before the next role. The current removal is completed. */
  readonly signal?: AbortSignal;
  /** Called before each role. */
  readonly onNext?: (item: TeamRole, index: number) => void;
  /** Called after each role. */
  readonly onResult?: (result: RemovalResult) => void;
  /** Asks whether to remove a role that has changed since the user confirmed its removal; by default, it is not removed. */
  readonly confirmChanged?: (item: TeamRole) => Promise<boolean>;
}

/**
 * Removes roles, one after the other. Each is reread immediately before, so that only what the user confirmed is removed.
 * It is in the journal before its removal is sent.
 */
export async function removeRoles(
  client: ServiceClient,
  journal: Journal,
  connection: ConnectionIdentity,
  items: readonly TeamRole[],
  { signal, onNext, onResult, confirmChanged = () => Promise.resolve(false) }: RemoveOptions = {},
): Promise<readonly RemovalResult[]> {
  return runInSequence<TeamRole, RemovalResult>(items, {
    signal,
    run: async (item, index) => {
      onNext?.(item, index);
      const now = await rereadConfirmed(client, item, confirmChanged);
      const result = 'removal' in now ? now : await removeRecorded(client, journal, connection, now);
      onResult?.(result);
      return result;
    },
    stopsAfter: ({ removal }) =>
      removal.outcome === 'notKept' || ('error' in removal && removal.error.kind === 'unauthorized'),
    notTried: (item) => ({ item, removal: { outcome: 'notTried' } }),
  });
}

/** Rereads a role until it is as confirmed. Returns a result if it cannot be removed, or if the user does not confirm. */
async function rereadConfirmed(
  client: ServiceClient,
  item: TeamRole,
  confirmChanged: (item: TeamRole) => Promise<boolean>,
): Promise<TeamRole | RemovalResult> {
  let confirmed = item;
  for (;;) {
    let now: TeamRole | undefined;
    try {
      [now] = (await rereadRoles(client, [confirmed], { priority: 'change' })).there;
    } catch (error) {
      if (!isServiceError(error)) throw error;
      return { item: confirmed, removal: { outcome: 'notRead', error } };
    }
    if (now === undefined) return { item: confirmed, removal: { outcome: 'alreadyGone' } };
    if (isUnchanged(now.role, confirmed.role)) return now;
    if (!(await confirmChanged(now))) return { item: now, removal: { outcome: 'notTried' } };
    confirmed = now;
  }
}

/** Removes a role. It is in the journal before the request is sent. */
async function removeRecorded(
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
    if (!(error instanceof StorageError)) throw error;
    return { item, removal: { outcome: 'notKept', error } };
  }
  const removal = await removeRole(client, team.uid, role.uid, isListed);
  // A removal that timed out may still complete.
  const isUndecided = removal.outcome === 'notRemoved' && mayStillComplete(removal.error);
  await writeBestEffort(journal.recordOutcome(entryId, isUndecided ? 'unknown' : removal.outcome));
  return { item, removal, entryId };
}
