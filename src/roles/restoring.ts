import type { ServiceClient } from '../service/client';
import { isServiceError, missingStatuses, type ServiceError } from '../service/errors';
import type { ExactReference, ResourceRole, RoleContent } from '../service/resources/team';
import type { Journal, JournalEntry, RestoreResult } from './journal';
import { JournalError, writeBestEffort } from './journalFiles';
import { mayHaveHappened } from './removal';
import { hasSameMembers } from './sameContent';

/** What became of an attempt to give a team a removed role back. */
export type Restoration =
  /** It was added; the uid that it got is left out where the service does not tell. */
  | { readonly outcome: 'restored'; readonly uid: string | undefined }
  /** The service says that it added it, and does not list it. */
  | { readonly outcome: 'notSeen' }
  /** The team has a role that grants the same: nothing was added. */
  | { readonly outcome: 'alreadyThere'; readonly uid: string | undefined }
  /** The role itself is still there: its removal did not happen. */
  | { readonly outcome: 'neverRemoved' }
  /** What it granted is not known, so that it cannot be added. */
  | { readonly outcome: 'contentUnknown' }
  /** Nothing was asked of the service, since the journal could not be written. */
  | { readonly outcome: 'notKept'; readonly error: JournalError }
  /** Another window is at it. */
  | { readonly outcome: 'beingRestored' }
  | { readonly outcome: 'teamGone'; readonly error: ServiceError }
  /** Projects that the role is on are not there any more; nothing was added yet. */
  | { readonly outcome: 'projectsGone'; readonly gone: readonly ExactReference[] }
  | { readonly outcome: 'refused' | 'notRestored' | 'unknown'; readonly error: ServiceError }
  /** It was ended before. */
  | { readonly outcome: 'notTried' };

export interface RestoreOptions {
  /** Leaves out the projects that are not there any more, which a person has agreed to. */
  readonly withoutGoneProjects?: boolean;
}

/**
 * The entries that there may be something to bring back of, one for each role: each has gone once, however often that was
 * tried. One that was gone already may have been removed by that very request, sent twice by something on the way.
 */
export function restorableOf(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const seen = new Set(entries.filter(({ restored }) => restored !== undefined).map(roleOf));
  return entries.filter((entry) => {
    const { outcome, content, isUnderWay } = entry;
    const isOpen = outcome !== 'refused' && outcome !== 'notRemoved' && content !== undefined;
    if (isUnderWay || !isOpen || seen.has(roleOf(entry))) return false;
    seen.add(roleOf(entry));
    return true;
  });
}

/** What an entry is about, as text: the same for every attempt to remove the same role through the same connection. */
export function roleOf({ connection, team, roleUid }: JournalEntry): string {
  return JSON.stringify([connection.name, connection.baseUrl, team.uid, roleUid]);
}

type RestoreClient = Pick<ServiceClient, 'listTeamResourceRoles' | 'addTeamResourceRole' | 'listProjectUids'>;

/**
 * Adds a removed role again, unless the team has one that grants the same: however often it is called, and whatever
 * happened to the calls before, there is one more role than without it at most. It is added once and never again by
 * itself; where the answer leaves open whether it was, the list of roles decides.
 */
export async function restoreRole(
  client: RestoreClient,
  journal: Journal,
  entry: JournalEntry,
  options: RestoreOptions = {},
): Promise<Restoration> {
  const { content } = entry;
  if (content === undefined) return { outcome: 'contentUnknown' };
  try {
    if (!(await journal.claimRestore(entry.id))) return await whyNotClaimed(journal, entry);
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return { outcome: 'notKept', error };
  }
  let result: Restoration | undefined;
  try {
    result = await restoreClaimed(client, entry, content, options);
    return result;
  } finally {
    // Also where an error of Poolview's own got in between: the next attempt looks at the roles first.
    await writeBestEffort(journal.settleRestore(entry.id, settlementOf(result)));
  }
}

function settlementOf(result: Restoration | undefined): RestoreResult {
  return result?.outcome === 'restored' || result?.outcome === 'alreadyThere'
    ? { restored: true, uid: result.uid }
    : { restored: false };
}

async function whyNotClaimed(journal: Journal, { id }: JournalEntry): Promise<Restoration> {
  const entry = (await journal.entries()).find((other) => other.id === id);
  if (entry === undefined) return { outcome: 'contentUnknown' };
  return entry.restored === undefined
    ? { outcome: 'beingRestored' }
    : { outcome: 'alreadyThere', uid: entry.restored.uid };
}

async function restoreClaimed(
  client: RestoreClient,
  { team, roleUid }: JournalEntry,
  content: RoleContent,
  { withoutGoneProjects = false }: RestoreOptions,
): Promise<Restoration> {
  let before: readonly ResourceRole[];
  try {
    before = await client.listTeamResourceRoles(team.uid);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    // Without the list nobody can tell whether the role is there already. That it was listed once, and now is not found,
    // is about the team.
    return { outcome: missingStatuses.has(error.failure.status) ? 'teamGone' : 'refused', error };
  }
  if (before.some(({ uid }) => uid === roleUid)) return { outcome: 'neverRemoved' };

  const gone = await goneProjects(client, content.projectUids);
  const projectUids = content.projectUids.filter((project) => !gone.includes(project));
  // On no project at all a role may grant something on every one.
  if (gone.length > 0 && (!withoutGoneProjects || projectUids.length === 0)) {
    return { outcome: 'projectsGone', gone };
  }
  const wanted: RoleContent = { ...content, projectUids };
  const same = before.find((role) => grantsTheSame(role, wanted));
  if (same !== undefined) return { outcome: 'alreadyThere', uid: same.uid };
  return add(client, team.uid, wanted);
}

async function add(client: RestoreClient, teamUid: string, wanted: RoleContent): Promise<Restoration> {
  let failure: ServiceError | undefined;
  try {
    await client.addTeamResourceRole(teamUid, {
      roles: uidsOf(wanted.roles),
      projectUids: uidsOf(wanted.projectUids),
      filterRefs: uidsOf(wanted.filterRefs),
    });
  } catch (error) {
    if (!isServiceError(error)) throw error;
    if (!mayHaveHappened(error)) return { outcome: 'refused', error };
    failure = error;
  }
  const added = await findAdded(client, teamUid, wanted);
  if (added !== undefined && added !== 'unknown') return { outcome: 'restored', uid: added.uid };
  if (failure === undefined) {
    return added === 'unknown' ? { outcome: 'restored', uid: undefined } : { outcome: 'notSeen' };
  }
  return { outcome: added === undefined ? 'notRestored' : 'unknown', error: failure };
}

/** The role that was just added, which no answer tells the uid of: the one that grants what none granted before. */
async function findAdded(
  client: RestoreClient,
  teamUid: string,
  wanted: RoleContent,
): Promise<ResourceRole | undefined | 'unknown'> {
  try {
    return (await client.listTeamResourceRoles(teamUid)).find((role) => grantsTheSame(role, wanted));
  } catch (error) {
    if (isServiceError(error)) return 'unknown';
    throw error;
  }
}

/** Those that the service does not name among its projects; none where it does not say which it has. */
async function goneProjects(
  client: RestoreClient,
  projects: readonly ExactReference[],
): Promise<readonly ExactReference[]> {
  if (projects.length === 0) return [];
  try {
    const there = new Set(await client.listProjectUids());
    return projects.filter(({ uid }) => !there.has(uid));
  } catch (error) {
    // It is asked in order to say more than a refusal does: without it there is still the refusal.
    if (isServiceError(error)) return [];
    throw error;
  }
}

function grantsTheSame({ content }: ResourceRole, wanted: RoleContent): boolean {
  return (
    content !== undefined &&
    hasSameMembers(uidsOf(content.roles), uidsOf(wanted.roles)) &&
    hasSameMembers(uidsOf(content.projectUids), uidsOf(wanted.projectUids)) &&
    hasSameMembers(uidsOf(content.filterRefs), uidsOf(wanted.filterRefs))
  );
}

function uidsOf(references: readonly ExactReference[]): readonly string[] {
  return references.map(({ uid }) => uid);
}
