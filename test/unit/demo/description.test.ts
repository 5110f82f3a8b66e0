import { describe, expect, it } from 'vitest';
import { offerOf } from '../../../src/demo/profiles';
import { profiles } from '../../../src/demo/server';
import { closed, complaintsAbout, describedAnswer, operationFor } from '../../contract/support/description';
import type { ScriptedService } from '../../support/demo/service';
import {
  answer,
  clusterSearchPath,
  configPath,
  eventsPath,
  machinesPath,
  metricsPath,
  overviewPath,
  projectsPath,
  repavesPath,
  start,
} from './helper';

/** A request for every operation that the service offers, and for the cloud config and the pools of each cluster. */
function requestsFor({ fleet }: ScriptedService): readonly string[] {
  const { teams, users, allRoles, filters } = fleet.directory;
  const clusters = fleet.projects.flatMap((project) => project.clusters);
  const some = clusters.filter(({ name }) => /^payments-eu|^ledger|^chaos-lab|^inventory|-2$/.test(name));
  return [
    `GET ${projectsPath}?limit=50&offset=0&period=60`,
    `POST ${projectsPath}`,
    `GET ${projectsPath}/metadata`,
    `POST ${clusterSearchPath}`,
    `POST /v1/dashboard/spectroclusters/metadata/search`,
    `GET ${repavesPath}`,
    `GET ${eventsPath()}`,
    'GET /v1/audits',
    'GET /v1/teams',
    'GET /v1/roles',
    'GET /v1/filters',
    'GET /v1/apiKeys',
    'GET /v1/users/info',
    'GET /v1/users/meta',
    'POST /v1/users/summary',
    ...clusters.flatMap((cluster) => [
      `GET ${configPath(cluster)}`,
      ...cluster.pools.map(({ name }) => `GET ${machinesPath(cluster, name)}`),
    ]),
    ...some.flatMap((cluster) => [
      `GET /v1/spectroclusters/${cluster.uid}`,
      `GET ${eventsPath(cluster)}`,
      `GET ${overviewPath(cluster)}`,
      `GET /v1/spectroclusters/${cluster.uid}/repave/status`,
      `GET /v1/spectroclusters/${cluster.uid}/k8certificates`,
      `GET ${metricsPath(cluster, '&period=20')}`,
    ]),
    ...[teams.slice(0, 8), users.slice(0, 8)].flatMap((holders, index) =>
      holders.flatMap(({ uid }) => {
        const kind = ['teams', 'users'][index] ?? '';
        return ['roles', 'projects', 'resourceRoles']
          .map((what) => `GET /v1/${kind}/${uid}/${what}`)
          .concat(`GET /v1/workspaces/${kind}/${uid}/roles`);
      }),
    ),
    ...allRoles.slice(0, 3).map(({ uid }) => `GET /v1/roles/${uid}`),
    ...filters.map(({ uid }) => `GET /v1/filters/tag/${uid}`),
  ];
}

const endpointOf = (request: string) => {
  const [method = '', path = ''] = request.split(' ');
  return operationFor({ method, path })?.endpoint ?? '';
};

describe.each(profiles)('the demo service with the profile %s', (profile) => {
  it('answers every operation that it offers as described, without other fields', async () => {
    const service = await start({ profile, projects: profile === 'full' ? 16 : 4 });
    const complaints = new Set<string>();
    for (const request of requestsFor(service)) {
      const [method = '', path = ''] = request.split(' ');
      const endpoint = endpointOf(request);
      const { status, body } = await answer(service, path, {
        method,
        ...(method === 'POST' && { body: {} }),
      });
      if (status === 404 || status === 405) continue;
      const schema = describedAnswer(endpoint);
      if (status !== 200) complaints.add(`${endpoint}: ${status}`);
      for (const one of schema ? complaintsAbout(body, closed(schema)) : [])
        complaints.add(`${endpoint}: ${one}`);
    }
    expect([...complaints]).toEqual([]);
    const asked = service.requests.flatMap(({ operation = [] }) => operation);
    const reads = offerOf(profile).operations.filter((name) => !/^(?:add|remove)/.test(name));
    expect(new Set(asked)).toEqual(new Set(reads));
  });
});
