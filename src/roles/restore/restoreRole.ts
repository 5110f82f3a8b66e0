import type { ServiceClient } from '../../service/client';
import { isServiceError, missingStatuses, type ServiceError } from '../../service/errors';
import type { ExactReference, ResourceRole, RoleContent } from '../../service/resources/team';
import type { Journal, JournalEntry, Release } from '../journal/journal';
import { StorageError, writeBestEffort } from '../../connections/storedFiles';
import { mayHaveHappened, mayStillComplete } from '../removal/removeRole';
import { grants } from '../../access/resourceRoles';

/** What became of restoring a removed role. */
export type Restoration =
  /** Its UID is undefined if the list of roles could not be read. */
  | { readonly outcome: 'restored' | 'alreadyThere'; readonly uid: string | undefined }
  | { readonly outcome: 'neverRemoved' | 'contentUnknown' | 'underWay' | 'notTried' }
  | { readonly outcome: 'notKept'; readonly error: StorageError }
  | { readonly outcome: 'teamGone' | 'notRestored'; readonly error: ServiceError }
  | { readonly outcome: 'projectsGone'; readonly gone: readonly ExactReference[] }
  /** Without an error, the service responded that it added the role, but does not list it. */
  | { readonly outcome: 'unknown'; readonly error?: ServiceError };

/**
 * Adds a removed role, unless the team has one that grants the same. The team gets one role at most, however often this is
 * called, and whatever the result. The addition is sent once. If the response leaves open whether the role was added, the
 * list of roles decides.
 * @param withoutGoneProjects omits the projects that no longer exist, as the user has confirmed
 */
export async function restoreRole(
  client: ServiceClient,
  journal: Journal,
  { id, team, roleUid, content }: JournalEntry,
  withoutGoneProjects = false,
): Promise<Restoration> {
  if (content === undefined) return { outcome: 'contentUnknown' };
  let release: Release | undefined;
  try {
    release = await journal.claim(id);
    const entry = await journal.entry(id);
    // Another window may have restored or deleted the entry since it was read.
    if (entry === undefined) return { outcome: 'contentUnknown' };
    if (entry.restored !== undefined) return { outcome: 'alreadyThere', uid: entry.restored.uid };
    if (release === undefined || entry.isUnderWay) return { outcome: 'underWay' };
    const restoration = await restoreClaimed(client, team.uid, roleUid, content, withoutGoneProjects);
    if (restoration.outcome === 'restored' || restoration.outcome === 'alreadyThere') {
      await writeBestEffort(journal.recordRestored(id, restoration.uid));
    }
    return restoration;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { outcome: 'notKept', error };
  } finally {
    if (release !== undefined) await writeBestEffort(release());
  }
}

async function restoreClaimed(
  client: ServiceClient,
  teamUid: string,
  roleUid: string,
  content: RoleContent,
  withoutGoneProjects: boolean,
): Promise<Restoration> {
  let before: readonly ResourceRole[];
  // Only the response to a request says that this team is missing.
  client.refusals.forget('listTeamResourceRoles');
  try {
    before = await client.listTeamResourceRoles(teamUid, { priority: 'change' });
  } catch (error) {
    if (!isServiceError(error)) throw error;
    // Without the list, the role might be added twice. The list was found before, so the team is missing.
    return { outcome: missingStatuses.has(error.failure.status) ? 'teamGone' : 'notRestored', error };
  }
  if (before.some(({ uid }) => uid === roleUid)) return { outcome: 'neverRemoved' };

  const gone = await goneProjects(client, content.projectUids);
  const projectUids = content.projectUids.filter((project) => !gone.includes(project));
  // A role without any project might grant access to all projects.
  if (gone.length > 0 && (!withoutGoneProjects || projectUids.length === 0)) {
    return { outcome: 'projectsGone', gone };
  }
  const wanted: RoleContent = { ...content, projectUids };
  const same = before.find((role) => grants(role, wanted));
  if (same !== undefined) return { outcome: 'alreadyThere', uid: same.uid };
  return addRole(client, teamUid, wanted);
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
