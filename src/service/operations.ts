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
