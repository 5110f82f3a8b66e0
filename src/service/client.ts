import { unlessAborted } from './abort';
import type { Endpoint } from './endpoint';
import { ServiceError, type Operation } from './errors';
import { createHttp, type HttpOptions } from './http';
import { JoinedReads } from './joinedReads';
import type { PageAnswer } from './pages';
import { Refusals } from './refusals';
import { Schedule, type CallOptions } from './schedule';
import * as clusters from './resources/cluster';
import { searchClusterMetadata } from './resources/clusterMetadata';
import { listEvents, type EventQuery, type ServiceEvent } from './resources/event';
import * as machines from './resources/machine';
import * as projects from './resources/project';
import * as grants from './resources/grants';
import * as roles from './resources/role';
import * as filters from './resources/tagFilter';
import * as teams from './resources/team';
import * as users from './resources/user';

/**
 * The service, with one method per operation. Every method throws only {@link ServiceError}. A read joins the same read in
 * flight and is retried after a transient failure; a change is sent once. An operation that the service is known to refuse is
 * not requested again before {@link ServiceClient.forget} is called.
 */
export interface ServiceClient {
  listProjects(query: projects.ProjectQuery, options?: CallOptions): Promise<PageAnswer<projects.Project>>;
  /** The UID of every project that the key can access. */
  listProjectUids(options?: CallOptions): Promise<readonly string[]>;
  searchClusters(
    query: clusters.ClusterQuery,
    options?: CallOptions,
  ): Promise<PageAnswer<clusters.ClusterSummary>>;
  /** All clusters that the key can access, without their capacity and pools. */
  searchClusterMetadata(options?: CallOptions): Promise<PageAnswer<clusters.ClusterSummary>>;
  readCluster(uid: string, projectUid: string | undefined, options?: CallOptions): Promise<clusters.Cluster>;
  readCloudConfig(ref: clusters.CloudConfigRef, options?: CallOptions): Promise<clusters.CloudConfig>;
  listMachines(query: machines.MachineQuery, options?: CallOptions): Promise<PageAnswer<machines.Machine>>;
  listEvents(query: EventQuery, options?: CallOptions): Promise<PageAnswer<ServiceEvent>>;
  listTeams(token: string | undefined, options?: CallOptions): Promise<PageAnswer<teams.Team>>;
  listTeamResourceRoles(teamUid: string, options?: CallOptions): Promise<readonly teams.ResourceRole[]>;
  /** The roles of a team or a user in the whole tenant. */
  listTenantRoles(holder: grants.GrantHolder, options?: CallOptions): Promise<readonly grants.GrantedRoles[]>;
  listProjectRoles(
    holder: grants.GrantHolder,
    options?: CallOptions,
  ): Promise<readonly grants.GrantedRoles[]>;
  listWorkspaceRoles(
    holder: grants.GrantHolder,
    options?: CallOptions,
  ): Promise<readonly grants.GrantedRoles[]>;
  listUserResourceRoles(userUid: string, options?: CallOptions): Promise<readonly teams.ResourceRole[]>;
  listRoles(token: string | undefined, options?: CallOptions): Promise<PageAnswer<roles.Role>>;
  readRole(uid: string, options?: CallOptions): Promise<roles.Role>;
  listFilters(
    token: string | undefined,
    options?: CallOptions,
  ): Promise<PageAnswer<Pick<filters.TagFilter, 'metadata'>>>;
  readTagFilter(uid: string, options?: CallOptions): Promise<filters.TagFilter>;
  listUserNames(options?: CallOptions): Promise<PageAnswer<users.UserName>>;
  listUserActivity(options?: CallOptions): Promise<PageAnswer<users.UserActivity>>;
  addTeamResourceRole(teamUid: string, role: teams.ResourceRoleUids, options?: CallOptions): Promise<void>;
  removeTeamResourceRole(teamUid: string, resourceRoleUid: string, options?: CallOptions): Promise<void>;
  /** The error with which the service refuses an operation for all projects; undefined if it is not known to. */
  refusal(operation: Operation): ServiceError | undefined;
  /** Requests refused operations again: services and permissions change. */
  forget(): void;
}

/** Creates a client for the service at `options.baseUrl`. Clients for the same service should share a schedule. */
export function createServiceClient(options: HttpOptions, schedule = new Schedule()): ServiceClient {
  const http = createHttp(options);
  const reads = new JoinedReads();
  const refusals = new Refusals();
  schedule.allowProbes();

  const send = async <Result>(
    endpoint: Endpoint<Result>,
    { signal, priority = 'user' }: CallOptions = {},
  ): Promise<Result> => {
    const run = (signal: AbortSignal | undefined) =>
      schedule.run(endpoint, { priority, signal }, () => http(endpoint, signal));
    try {
      if (endpoint.changes) return await unlessAborted(run(signal), signal);
      // With the priority: a user's read must not join a timer's, which may be at the end of the queue.
      return await reads.join(JSON.stringify([priority, endpoint]), run, signal);
    } catch (error) {
      if (error instanceof ServiceError || signal?.aborted !== true) throw error;
      throw new ServiceError({ kind: 'cancelled', operation: endpoint.operation });
    } finally {
      if (endpoint.changes) reads.invalidate();
    }
  };
  const ask = <Result>(endpoint: Endpoint<Result>, options?: CallOptions): Promise<Result> =>
    refusals.ask(endpoint, () => send(endpoint, options));

  return {
    // Every service has one of the two listings, and `projectListing` remembers which.
    listProjects: (query, options) => send(projects.listProjects(query), options),
    searchClusters: (query, options) => ask(clusters.searchClusters(query), options),
    searchClusterMetadata: (options) => ask(searchClusterMetadata(), options),
    readCluster: (uid, projectUid, options) => ask(clusters.readCluster(uid, projectUid), options),
    readCloudConfig: (ref, options) => ask(clusters.readCloudConfig(ref), options),
    listMachines: (query, options) => ask(machines.listMachines(query), options),
    listEvents: (query, options) => ask(listEvents(query), options),
    listProjectUids: (options) => send(projects.listProjectUids(), options),
    listTeams: (token, options) => ask(teams.listTeams(token), options),
    listTeamResourceRoles: (teamUid, options) => ask(teams.listTeamResourceRoles(teamUid), options),
    listTenantRoles: (holder, options) => ask(grants.listTenantRoles(holder), options),
    listProjectRoles: (holder, options) => ask(grants.listProjectRoles(holder), options),
    listWorkspaceRoles: (holder, options) => ask(grants.listWorkspaceRoles(holder), options),
    listUserResourceRoles: (userUid, options) => ask(grants.listUserResourceRoles(userUid), options),
    listRoles: (token, options) => ask(roles.listRoles(token), options),
    readRole: (uid, options) => ask(roles.readRole(uid), options),
    listFilters: (token, options) => ask(filters.listFilters(token), options),
    readTagFilter: (uid, options) => ask(filters.readTagFilter(uid), options),
    listUserNames: (options) => ask(users.listUserNames(), options),
    listUserActivity: (options) => ask(users.listUserActivity(), options),
    addTeamResourceRole: async (teamUid, role, options) => {
      await send(teams.addTeamResourceRole(teamUid, role), options);
    },
    removeTeamResourceRole: async (teamUid, resourceRoleUid, options) => {
      await send(teams.removeTeamResourceRole(teamUid, resourceRoleUid), options);
    },
    refusal: (operation) => refusals.of(operation),
    forget: () => {
      refusals.forget();
    },
  };
}
