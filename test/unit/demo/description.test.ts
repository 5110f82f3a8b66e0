import { describe, expect, it } from 'vitest';
import { offerOf } from '../../../src/demo/profiles';
import { profiles } from '../../../src/demo/server';
import {
  closed,
  complaintsAbout,
  describedAnswer,
  describedEndpoints,
  operationFor,
} from '../../contract/support/description';
import { sampleOf } from '../../contract/support/fields';
import type { ScriptedService } from '../../support/demo/service';
import {
  answer,
  certificatesPath,
  clusterMetadataPath,
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
    `POST ${clusterMetadataPath}`,
    `GET ${repavesPath}`,
    `GET ${eventsPath()}`,
    'GET /v1/audits',
    'GET /v1/teams',
    'GET /v1/roles',
    'GET /v1/filters',
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
      `GET ${repavePath(cluster)}`,
      `GET ${certificatesPath(cluster)}`,
      `GET ${metricsPath(cluster)}`,
    ]),
    ...[
      ...teams.map((team) => ['team', team.uid] as const),
      ...users.map((one) => ['user', one.uid] as const),
    ]
      .slice(0, 20)
      .flatMap(([kind, uid]) =>
        [`${kind}s/${uid}/roles`, `${kind}s/${uid}/projects`, `workspaces/${kind}s/${uid}/roles`]
          .concat(`${kind}s/${uid}/resourceRoles`)
          .map((path) => `GET /v1/${path}`),
      ),
    ...allRoles.slice(0, 3).map(({ uid }) => `GET /v1/roles/${uid}`),
    ...filters.map(({ uid }) => `GET /v1/filters/tag/${uid}`),
  ];
}

const endpointOf = (request: string) => {
  const [method = '', path = ''] = request.split(' ');
  return operationFor({ method, path })?.endpoint ?? '';
};

/** The paths of all values in JSON, as `sampleOf` writes them. */
function pathsIn(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([name, part]) => [
      `${path}{}`,
      ...pathsIn(part, path === '' ? name : `${path}.${name}`),
    ]),
  ];
}

/** What no demo needs, and what no service answers to a client. */
const absent = [
  /(?:^|\.)metadata\.deletionTimestamp$/,
  /rootCa|systemsManager|managedClusterConfig|clusterImport|packServer|hostClusterConfig|clusterTemplate/,
  /infraProfileTemplate|listmeta\.|abortTimestamp|spcApply|addOnServices|services|workspaces\[\]|virtual\./,
];

describe.each(profiles)('the demo service with the profile %s', (profile) => {
  it('answers every operation that it offers as described, without other fields', async () => {
    const service = await start({ profile, projects: profile === 'full' ? 21 : 4 });
    const answered = new Map<string, Set<string>>();
    for (const request of requestsFor(service)) {
      const [method = '', path = ''] = request.split(' ');
      const endpoint = endpointOf(request);
      const { status, body } = await answer(service, path, {
        method,
        ...(method === 'POST' && { body: {} }),
      });
      if (status === 404 || status === 405) continue;
      const schema = describedAnswer(endpoint);
      expect([status, request, schema && complaintsAbout(body, closed(schema))]).toEqual([200, request, []]);
      const paths = answered.get(endpoint) ?? new Set();
      for (const one of pathsIn(body)) paths.add(one);
      answered.set(endpoint, paths);
    }
    const offered = service.requests.filter(({ operation }) => operation !== undefined);
    const reads = offerOf(profile).operations.filter((name) => !/^(?:add|remove)/.test(name));
    const needs = profile === 'interface' ? reads.filter((name) => name !== 'removeTeamResourceRole') : reads;
    expect(new Set(offered.map(({ operation }) => operation))).toEqual(new Set(needs));
    if (profile !== 'full') return;
    const missing = describedEndpoints
      .filter((endpoint) => describedAnswer(endpoint))
      .flatMap((endpoint) =>
        sampleOf(describedAnswer(endpoint) ?? {})
          .fields.filter(({ path }) => !answered.get(endpoint)?.has(path))
          .map(({ path }) => `${endpoint}: ${path}`),
      );
    expect(missing.filter((one) => !absent.some((pattern) => pattern.test(one)))).toEqual([]);
  });
});
