import { describe, expect, it } from 'vitest';
import { fleetAnswer } from '../../../src/fleet/page/answer';
import { fleetAfter, type PageFleet } from '../../../src/fleet/page/fleet';
import type { FleetMessage } from '../../../src/fleet/messages';
import type { ItemKind } from '../../../src/items/kinds/levels';
import { answerTo, notKnownText } from '../../../src/find/matcher';
import { queryContext } from '../../../src/find/search';
import { searchMessage } from '../../../src/projects/projectSearch';
import type { ScriptedOptions } from '../../support/demo/service';
import { startTools } from '../agents/support';
import { hasExplained, hasRead, header, opened } from '../fleet/openedTab';
import { rowBelow, scriptedModel } from '../support/scripted';

/** The overview of a demo service, whose page shows what it received. */
async function overview(
  options: Partial<ScriptedOptions> = {},
  prepare: (service: Awaited<ReturnType<typeof opened>>['service']) => void = () => undefined,
  isReady = hasRead,
) {
  const { panel, service, fleet } = await opened({ projects: 3, ...options });
  prepare(service);
  panel.send({ type: 'ready' });
  await header(panel, isReady);
  const page = (): PageFleet =>
    panel.fleets.reduce<PageFleet | undefined>(
      (before, message: FleetMessage) => fleetAfter(before, message),
      undefined,
    ) ?? expect.fail();
  const ask = (line: string) => {
    const { clusters, notKnown, problems } = fleetAnswer(page(), line);
    return { found: clusters.map(({ item }) => item.name), note: notKnownText(notKnown), problems };
  };
  return { page, ask, fleet };
}

const refused = (
  service: Awaited<ReturnType<typeof opened>>['service'],
  operation: 'readClusterOverview',
) => {
  service.faults.add({ kind: 'status', status: 403, operation, times: 1000 });
};

describe('a query says what was not read', () => {
  it('where the causes of clusters could not be read', async () => {
    const { ask } = await overview({}, (service) => {
      refused(service, 'readClusterOverview');
    });
    const { found, note } = ask('cause:NoSuchCause kind:cluster state:failed,unhealthy');
    expect(found).toEqual([]);
    expect(note).toMatch(/^Not known: causes of \d+ clusters?/);
    expect(ask('NoSuchCause kind:cluster').note).toMatch(/causes of \d+ clusters?/);
    // It hides no problem, for want of its cause.
    expect(ask('is:problem -nosuchcause').found).toEqual(ask('is:problem').found);
  });

  it('and nothing of causes once they were read', async () => {
    const { ask } = await overview({}, undefined, hasExplained);
    expect(ask('cause:NoSuchCause kind:cluster state:failed,unhealthy').note).not.toContain('causes');
  });

  it('to agents, to which an answer without it is complete', async () => {
    const { call } = await startTools({ projects: 3 });
    await call('poolview_get_fleet_health', {});
    const { data } = await call<{ found: number; notKnown: object }>('poolview_find', {
      query: 'cause:NoSuchCause kind:cluster',
    });
    expect(data).toMatchObject({ found: 0, notKnown: { cause: expect.any(Number) as number } });
  });

  it('of approvals that the service does not list', async () => {
    const { ask, fleet } = await overview({}, (service) => {
      service.faults.add({ kind: 'status', status: 404, match: /repave/i, times: 1000 });
    });
    expect(fleet.areApprovalsKnown).toBe(false);
    expect(ask('is:waiting kind:cluster').note).toMatch(/^Not known: approvals of \d+ clusters?/);
  });

  it('of machines in pools that were read, which may make a cluster or its project worse', async () => {
    const { fleet, call, of } = await startTools({ projects: 1 });
    await call('poolview_get_fleet_health', {});
    for (const { id } of of('cluster')) await fleet.readBelow(id, {});
    const unread = async (query: string) =>
      (await call<{ notKnown: object }>('poolview_find', { query })).data.notKnown;
    const machines = { machinesOf: of('pool').length };
    for (const kind of ['cluster', 'project'] satisfies ItemKind[]) {
      expect(await unread(`state:lateHeartbeat kind:${kind}`)).toMatchObject(machines);
      expect(await unread(`is:problem kind:${kind}`)).toMatchObject(machines);
      expect(await unread(`kind:${kind}`)).not.toHaveProperty('machinesOf');
    }
    for (const { id } of of('pool')) await fleet.readBelow(id, {});
    expect(await unread('state:lateHeartbeat kind:cluster')).toEqual({});
  });
});

const named = (name: string, more: object = {}) => ({ metadata: { uid: `uid-${name}`, name }, ...more });

/** The Projects view with two projects whose clusters, and the machines of the first of them, were read. */
async function projects(tags: readonly string[] | null = ['env:prod']) {
  const profile = (...packs: readonly object[]) => [{ name: 'base', packs }];
  const { model } = await scriptedModel({
    listProjects: () => ({ items: [named('payments'), named('payments-test')], listmeta: { count: 2 } }),
    searchClusters: ({ projectUid }) => {
      const specSummary = (packs: readonly object[]) => ({
        cloudConfig: { uid: 'config', cloudType: 'aws' },
        clusterProfileTemplates: profile(...packs),
        tags,
      });
      const found = (name: string, ...packs: readonly object[]) =>
        named(name, {
          specSummary: specSummary(packs),
          status: { state: 'Running', health: { state: 'Healthy' } },
        });
      return projectUid === 'uid-payments'
        ? {
            items: [
              found('eu', { layer: 'k8s', name: 'kubernetes', tag: '1.31.8' }),
              found('imported', { layer: 'addon', name: 'cilium', tag: '1.0' }),
            ],
          }
        : { items: [found('test')] };
    },
    readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'workers' }] } }),
    listMachines: () => ({
      items: [
        named('m1', { status: { instanceState: 'Running' }, spec: { nics: [{ privateIPs: ['10.2.0.7'] }] } }),
        named('m2', { status: { instanceState: 'Failed' }, spec: { nics: [{ privateIPs: ['10.20.0.7'] }] } }),
      ],
    }),
  });
  for (const project of ['payments', 'payments-test'])
    await model.rows.children(await rowBelow(model, undefined, 'project', project));
  const payments = await rowBelow(model, undefined, 'project', 'payments');
  const eu = await rowBelow(model, payments, 'cluster', 'eu');
  await model.rows.children(await rowBelow(model, eu, 'pool', 'workers'));
  const { inventory } = model;
  const ask = async (query: string): Promise<string> => {
    await model.find(query);
    return searchMessage(model.query, inventory);
  };
  /** The names of what a line selects. */
  const shown = async (query: string): Promise<readonly string[]> => {
    await model.find(query);
    const { items } = answerTo(query, inventory.items(), queryContext(inventory));
    return items.map(({ name }) => name);
  };
  return { ask, shown };
}

describe('a term', () => {
  it('k8s: does not know the version of an imported cluster, which no pack tells', async () => {
    const { ask, shown } = await projects();
    expect(await ask('k8s:<1.33 kind:cluster')).toContain('Not known: versions of 2 clusters');
    expect(await ask('-k8s:>=1.33 kind:cluster')).toContain('Not known: versions of 2 clusters');
    expect(await shown('k8s:1.31 kind:cluster')).toEqual(['eu']);
  });

  it.each([
    ['ip:10.2', ['m1']],
    ['ip:10.2.', ['m1']],
    ['ip:10', ['m1', 'm2']],
    ['ip:10.2.0.7', ['m1']],
  ])('%s is about the addresses that begin like that', async (line, names) => {
    const { shown } = await projects();
    expect(await shown(line)).toEqual(names);
  });

  it('ip: does not take a range of half an address', async () => {
    const { ask } = await projects();
    expect(await ask('ip:10.2/16')).toContain('ip: takes an IP address');
  });

  it.each([
    ['project:pay kind:project', ['payments', 'payments-test']],
    // What is called exactly so is meant.
    ['project:payments kind:project', ['payments']],
    ['project:pay* kind:project', ['payments', 'payments-test']],
    ['project:ments kind:project', ['payments', 'payments-test']],
    ['project:ments* kind:project', []],
    ['cluster:import kind:cluster', ['imported']],
    // It hides what is called so, and nothing else: what is called so may not have been read yet.
    ['-project:pay kind:project', ['payments', 'payments-test']],
    ['-project:payments kind:project', ['payments-test']],
    ['-project:pay* kind:project', []],
  ])('%s selects by a part of a name, as a word does, unless something is called so', async (line, names) => {
    const { shown } = await projects();
    expect(await shown(line)).toEqual(names);
  });

  it('that is no tag of any item says so instead of that nothing matches', async () => {
    const { ask } = await overview();
    const problems = ['No item has a tag envv (did you mean env:?)'];
    expect(ask('envv:prod')).toEqual({ found: [], note: '', problems });
    expect(ask('owner:prod').problems).toEqual(['No item has a tag owner']);
    expect(ask('env:nowhere').problems).toEqual([]);
    expect(ask('-envv:prod').problems).toEqual([]);
    expect(ask('envv:').problems).toEqual([]);
    expect(ask('kind:project envv:prod,test').problems).toEqual(problems);
  });

  it('of a line that is too long selects nothing, and the line says so', async () => {
    const { ask } = await overview();
    const problems = ['The line is longer than 5,000 characters, so it selects nothing'];
    expect(ask(`cluster:${'eu,'.repeat(2000)}`)).toEqual({ found: [], note: '', problems });
    expect(ask(`-cluster:${'eu,'.repeat(2000)}`)).toEqual({ found: [], note: '', problems });
  });

  it.each(['envv:prod', 'is:favorite envv:prod', 'kind:project envv:prod'])(
    '%s does not say so of tags that nobody read',
    async (line) => {
      const [known, unknown] = [await projects(), await projects(null)];
      expect(await known.ask(line)).toContain('No item has a tag envv');
      expect(await unknown.ask(line)).not.toContain('No item has a tag');
    },
  );
});
