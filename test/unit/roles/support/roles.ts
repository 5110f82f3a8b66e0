import type { Operation, RecordedRequest } from '../../../../src/demo/server';
import type { ResourceRole } from '../../../../src/demo/fleet/grants';
import type { Team } from '../../../../src/demo/fleet/teams';
import { Journal, restorableEntries, type JournalEntry } from '../../../../src/roles/journal/journal';
import { folderFiles, StorageError, type StoredFiles } from '../../../../src/connections/storedFiles';
import { isRemovable } from '../../../../src/access/resourceRoles';
import { removeRoles, type RemoveOptions } from '../../../../src/roles/removal/removeRoles';
import type { TeamRole } from '../../../../src/access/resourceRoles';
import { restoreRole, type Accepted } from '../../../../src/roles/restore/restoreRole';
import { createServiceClient, type ServiceClient } from '../../../../src/service/client';
import type { HttpOptions } from '../../../../src/service/http';
import { connected, unhurried } from '../../support/service';
import type { ScriptedOptions, ScriptedService } from '../../../support/demo/service';
import { entryOf, temporaryFolder } from './journal';

/** A small demo service with the usual teams and roles. */
export const small: Partial<ScriptedOptions> = {
  projects: 4,
  teams: 3,
  clustersPerProject: 0,
};

/** What the service did to the roles of its teams: UIDs of roles. */
export interface Deeds {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Records what the service does to the roles of `teams` from now on, whatever the request. */
export function deedsOf(teams: readonly Team[]): Deeds {
  const deeds = { removed: [] as string[], added: [] as string[] };
  for (const { resourceRoles } of teams) {
    Object.assign(resourceRoles, {
      push(...roles: readonly ResourceRole[]): number {
        deeds.added.push(...roles.map(({ uid }) => uid));
        return Array.prototype.push.apply(resourceRoles, [...roles]);
      },
      splice(start: number, count: number): ResourceRole[] {
        const gone = Array.prototype.splice.call(resourceRoles, start, count) as ResourceRole[];
        deeds.removed.push(...gone.map(({ uid }) => uid));
        return gone;
      },
    });
  }
  return deeds;
}

/** Calls `look` when a request for `operation` has arrived, before it is processed. */
export function onRequest(
  service: ScriptedService,
  operation: Operation,
  look: (request: RecordedRequest) => void,
): void {
  const requests = service.requests as RecordedRequest[];
  const push = requests.push.bind(requests);
  requests.push = (...arrived) => {
    for (const request of arrived) if (request.operation === operation) look(request);
    return push(...arrived);
  };
}

/** Files on a disk that is full while `isOver` returns true. */
export function writableUntil(files: StoredFiles, isOver: () => boolean): StoredFiles {
  const full = () => Promise.reject(new StorageError('ENOSPC'));
  return {
    ...files,
    create: (name, text) => (isOver() ? full() : files.create(name, text)),
    append: (name, text) => (isOver() ? full() : files.append(name, text)),
  };
}

/** A demo service, a client and a journal on disk, with actions on them. */
export async function rolesAtHand(options: Partial<ScriptedOptions> = {}, http: Partial<HttpOptions> = {}) {
  const { service, client } = await connected({ ...small, ...options }, http, unhurried());
  const folder = await temporaryFolder();
  const files = folderFiles(folder);
  const [team, otherTeam] = service.fleet.directory.teams;
  if (team === undefined || otherTeam === undefined) throw new Error('The demo service has no teams');
  const connection = { name: 'Work', baseUrl: service.baseUrl };
  const deeds = deedsOf(service.fleet.directory.teams);
  const sent = (operation: Operation): number =>
    service.requests.filter((request) => request.operation === operation).length;
  const uidsNow = (of: Team = team): readonly string[] => of.resourceRoles.map(({ uid }) => uid);

  const journal = new Journal(files);
  const items = async (of: Team = team): Promise<readonly [TeamRole, ...TeamRole[]]> => {
    const roles = (await client.listTeamResourceRoles(of.uid)).filter(isRemovable);
    const [first, ...others] = roles.map((role): TeamRole => ({
      team: { uid: of.uid, name: of.name },
      role,
      isListed: true,
    }));
    if (first === undefined) throw new Error('The team has no roles');
    service.clearRequests();
    return [first, ...others];
  };
  const remove = (chosen: readonly TeamRole[], removeOptions?: RemoveOptions, keptIn = journal) =>
    removeRoles(client, keptIn, connection, chosen, removeOptions);

  return {
    service,
    client,
    folder,
    files,
    journal,
    team,
    otherTeam,
    connection,
    deeds,
    sent,
    uidsNow,
    /** The roles of a team, as the user chooses them. */
    items,
    remove,
    /** Removes the first role of the team. */
    removeFirst: async (): Promise<{ readonly item: TeamRole; readonly entry: JournalEntry }> => {
      const [item] = await items();
      const [result] = await remove([item]);
      if (result?.entryId === undefined) throw new Error('It was not removed');
      service.clearRequests();
      return { item, entry: await entryOf(journal, result.entryId) };
    },
    restore: (entry: JournalEntry, accepted: Accepted = {}, keptIn = journal) =>
      restoreRole(client, keptIn, entry, accepted),
    /** The journal at the next start: the previous process has ended. */
    restarted: () => new Journal(files, { pid: process.pid + 1, isAlive: () => false }),
    clientWith: (more: Partial<HttpOptions>): ServiceClient =>
      createServiceClient(
        {
          baseUrl: service.baseUrl,
          apiKey: () => Promise.resolve(service.apiKey),
          timeoutMs: () => 10_000,
          ...more,
        },
        unhurried(),
      ),
  };
}

/** Whether the outcome of an entry is possible for a role that exists, or not. The service decides `alreadyGone`. */
export function isRight({ outcome }: Pick<JournalEntry, 'outcome'>, isThere: boolean): boolean {
  if (outcome === 'removed') return !isThere;
  return outcome === 'notRemoved' ? isThere : true;
}

/** Whether an entry can be restored if it is the only one. */
export function isRestorable(entry: JournalEntry): boolean {
  return restorableEntries([entry]).length === 1;
}
