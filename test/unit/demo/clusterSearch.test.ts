import { describe, expect, it } from 'vitest';
import type { Fleet } from '../../../src/demo/fleet/fleet';
import { hostileTexts } from '../../support/demo/hostile';
import type { ScriptedService } from '../../support/demo/service';
import {
  answer,
  ask,
  clusterMetadataPath,
  clusterNamed,
  clusterSearchPath,
  errorBody,
  listPage,
  machinesPath,
  start,
  type Machine,
  type Page,
} from './helper';
import { fieldsOf, parseFields } from './publishedFields';

type Summary = ReturnType<Fleet['summarizeCluster']>;

interface Found {
  readonly items: Summary[];
  readonly listmeta: Page['listmeta'];
}

const search = (service: ScriptedService, query = '', headers = {}, body: unknown = {}) =>
  answer(service, `${clusterSearchPath}?${query}`, { method: 'POST', headers, body });

/** The body of a search for clusters by name. */
const named = (name: string, operator = 'contains', ignoreCase = true) => {
  const condition = { string: { operator, ignoreCase, match: { conjunction: 'or', values: [name] } } };
  const filters = [{ property: 'clusterName', type: 'string', condition }];
  return { filter: { conjunction: 'and', filterGroups: [{ conjunction: 'and', filters }] } };
};

/** The same for `ledger`, in another form. */
function changed(from: string, to: string): unknown {
  const json = JSON.stringify(named('ledger'));
  expect(json.split(from)).toHaveLength(2);
  return JSON.parse(json.replace(from, to));
}

/** The clusters in the project of that name. */
async function searchIn(service: ScriptedService, name: string): Promise<Summary[]> {
  const uid = service.fleet.projects.find((project) => project.name === name)?.uid ?? '';
  return ((await search(service, '', { ProjectUid: uid })).body as Found).items;
}

const names = (items: readonly Summary[]) => items.map(({ metadata }) => metadata.name);

describe('a cluster search', () => {
  it('finds the clusters of its project', async () => {
    const service = await start();
    expect(names(await searchIn(service, 'ledger'))).toEqual(['ledger-eu', 'ledger-us', 'ledger-dr']);
    expect(await searchIn(service, 'sandbox')).toEqual([]);
  });

  it('without a project finds the clusters of the tenant, at most 50 per page', async () => {
    const service = await start({ projects: 40 });
    const all = service.fleet.projects.flatMap(({ clusters }) => clusters.map(({ uid }) => uid));
    const found: string[] = [];
    let token = '';
    do {
      const { items, listmeta } = (await search(service, `continue=${token}`)).body as Found;
      expect(listmeta.count).toBe(all.length);
      expect(items.length).toBeLessThanOrEqual(50);
      found.push(...items.map(({ metadata }) => metadata.uid));
      token = listmeta.continue;
    } while (token);
    expect(found).toEqual(all);
    expect(all.length).toBeGreaterThan(50);
  });

  it('accepts a limit, an offset and its own tokens only', async () => {
    const service = await start();
    const first = (await search(service)).body as Found;
    const some = (await search(service, 'limit=4&offset=2')).body as Found;
    expect(names(some.items)).toEqual(names(first.items).slice(2, 6));
    const { continue: foreign } = (await listPage(service)).listmeta;
    for (const query of ['limit=51', 'limit=0', 'offset=-1', `continue=${foreign}`]) {
      expect(await search(service, query)).toEqual({ status: 400, body: errorBody('InvalidRequest') });
    }
  });

  it.each([
    ['contains', true, 'Ger-E', ['ledger-eu']],
    ['contains', false, 'Ger-E', []],
    ['contains', true, '', undefined],
    ['beginsWith', true, 'LEDGER', ['ledger-eu', 'ledger-us', 'ledger-dr']],
    ['beginsWith', true, 'edger', []],
    ['eq', true, 'Ledger-DR', ['ledger-dr']],
    ['eq', false, 'ledger-dr', ['ledger-dr']],
    ['eq', true, 'ledger', []],
  ])('finds by name: %s (ignoring case: %s) %j', async (operator, ignoreCase, name, expected) => {
    const service = await start({ projects: 8 });
    const { items, listmeta } = (await search(service, '', {}, named(name, operator, ignoreCase)))
      .body as Found;
    const all = service.fleet.projects.flatMap(({ clusters }) => clusters.map((cluster) => cluster.name));
    const found = expected ?? all;
    expect(names(items)).toEqual(found.slice(0, 50));
    expect(listmeta.count).toBe(found.length);
  });

  it('finds by name in all projects or in one', async () => {
    const service = await start();
    const every = ((await search(service, '', {}, named('-eu'))).body as Found).items;
    const projects = new Set(every.map(({ specSummary }) => specSummary.projectMeta.name));
    expect(projects.size).toBeGreaterThan(1);
    const ledger = service.fleet.projects.find(({ name }) => name === 'ledger')?.uid ?? '';
    const one = ((await search(service, '', { ProjectUid: ledger }, named('-eu'))).body as Found).items;
    expect(names(one)).toEqual(['ledger-eu']);
  });

  it('accepts a token with the same search only', async () => {
    const service = await start();
    const { listmeta } = (await search(service, 'limit=1', {}, named('-eu'))).body as Found;
    const next = `limit=1&continue=${listmeta.continue}`;
    expect(((await search(service, next, {}, named('-eu'))).body as Found).items).toHaveLength(1);
    for (const other of [{}, named('-us'), named('-eu', 'beginsWith')]) {
      expect((await search(service, next, {}, other)).status).toBe(400);
    }
  });

  it('rejects a project that does not exist', async () => {
    const service = await start();
    expect(await search(service, '', { ProjectUid: 'nonsense' })).toEqual({
      status: 404,
      body: errorBody('ResourceNotFound'),
    });
  });

  it.each([
    ['broken JSON', '{"filter":'],
    ['a list', []],
    ['null', null],
    ['a text', '"payments"'],
    ['a filter that is none', { filter: { conjunction: 'and' } }],
    ['an order, which this service cannot', { sort: [{ field: 'clusterName' }] }],
    ['an order beside a filter', { ...named('ledger'), sort: [{ field: 'clusterName' }] }],
    ['a filter by something else', changed('"clusterName"', '"environment"')],
    ['a filter by a number', changed('"type":"string"', '"type":"int"')],
    ['a comparison that is none', named('ledger', 'ne')],
    ['a filter for what is not so', changed('"operator"', '"negation":true,"operator"')],
    ['a name that is no text', changed('"ledger"', '7')],
    ['capitals that are neither', changed('"ignoreCase":true', '"ignoreCase":"yes"')],
    ['two names at once', changed('"or"', '"and"')],
    ['two filters at once', changed('"filters":[{', '"filters":[{},{')],
    ['two groups of filters', changed('"filterGroups":[{', '"filterGroups":[{},{')],
  ])('rejects %s', async (_, body) => {
    expect(await search(await start(), '', {}, body)).toEqual({
      status: 400,
      body: errorBody('InvalidRequest'),
    });
  });

  it('accepts a search without a filter', async () => {
    const service = await start({ projects: 1 });
    for (const body of ['', {}, { filter: null, sort: [] }, { filter: {} }]) {
      expect((await search(service, '', {}, body)).status).toBe(200);
    }
  });
});

describe('a found cluster', () => {
  it('has published fields only', async () => {
    const service = await start();
    const values =
      'manifests{kind name uid} params{login} presets{add displayName name} schema{name regex} values';
    const template = `{cloudType name packs{layer name tag type version ${values}} scope type uid version}`;
    const pool = '{cloudType healthy isControlPlane labels maintenanceMode size}';
    const metric = '{lastUpdatedTime limit request total unit usage}';
    const cost = '{cloud{compute storage total} total}';
    expect(fieldsOf(await searchIn(service, 'atlas'))).toEqual(
      parseFields(`metadata{annotations creationTimestamp labels lastModifiedTimestamp name uid}
        specSummary{archTypes cloudAccountMeta{name uid} clusterConfig{timezone} projectMeta{name uid}
          cloudConfig{cloudType uid machinePools${pool} hybridMachinePools${pool}}
          clusterProfileTemplate${template} clusterProfileTemplates${template}}
        status{clusterImport{importLink isBrownfield state} cost${cost} fips{mode} hourlyRate${cost}
          health{agentVersion conditions{message relatedObject{kind name uid} type} lastHeartBeatTimestamp state}
          location{coordinates countryCode countryName regionCode regionName}
          metrics{cpu${metric} memory${metric}} notifications{isAvailable isTemplateVariableResolutionPending}
          state virtual{hostCluster{kind name projectUid uid} lifecycleStatus{msg status} state}}`),
    );
  });

  it('leads to its cloud config, and belongs to its project', async () => {
    const service = await start();
    const [payments] = service.fleet.projects;
    for (const { metadata, specSummary } of await searchIn(service, 'payments')) {
      const cluster = clusterNamed(service, metadata.name);
      expect(specSummary.cloudConfig).toMatchObject({ uid: cluster.configUid, cloudType: cluster.cloudType });
      expect(specSummary.projectMeta).toEqual({ name: 'payments', uid: payments?.uid });
    }
  });

  it.each(['payments', 'ledger', 'atlas', 'chaos-lab'])(
    'has the number of machines of its pools in %s',
    async (project) => {
      const service = await start();
      for (const { metadata, specSummary } of await searchIn(service, project)) {
        const cluster = clusterNamed(service, metadata.name);
        for (const [place, { name, isControlPlane }] of cluster.pools.entries()) {
          const { body } = await answer(service, machinesPath(cluster, name));
          const { items } = body as { items: Machine[] };
          const healthy = items.filter(({ status: { health, instanceState } }) => {
            const beat = Date.parse(health?.lastHeartBeatTimestamp ?? new Date().toISOString());
            const isSilent = instanceState === 'Running' && Date.now() - beat > 600_000;
            return health?.state !== 'unhealthy' && !isSilent;
          });
          expect(specSummary.cloudConfig.machinePools[place]).toMatchObject({
            size: items.length,
            healthy: healthy.length,
            maintenanceMode: items.filter(({ status }) => status.maintenanceStatus).length,
            isControlPlane,
          });
        }
      }
    },
  );

  it('has the health that its project reports', async () => {
    const service = await start();
    const { items } = await listPage(service);
    for (const { metadata, status } of items.slice(0, 30)) {
      const states = (await searchIn(service, metadata.name)).map((one) => one.status);
      const count = (state: string) => states.filter(({ health }) => health.state === state).length;
      expect(count('Unhealthy')).toBe(status.clustersHealth.unhealthy);
      expect(count('Healthy')).toBe(status.clustersHealth.healthy);
      expect(states.filter(({ state }) => state === 'Error')).toHaveLength(status.clustersHealth.errored);
    }
  });

  it('has unhealthy conditions that follow its machines', async () => {
    const service = await start();
    const of = async () =>
      (await searchIn(service, 'payments')).find((one) => one.metadata.name === 'payments-uk');
    expect((await of())?.status.health).toMatchObject({ state: 'Healthy', conditions: [] });
    service.fleet.pool('payments-uk', 'workers').pool.situations.set(2, 'failed');
    expect((await of())?.status.health).toMatchObject({
      state: 'Unhealthy',
      conditions: [
        {
          message: 'No valid host was found. There are not enough hosts available.',
          relatedObject: { kind: 'machine', name: 'payments-uk-workers-3' },
        },
      ],
    });
    expect((await of())?.specSummary.cloudConfig.machinePools[1]).toMatchObject({ size: 4, healthy: 3 });
  });

  it('includes the hybrid machine pools of the one cluster that has them', async () => {
    const found = (await searchIn(await start(), 'atlas')).filter(
      ({ specSummary }) => specSummary.cloudConfig.hybridMachinePools.length > 0,
    );
    expect(names(found)).toEqual(['atlas-aws']);
    expect(found[0]?.specSummary.cloudConfig.hybridMachinePools).toMatchObject([
      { cloudType: 'edge-native', size: 2, healthy: 1 },
    ]);
  });
});

describe('a search for cluster metadata', () => {
  const searchMetadata = async (service: ScriptedService, asked = {}) =>
    (await answer(service, clusterMetadataPath, { method: 'POST', body: {}, ...asked })).body as {
      readonly items: ReturnType<Fleet['summarizeMetadata']>[];
      readonly listmeta: Page['listmeta'];
    };

  it('finds all clusters at once, as cluster search describes them', async () => {
    const service = await start({ projects: 20 });
    const { items, listmeta } = await searchMetadata(service);
    const all = service.fleet.projects.flatMap(({ clusters }) => clusters);
    expect(items.map(({ metadata }) => metadata.uid)).toEqual(all.map(({ uid }) => uid));
    expect(listmeta).toMatchObject({ count: all.length, continue: '' });
    const found = ((await search(service)).body as Found).items;
    for (const [place, { metadata, specSummary, status }] of found.entries()) {
      expect(items[place]).toMatchObject({
        metadata,
        specSummary: {
          cloudType: specSummary.cloudConfig.cloudType,
          cloudRegion: status.location.regionCode,
          projectMeta: specSummary.projectMeta,
        },
        status: { state: status.state, health: { state: status.health.state } },
      });
    }
  });

  it('has published fields only', async () => {
    expect(fieldsOf((await searchMetadata(await start())).items)).toEqual(
      parseFields(`metadata{annotations creationTimestamp labels lastModifiedTimestamp name uid}
        specSummary{archType cloudAccountUid cloudRegion cloudType clusterType
          location{coordinates countryCode countryName regionCode regionName} projectMeta{name uid} tags}
        status{cost{total} fips{mode} health{isHeartBeatFailed state} state updates{isUpdatesPending}}`),
    );
  });

  it('is limited to a project or filtered like cluster search', async () => {
    const service = await start();
    const ledger = service.fleet.projects.find(({ name }) => name === 'ledger')?.uid ?? '';
    const inLedger = await searchMetadata(service, { headers: { ProjectUid: ledger } });
    expect(inLedger.items.map(({ metadata }) => metadata.name)).toEqual([
      'ledger-eu',
      'ledger-us',
      'ledger-dr',
    ]);
    const matching = await searchMetadata(service, { body: named('ledger-d') });
    expect(matching.items.map(({ metadata }) => metadata.name)).toEqual(['ledger-dr']);
  });

  it('finds 2,000 clusters', async () => {
    const service = await start({ clustersPerProject: { exactly: 16 }, projects: 125 });
    expect((await searchMetadata(service)).items).toHaveLength(2000);
  });
});

describe('a misbehaving service', () => {
  it('also misbehaves in cluster search', async () => {
    const service = await start({ limits: { dashboard: { perSecond: 1, burst: 3 } } });
    service.faults.add({ kind: 'status', operation: 'searchClusters', status: 503 });
    service.faults.add({ kind: 'shrinkingCount', operation: 'searchClusters' });
    expect((await search(service)).status).toBe(503);
    const { items, listmeta } = (await search(service)).body as Found;
    expect([items.length, listmeta.count > 0]).toEqual([50, true]);
    expect((await search(service)).status).toBe(200);
    expect((await search(service)).status).toBe(429);
  });

  it('sends hostile texts and working UIDs', async () => {
    const service = await start({ hostile: true });
    const items = await searchIn(service, 'atlas');
    const honest = await searchIn(await start(), 'atlas');
    expect(names(items).every((name) => name.includes(hostileTexts.command))).toBe(true);
    const links = (list: readonly Summary[]) =>
      list.map(({ metadata, specSummary: { cloudConfig } }) => [
        metadata.uid,
        cloudConfig.uid,
        cloudConfig.cloudType,
      ]);
    expect(links(items)).toEqual(links(honest));
    const { pools, ...cluster } = clusterNamed(service, 'atlas-nutanix');
    expect((await ask(service, machinesPath(cluster, pools[0]?.name ?? ''))).status).toBe(200);
  });
});
