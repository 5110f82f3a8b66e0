import type { RequestTime } from './requestTime';

/**
 * The operations of the service that Poolview uses, each with the permission that it probably needs: the service's public
 * documentation lists the permissions, but does not say which operation needs which.
 */
export const permissions = {
  listProjects: 'project.list',
  listProjectUids: 'project.list',
  searchClusters: 'cluster.list',
  searchClusterMetadata: 'cluster.list',
  readCluster: 'cluster.get',
  readCloudConfig: 'cloudconfig.get',
  listMachines: 'machine.list',
  listEvents: 'cluster.get',
  listAudits: 'audit.list',
  readClusterOverview: 'cluster.get',
  listPendingRepaves: 'cluster.list',
  readRepave: 'cluster.get',
  readCertificates: 'cluster.get',
  listMachineMetrics: 'machine.list',
  listTeams: 'team.list',
  listTeamResourceRoles: 'team.get',
  listTenantRoles: 'team.get',
  listProjectRoles: 'team.get',
  listWorkspaceRoles: 'workspace.list',
  listUserResourceRoles: 'user.get',
  listRoles: 'role.list',
  readRole: 'role.get',
  listFilters: 'filter.list',
  readTagFilter: 'filter.get',
  listUserNames: 'user.list',
  listUserActivity: 'user.list',
  readOwnUser: 'user.get',
  listApiKeys: 'apiKey.list',
  addTeamResourceRole: 'team.update',
  removeTeamResourceRole: 'team.update',
} as const;

/** The methods of the client that send requests. */
export type Operation = keyof typeof permissions;

/**
 * Requests of a user are sent before those of a timer, and do not wait for their responses. Changes, and the reads that belong
 * to one, wait for neither.
 */
export type Priority = 'change' | 'user' | 'timer';

/** Options of a call of an operation. */
export interface CallOptions {
  /** Cancels the call at once. A request that was not sent yet is not sent. */
  readonly signal?: AbortSignal | undefined;
  /** `user` by default. */
  readonly priority?: Priority | undefined;
  /** Whether a read joins no other, and is not retried after a transient failure. */
  readonly isSentOnce?: boolean | undefined;
  /** How long a response may take, in milliseconds, if that is less than in the settings. */
  readonly timeoutMs?: number | undefined;
  /** Called when a request leaves for the service, which is not that of a read that this one joins. */
  readonly onLeave?: (() => void) | undefined;
  /** See {@link timed}. */
  readonly onSent?: ((time: RequestTime) => void) | undefined;
}
