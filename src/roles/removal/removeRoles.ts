import { isRemovable, isUnchanged, type TeamRole } from '../../access/resourceRoles';
import type { ConnectionIdentity } from '../../connections/connection';
import { StorageError, writeBestEffort } from '../../connections/storedFiles';
import type { CallOptions } from '../../service/operations';
import type { ServiceClient } from '../../service/client';
import { isServiceError, type ServiceError } from '../../service/errors';
import type { Journal } from '../journal/journal';
import type { RoleRemoval } from '../journal/records';
import { removeRole, type Removal } from './removeRole';

/** The result of one of several removals. */
export interface RemovalResult {
  readonly item: TeamRole;
  readonly removal:
    | Removal
    | { readonly outcome: 'notKept'; readonly error: StorageError }
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
  /** What the roles and filters of a role say, to be kept in the journal. */
  readonly meaningOf?: (item: TeamRole) => RoleRemoval['meaning'];
  /** Where roles are read again; by default, the client. */
  readonly reader?: Pick<ServiceClient, 'listTeamResourceRoles'>;
  /**
   * Asks about a role that was read again, if that is necessary. By default, a role that has changed is not removed.
   * @param hasChanged whether it is another than the one that the user confirmed
   * @returns whether the user has confirmed it as it is now; undefined if nothing had to be asked
   */
  readonly confirmAgain?: (item: TeamRole, hasChanged: boolean) => Promise<boolean | undefined>;
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
  options: RemoveOptions = {},
): Promise<readonly RemovalResult[]> {
  const { signal, onNext, onResult } = options;
  const results: RemovalResult[] = [];
  for (const [index, item] of items.entries()) {
    if (signal?.aborted === true || results.some(isFinal)) {
      results.push({ item, removal: { outcome: 'notTried' } });
      continue;
    }
    onNext?.(item, index);
    const now = await rereadConfirmed(client, item, options);
    const result = 'removal' in now ? now : await removeRecorded(client, journal, connection, now, options);
    results.push(result);
    onResult?.(result);
  }
  return results;
}

/** Whether the next roles would fail, too. */
function isFinal({ removal }: RemovalResult): boolean {
  return removal.outcome === 'notKept' || ('error' in removal && removal.error.kind === 'unauthorized');
}

/** Rereads a role until it is as confirmed. Returns a result if it cannot be removed, or if the user does not confirm. */
async function rereadConfirmed(
  client: ServiceClient,
  item: TeamRole,
  {
    reader = client,
    confirmAgain = (_item, hasChanged) => Promise.resolve(hasChanged ? false : undefined),
  }: RemoveOptions,
): Promise<TeamRole | RemovalResult> {
  let confirmed = item;
  for (;;) {
    let now: TeamRole | undefined;
    try {
      [now] = (await rereadRoles(reader, [confirmed], { priority: 'change' })).there;
    } catch (error) {
      if (!isServiceError(error)) throw error;
      return { item: confirmed, removal: { outcome: 'notRead', error } };
    }
    if (now === undefined) return { item: confirmed, removal: { outcome: 'alreadyGone' } };
    const answer = await confirmAgain(now, !isUnchanged(now.role, confirmed.role));
    if (answer === undefined) return now;
    if (!answer) return { item: now, removal: { outcome: 'notTried' } };
    confirmed = now;
  }
}

/** Removes a role. It is in the journal before the request is sent. */
async function removeRecorded(
  client: ServiceClient,
  journal: Journal,
  { name, baseUrl }: ConnectionIdentity,
  item: TeamRole,
  { meaningOf }: RemoveOptions,
): Promise<RemovalResult> {
  const { team, role, isListed } = item;
  let entryId: string;
  try {
    entryId = await journal.begin({
      connection: { name, baseUrl },
      team: { uid: team.uid, name: team.name },
      roleUid: role.uid,
      content: role.content,
      meaning: role.content && meaningOf?.(item),
    });
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { item, removal: { outcome: 'notKept', error } };
  }
  const removal = await removeRole(client, team.uid, role.uid, isListed);
  await writeBestEffort(journal.recordOutcome(entryId, removal.outcome));
  return { item, removal, entryId };
}

/** Roles that were chosen: as they are now, and those that no longer exist. */
export interface RereadRoles {
  readonly there: readonly TeamRole[];
  readonly gone: readonly TeamRole[];
}

/**
 * Rereads roles before their removal, with one request per team. Roles with only a known UID are not read. If a team has roles
 * without a UID, none of its roles counts as gone, because it may be one of those.
 * @throws ServiceError
 */
export async function rereadRoles(
  client: Pick<ServiceClient, 'listTeamResourceRoles'>,
  items: readonly TeamRole[],
  options?: CallOptions,
): Promise<RereadRoles> {
  const teamUids = new Set(items.filter(({ isListed }) => isListed).map(({ team }) => team.uid));
  const teams = new Map(
    await Promise.all(
      [...teamUids].map(async (uid) => [uid, await client.listTeamResourceRoles(uid, options)] as const),
    ),
  );
  const there: TeamRole[] = [];
  const gone: TeamRole[] = [];
  for (const item of items) {
    const now = item.isListed ? teams.get(item.team.uid) : undefined;
    const role = now?.filter(isRemovable).find(({ uid }) => uid === item.role.uid);
    if (now?.every(isRemovable) === true && role === undefined) gone.push(item);
    else there.push({ ...item, role: role ?? item.role });
  }
  return { there, gone };
}
