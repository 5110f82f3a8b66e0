import { describe, expect, it } from 'vitest';
import { cloudTypes } from '../../../src/demo/fleet/clouds/cloudTypes';
import { profiles, type Operation, type Profile } from '../../../src/demo/server';
import type { ScriptedService } from '../../support/demo/service';
import {
  ask,
  certificatesPath,
  clusterMetadataPath,
  clusterNamed,
  clusterSearchPath,
  configPath,
  eventsPath,
  machinesPath,
  metricsPath,
  overviewPath,
  projectsPath,
  repavePath,
  repavesPath,
  start,
} from './helper';

/** One request for each operation. The status is not 404 or 405 if the operation is offered. */
function requestsFor(service: ScriptedService): Record<Operation, readonly [method: string, path: string]> {
  const cluster = clusterNamed(service, 'payments-eu');
  const [team] = service.fleet.directory.teams;
  const [user] = service.fleet.directory.users;
  const [role] = service.fleet.directory.allRoles;
  const [filter] = service.fleet.directory.filters;
  const ofTeam = `/v1/teams/${team?.uid ?? ''}`;
  const ofUser = `/v1/users/${user?.uid ?? ''}`;
  const roles = `${ofTeam}/resourceRoles`;
  return {
    listProjectsGet: ['GET', projectsPath],
    listProjectsPost: ['POST', projectsPath],
    listProjectNames: ['GET', `${projectsPath}/metadata`],
    searchClusters: ['POST', clusterSearchPath],
    searchClusterMetadata: ['POST', clusterMetadataPath],
    readCluster: ['GET', `/v1/spectroclusters/${cluster.uid}`],
    readCloudConfig: ['GET', configPath(cluster)],
    listMachines: ['GET', machinesPath(cluster, 'workers')],
    listEvents: ['GET', eventsPath(cluster)],
    listAudits: ['GET', '/v1/audits'],
    readClusterOverview: ['GET', overviewPath(cluster)],
    listPendingRepaves: ['GET', repavesPath],
    readRepave: ['GET', repavePath(cluster)],
    readCertificates: ['GET', certificatesPath(cluster)],
    listMachineMetrics: ['GET', metricsPath(cluster)],
    listTeams: ['GET', '/v1/teams'],
    listTeamResourceRoles: ['GET', roles],
    listTeamTenantRoles: ['GET', `${ofTeam}/roles`],
    listTeamProjectRoles: ['GET', `${ofTeam}/projects`],
    listTeamWorkspaceRoles: ['GET', `/v1/workspaces/teams/${team?.uid ?? ''}/roles`],
    listUserTenantRoles: ['GET', `${ofUser}/roles`],
    listUserProjectRoles: ['GET', `${ofUser}/projects`],
    listUserWorkspaceRoles: ['GET', `/v1/workspaces/users/${user?.uid ?? ''}/roles`],
    listUserResourceRoles: ['GET', `${ofUser}/resourceRoles`],
    listUserNames: ['GET', '/v1/users/meta'],
    listUserActivity: ['POST', '/v1/users/summary'],
    listRoles: ['GET', '/v1/roles'],
    readRole: ['GET', `/v1/roles/${role?.uid ?? ''}`],
    listFilters: ['GET', '/v1/filters'],
    readTagFilter: ['GET', `/v1/filters/tag/${filter?.uid ?? ''}`],
    addTeamResourceRole: ['POST', roles],
    removeTeamResourceRole: ['DELETE', `${roles}/${team?.resourceRoles[0]?.uid ?? ''}`],
  };
}

/** The status of each operation. */
async function statuses(service: ScriptedService) {
  const requests = Object.entries(requestsFor(service));
  const answers = requests.map(async ([operation, [method, path]]) => {
    const body = method === 'POST' ? { body: { roles: [] } } : {};
    return [operation, (await ask(service, path, { method, ...body })).status] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

const isOffered = {
  listProjectsGet: 200,
  listProjectsPost: 200,
  listProjectNames: 200,
  searchClusters: 200,
  searchClusterMetadata: 200,
  readCluster: 200,
  readCloudConfig: 200,
  listMachines: 200,
  listEvents: 200,
  listAudits: 200,
  readClusterOverview: 200,
  listPendingRepaves: 200,
  readRepave: 200,
  readCertificates: 200,
  listMachineMetrics: 200,
  listTeams: 200,
  listTeamResourceRoles: 200,
  listTeamTenantRoles: 200,
  listTeamProjectRoles: 200,
  listTeamWorkspaceRoles: 200,
  listUserTenantRoles: 200,
  listUserProjectRoles: 200,
  listUserWorkspaceRoles: 200,
  listUserResourceRoles: 200,
  listUserNames: 200,
  listUserActivity: 200,
  listRoles: 200,
  readRole: 200,
  listFilters: 200,
  readTagFilter: 200,
  // Its roles are not requested.
  addTeamResourceRole: 400,
  removeTeamResourceRole: 204,
};

/** What only services that list teams offer. */
const noAccess = {
  listAudits: 404,
  readClusterOverview: 404,
  listPendingRepaves: 404,
  readRepave: 404,
  readCertificates: 404,
  listMachineMetrics: 404,
  listTeamTenantRoles: 404,
  listTeamProjectRoles: 404,
  listTeamWorkspaceRoles: 404,
  listUserTenantRoles: 404,
  listUserProjectRoles: 404,
  listUserWorkspaceRoles: 404,
  listUserResourceRoles: 404,
  listUserNames: 404,
  listUserActivity: 404,
  listRoles: 404,
  readRole: 404,
  listFilters: 404,
  readTagFilter: 404,
};

describe('a profile', () => {
  it.each<[Profile, Partial<Record<Operation, number>>]>([
    [
      'interface',
      {
        listProjectsPost: 405,
        listProjectNames: 404,
        searchClusters: 404,
        searchClusterMetadata: 404,
        readCluster: 404,
        readCloudConfig: 404,
        listEvents: 404,
        listTeams: 404,
        listTeamResourceRoles: 404,
        addTeamResourceRole: 404,
        ...noAccess,
      },
    ],
    [
      'classic',
      {
        listProjectsPost: 405,
        listProjectNames: 404,
        searchClusters: 404,
        searchClusterMetadata: 404,
        listEvents: 404,
        listTeams: 404,
        ...noAccess,
      },
    ],
    ['current', { listProjectsGet: 405 }],
    ['full', {}],
    ['large', {}],
  ])('%s offers exactly its operations', async (profile, others) => {
    expect(await statuses(await start({ profile }))).toEqual({ ...isOffered, ...others });
  });

  it('is full by default', async () => {
    expect(await statuses(await start())).toEqual(isOffered);
    expect(profiles).toEqual(['interface', 'classic', 'current', 'full', 'large']);
  });

  it('can be reduced', async () => {
    const service = await start({ profile: 'current', without: ['searchClusters', 'listProjectsPost'] });
    expect(await statuses(service)).toEqual({
      ...isOffered,
      searchClusters: 404,
      listProjectsPost: 404,
      // No method is offered at that path.
      listProjectsGet: 404,
    });
  });

  it('lists the methods of a path', async () => {
    const allowed = async (profile: Profile, method: string) =>
      (await ask(await start({ profile }), projectsPath, { method })).headers.get('allow');
    expect(await allowed('classic', 'POST')).toBe('GET');
    expect(await allowed('current', 'GET')).toBe('POST');
    expect(await allowed('full', 'PUT')).toBe('GET, POST');
  });
});

describe('the clouds of a profile', () => {
  const all = ({ fleet }: ScriptedService) => fleet.projects.flatMap(({ clusters }) => clusters);

  it.each(['interface', 'classic'] as const)('are OpenStack alone: %s', async (profile) => {
    const service = await start({ profile });
    expect(new Set(all(service).map(({ cloudType }) => cloudType))).toEqual(new Set(['openstack']));
    const cluster = clusterNamed(service, 'atlas-eks');
    expect((await ask(service, machinesPath(cluster, 'workers'))).status).toBe(200);
    for (const cloudType of ['eks', 'nutanix'] as const) {
      expect((await ask(service, machinesPath({ ...cluster, cloudType }, 'workers'))).status).toBe(404);
    }
  });

  it('are all except OpenStack in the current one', async () => {
    const service = await start({ profile: 'current' });
    const found = new Set<string>(all(service).map(({ cloudType }) => cloudType));
    expect([...found].sort()).toEqual(
      [...cloudTypes.filter((name) => name !== 'openstack'), 'nutanix'].sort(),
    );
    const cluster = { ...clusterNamed(service, 'payments-eu'), cloudType: 'openstack' as const };
    expect((await ask(service, configPath(cluster), { method: 'POST' })).status).toBe(404);
  });

  it('do not affect projects, clusters and their names', async () => {
    const [first, ...others] = await Promise.all(
      profiles.map(async (profile) =>
        (await start({ profile })).fleet.projects.map((project) => ({
          name: project.name,
          clusters: project.clusters.map((cluster) => ({
            name: cluster.name,
            uid: cluster.uid,
            pools: cluster.pools.map(({ name, size, range }) => ({ name, size, range })),
          })),
        })),
      ),
    );
    for (const other of others) {
      expect(other).toEqual(first);
    }
    expect(first?.[0]?.clusters[0]).toMatchObject({
      name: 'payments-eu',
      pools: [
        { name: 'control-plane', size: 3 },
        { name: 'workers', size: 12, range: [3, 20] },
      ],
    });
  });

  it('include the autoscale range of payments-eu in every cloud', async () => {
    for (const profile of ['classic', 'current', 'full'] as const) {
      const service = await start({ profile });
      const response = await ask(service, configPath(clusterNamed(service, 'payments-eu')));
      expect(await response.json()).toMatchObject({
        spec: { machinePoolConfig: [{ size: 3 }, { name: 'workers', size: 12, minSize: 3, maxSize: 20 }] },
      });
    }
  });
});
