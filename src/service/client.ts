import { unlessAborted } from './abort';
import type { Endpoint } from './endpoint';
import { ServiceError } from './errors';
import { createHttp, type HttpOptions } from './http';
import { JoinedReads } from './joinedReads';
import type { Operation } from './operations';
import type { PageAnswer } from './pages';
import { Refusals } from './refusals';
import { requestTime } from './requestTime';
import { Schedule, type CallOptions } from './schedule';
import * as certificates from './resources/certificates';
import * as clusters from './resources/cluster';
import * as metadata from './resources/clusterMetadata';
import * as overviews from './resources/clusterOverview';
import * as audits from './resources/audit';
import * as events from './resources/event';
import * as grants from './resources/grants';
import * as machines from './resources/machine';
import * as metrics from './resources/metrics';
import * as projects from './resources/project';
import * as repaves from './resources/repave';
import * as roles from './resources/role';
import * as filters from './resources/tagFilter';
import * as teams from './resources/team';
import * as users from './resources/user';

/** The reads that a service may refuse for good. Each has a method of the client, with the same parameters. */
const reads = {
  searchClusters: clusters.searchClusters,
  searchClusterMetadata: metadata.searchClusterMetadata,
  readCluster: clusters.readCluster,
  readCloudConfig: clusters.readCloudConfig,
  listMachines: machines.listMachines,
  listEvents: events.listEvents,
  listAudits: audits.listAudits,
  readClusterOverview: overviews.readClusterOverview,
  listPendingRepaves: repaves.listPendingRepaves,
  readRepave: repaves.readRepave,
  readCertificates: certificates.readCertificates,
  listMachineMetrics: metrics.listMachineMetrics,
  listTeams: teams.listTeams,
  listTeamResourceRoles: teams.listTeamResourceRoles,
  listTenantRoles: grants.listTenantRoles,
  listProjectRoles: grants.listProjectRoles,
  listWorkspaceRoles: grants.listWorkspaceRoles,
  listUserResourceRoles: grants.listUserResourceRoles,
  listRoles: roles.listRoles,
  readRole: roles.readRole,
  listFilters: filters.listFilters,
  readTagFilter: filters.readTagFilter,
  listUserNames: users.listUserNames,
  listUserActivity: users.listUserActivity,
  readOwnUser: users.readOwnUser,
  listApiKeys: users.listApiKeys,
} satisfies Partial<Record<Operation, unknown>>;

/** Sends the request of an endpoint. */
type ReadMethod<EndpointOf> = EndpointOf extends (...args: infer Args) => Endpoint<infer Result>
  ? (...args: [...Args, options?: CallOptions]) => Promise<Result>
  : never;

type ReadMethods = { readonly [Name in keyof typeof reads]: ReadMethod<(typeof reads)[Name]> };

/**
 * The service, with one method per operation. Every method throws only {@link ServiceError}. A read joins the same read in
 * flight and is retried after a transient failure; a change is sent once. A read that the service is known to refuse is not
 * requested again before {@link Refusals.forget} is called.
 */
export interface ServiceClient extends ReadMethods {
  listProjects(query: projects.ProjectQuery, options?: CallOptions): Promise<PageAnswer<projects.Project>>;
  /** UID and name of every project that the key can access. */
  readonly listProjectUids: (options?: CallOptions) => Promise<readonly teams.ExactReference[]>;
  addTeamResourceRole(teamUid: string, role: teams.ResourceRoleUids, options?: CallOptions): Promise<void>;
  removeTeamResourceRole(teamUid: string, resourceRoleUid: string, options?: CallOptions): Promise<void>;
  readonly refusals: Refusals;
  /** Whether a read is in flight. */
  readonly isReading: boolean;
}

/** Creates a client for the service at `options.baseUrl`. Clients for the same service should share a schedule. */
export function createServiceClient(
  options: HttpOptions,
  schedule = new Schedule(),
  refusals = new Refusals(),
): ServiceClient {
  const http = createHttp(options);
  const joined = new JoinedReads();
  schedule.allowProbes();

  const send = async <Result>(
    endpoint: Endpoint<Result>,
    { signal, priority = 'user', isSentOnce, timeoutMs, onLeave, onSent }: CallOptions = {},
  ): Promise<Result> => {
    const run = async (signal: AbortSignal | undefined) => {
      let sent = requestTime();
      const result = await schedule.run(endpoint, { priority, isSentOnce, signal }, () => {
        sent = requestTime();
        onLeave?.();
        return http(endpoint, signal, timeoutMs);
      });
      return { result, sent };
    };
    try {
      const { result, sent } =
        endpoint.changes || isSentOnce
          ? await unlessAborted(run(signal), signal)
          : // With the priority: a user's read must not join a timer's, which may be at the end of the queue.
            await joined.join(JSON.stringify([priority, endpoint]), run, signal);
      onSent?.({ ...sent, aheadMs: options.clock?.aheadMs });
      return result;
    } catch (error) {
      if (error instanceof ServiceError || signal?.aborted !== true) throw error;
      throw new ServiceError({ kind: 'cancelled', operation: endpoint.operation });
    } finally {
      if (endpoint.changes) joined.invalidate();
    }
  };

  const ask = <Result>(endpoint: Endpoint<Result>, options?: CallOptions): Promise<Result> =>
    refusals.ask(endpoint, (each) => send(each, options));

  return {
    ...readMethods(ask),
    // Every service has one of the two listings: `projectListing.ts` decides which one is refused.
    listProjects: (query, options) => send(projects.listProjects(query), options),
    listProjectUids: (options) => send(projects.listProjectUids(), options),
    addTeamResourceRole: async (teamUid, role, options) => {
      await send(teams.addTeamResourceRole(teamUid, role), options);
    },
    removeTeamResourceRole: async (teamUid, resourceRoleUid, options) => {
      await ask(teams.removeTeamResourceRole(teamUid, resourceRoleUid), options);
    },
    refusals,
    get isReading() {
      return joined.isReading;
    },
  };
}

/** The methods for all reads: the parameters are those of the endpoint, then the options. */
function readMethods(ask: (endpoint: Endpoint, options?: CallOptions) => Promise<unknown>): ReadMethods {
  const endpoints: Readonly<Record<string, (...args: never[]) => Endpoint>> = reads;
  const methods = Object.entries(endpoints).map(([name, endpointOf]) => {
    const { length } = endpointOf;
    const method = (...given: never[]) => ask(endpointOf(...given.slice(0, length)), given[length]);
    return [name, method];
  });
  return Object.fromEntries(methods) as ReadMethods;
}
