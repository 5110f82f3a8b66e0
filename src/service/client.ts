import { unlessAborted } from './abort';
import { ServiceError } from './errors';
import { createHttp, type Endpoint, type HttpOptions } from './http';
import { JoinedReads } from './joinedReads';
import type { PageAnswer } from './pages';
import { Schedule, type CallOptions } from './schedule';
import * as clusters from './resources/cluster';
import type { ListAnswer } from './resources/metadata';
import * as machines from './resources/machine';
import * as projects from './resources/project';
import * as teams from './resources/team';

/**
 * The service, one method per operation. Every method throws nothing but {@link ServiceError}. Reads are joined with the
 * same read under way, and repeated where they fail in a way that passes; a change is sent once.
 */
export interface ServiceClient {
  listProjects(query: projects.ProjectQuery, options?: CallOptions): Promise<PageAnswer<projects.Project>>;
  /** The uid of every project that the key may see. */
  listProjectUids(options?: CallOptions): Promise<readonly string[]>;
  searchClusters(
    query: clusters.ClusterQuery,
    options?: CallOptions,
  ): Promise<PageAnswer<clusters.ClusterSummary>>;
  readCluster(uid: string, projectUid: string | undefined, options?: CallOptions): Promise<clusters.Cluster>;
  readCloudConfig(ref: clusters.CloudConfigRef, options?: CallOptions): Promise<clusters.CloudConfig>;
  listMachines(query: machines.MachineQuery, options?: CallOptions): Promise<PageAnswer<machines.Machine>>;
  listTeams(token: string | undefined, options?: CallOptions): Promise<PageAnswer<teams.Team>>;
  listTeamResourceRoles(teamUid: string, options?: CallOptions): Promise<readonly teams.ResourceRole[]>;
  addTeamResourceRole(teamUid: string, role: teams.ResourceRoleUids, options?: CallOptions): Promise<void>;
  removeTeamResourceRole(teamUid: string, resourceRoleUid: string, options?: CallOptions): Promise<void>;
}

/** A client for the service at `options.baseUrl`. Clients for one service should share a schedule. */
export function createServiceClient(options: HttpOptions, schedule = new Schedule()): ServiceClient {
  const http = createHttp(options);
  const reads = new JoinedReads();
  schedule.allowProbes();

  const send = async <Answer>(
    endpoint: Endpoint<Answer>,
    { signal, priority = 'person' }: CallOptions = {},
  ): Promise<Answer> => {
    const run = (until: AbortSignal | undefined) =>
      schedule.run(endpoint, { priority, signal: until }, () => http(endpoint, until));
    try {
      if (endpoint.changes) return await unlessAborted(run(signal), signal);
      // A timer's read is not good enough for a person: it may be waiting behind what other people asked for.
      const key = JSON.stringify([priority, { ...endpoint, answer: undefined }]);
      return await reads.join(key, run, signal);
    } catch (error) {
      // Where it was given up before it was sent.
      if (signal?.aborted === true && !(error instanceof ServiceError)) {
        throw new ServiceError({ kind: 'cancelled', operation: endpoint.operation });
      }
      throw error;
    } finally {
      // What is being read may be older than the change.
      if (endpoint.changes) reads.invalidate();
    }
  };

  return {
    listProjects: (query, options) => send(projects.listProjects(query), options).then(pageOf),
    searchClusters: (query, options) => send(clusters.searchClusters(query), options).then(pageOf),
    readCluster: (uid, projectUid, options) => send(clusters.readCluster(uid, projectUid), options),
    readCloudConfig: (ref, options) => send(clusters.readCloudConfig(ref), options),
    listMachines: (query, options) => send(machines.listMachines(query), options).then(pageOf),
    listProjectUids: (options) => send(projects.listProjectUids(), options),
    listTeams: (token, options) => send(teams.listTeams(token), options).then(pageOf),
    listTeamResourceRoles: (teamUid, options) => send(teams.listTeamResourceRoles(teamUid), options),
    addTeamResourceRole: (teamUid, role, options) => send(teams.addTeamResourceRole(teamUid, role), options),
    removeTeamResourceRole: (teamUid, resourceRoleUid, options) =>
      send(teams.removeTeamResourceRole(teamUid, resourceRoleUid), options),
  };
}

function pageOf<Item>({ items, listmeta, isTruncated }: ListAnswer<Item>): PageAnswer<Item> {
  const page = { items, total: listmeta?.count, continue: listmeta?.continue };
  return isTruncated ? { ...page, cut: 'tooManyItems' } : page;
}
