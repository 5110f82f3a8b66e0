import type { ServiceClient } from '../../service/client';
import { isServiceError, missingStatuses, type ServiceError } from '../../service/errors';
import type { ExactReference, ResourceRole, RoleContent } from '../../service/resources/team';
import { changesText, readMeaning } from '../journal/meaning';
import type { Journal, JournalEntry } from '../journal/journal';
import { StorageError, writeBestEffort } from '../../connections/storedFiles';
import { mayHaveHappened, mayStillComplete } from '../removal/removeRole';
import { grants } from '../../access/resourceRoles';

/** What became of restoring a removed role. */
export type Restoration =
  /** Its UID is undefined if the list of roles could not be read. */
  | { readonly outcome: 'restored' | 'alreadyThere'; readonly uid: string | undefined }
  | { readonly outcome: 'neverRemoved' | 'contentUnknown' | 'underWay' | 'notTried' }
  | { readonly outcome: 'teamGone' | 'notRestored'; readonly error: ServiceError }
  | { readonly outcome: 'projectsGone' | 'partsGone'; readonly gone: readonly ExactReference[] }
  /** What its roles and filters said, and say now. */
  | { readonly outcome: 'changed'; readonly changes: string }
  /** Without an error, the service responded that it added the role, but does not list it. */
  | { readonly outcome: 'unknown'; readonly error?: ServiceError };

/** What the user has accepted before a role is restored. */
export interface Accepted {
  /** To omit the projects that no longer exist. */
  readonly fewerProjects?: boolean;
  /** What has changed since the role was removed. */
  readonly changes?: string;
}

export interface RestorationResult {
  readonly entry: JournalEntry;
  readonly restoration: Restoration;
}

/**
 * Adds a removed role, unless the team has one that grants the same. The addition is sent once. If the response leaves open whether
 * the role was added, the list of roles decides. Two windows that restore a role at the same moment may add it twice.
 */
export async function restoreRole(
  client: ServiceClient,
  journal: Journal,
  { id, content }: JournalEntry,
  accepted: Accepted = {},
): Promise<Restoration> {
  if (content === undefined) return { outcome: 'contentUnknown' };
  if (journal.restoring.has(id)) return { outcome: 'underWay' };
  journal.restoring.add(id);
  try {
    const entry = await journal.entry(id);
    // Another window may have restored or deleted the entry since it was read.
    if (entry === undefined) return { outcome: 'contentUnknown' };
    if (entry.restored !== undefined) return { outcome: 'alreadyThere', uid: entry.restored.uid };
    if (entry.isUnderWay) return { outcome: 'underWay' };
    const restoration = await restoreEntry(client, entry, content, accepted);
    if (restoration.outcome === 'restored' || restoration.outcome === 'alreadyThere') {
      const wasThere = restoration.outcome === 'alreadyThere';
      await writeBestEffort(journal.recordRestored(id, restoration.uid, wasThere));
    }
    return restoration;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { outcome: 'contentUnknown' };
  } finally {
    journal.restoring.delete(id);
  }
}

async function restoreEntry(
  client: ServiceClient,
  { team, roleUid, meaning: before = [] }: JournalEntry,
  content: RoleContent,
  accepted: Accepted,
): Promise<Restoration> {
  let roles: readonly ResourceRole[];
  // Only the response to a request says that this team is missing.
  client.refusals.forget('listTeamResourceRoles');
  try {
    roles = await client.listTeamResourceRoles(team.uid, { priority: 'change' });
  } catch (error) {
    if (!isServiceError(error)) throw error;
    // Without the list, the role might be added twice. The list was found before, so the team is missing.
    return { outcome: missingStatuses.has(error.failure.status) ? 'teamGone' : 'notRestored', error };
  }
  if (roles.some(({ uid }) => uid === roleUid)) return { outcome: 'neverRemoved' };

  const { now, gone: partsGone } = await readMeaning(client, content, before);
  // Without its filters, it would grant more.
  if (partsGone.length > 0) return { outcome: 'partsGone', gone: partsGone };
  const gone = await goneProjects(client, content.projectUids);
  const projectUids = content.projectUids.filter((project) => !gone.includes(project));
  // A role without any project might grant access to all projects.
  if (gone.length > 0 && (accepted.fewerProjects !== true || projectUids.length === 0)) {
    return { outcome: 'projectsGone', gone };
  }
  const wanted: RoleContent = { ...content, projectUids };
  const same = roles.find((role) => grants(role, wanted));
  if (same !== undefined) return { outcome: 'alreadyThere', uid: same.uid };
  const changes = changesText(before, now);
  if (changes !== '' && changes !== accepted.changes) return { outcome: 'changed', changes };
  return addRole(client, team.uid, wanted);
}

async function addRole(client: ServiceClient, teamUid: string, wanted: RoleContent): Promise<Restoration> {
  let failure: ServiceError | undefined;
  try {
    await client.addTeamResourceRole(teamUid, {
      roles: wanted.roles.map(({ uid }) => uid),
      projectUids: wanted.projectUids.map(({ uid }) => uid),
      filterRefs: wanted.filterRefs.map(({ uid }) => uid),
    });
  } catch (error) {
    if (!isServiceError(error)) throw error;
    if (!mayHaveHappened(error)) return { outcome: 'notRestored', error };
    failure = error;
  }
  try {
    // The response does not contain the new UID.
    const added = (await client.listTeamResourceRoles(teamUid, { priority: 'change' })).find((role) =>
      grants(role, wanted),
    );
    if (added !== undefined) return { outcome: 'restored', uid: added.uid };
    if (failure === undefined) return { outcome: 'unknown' };
    return { outcome: mayStillComplete(failure) ? 'unknown' : 'notRestored', error: failure };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return failure === undefined
      ? { outcome: 'restored', uid: undefined }
      : { outcome: 'unknown', error: failure };
  }
}

/** The projects that no longer exist; none if the service does not list its projects, because the addition then fails. */
async function goneProjects(
  client: ServiceClient,
  projects: readonly ExactReference[],
): Promise<readonly ExactReference[]> {
  if (projects.length === 0) return [];
  try {
    const listed = new Set((await client.listProjectUids({ priority: 'change' })).map(({ uid }) => uid));
    return projects.filter(({ uid }) => !listed.has(uid));
  } catch (error) {
    if (isServiceError(error)) return [];
    throw error;
  }
}
