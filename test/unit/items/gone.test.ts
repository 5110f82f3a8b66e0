import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attentionIn } from '../../../src/items/attention';
import { ChangeLogs } from '../../../src/timeline/changeLogs';
import { uidOf } from '../../../src/items/cluster';
import { foundRows, takeFoundRow, searchService } from '../../../src/find/search';
import { FleetReader } from '../../../src/reads/fleetReader';
import { isParentRow, isResourceRow, isRow, shownName, type ParentRow } from '../../../src/items/kinds';
import type { ProjectsModel } from '../../../src/projects/model';
import { callTool, nothing } from '../agents/support';
import { atEnd } from '../support/service';
import { paged, scriptedModel, wordFor, wordsBelow, type Asked, type Script } from '../support/scripted';
import { EventEmitter } from '../support/vscode';

const never = new AbortController().signal;
const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T09:00:00Z') });
});
afterEach(() => vi.useRealTimers());

interface Cluster {
  readonly uid: string;
  /** The projects that list it. */
  projects: readonly string[];
  /** The project that it names, by default the one in which it was searched for, or the first one. */
  meta?: string | undefined;
  state: 'Running' | 'Failed';
  /** The names of its machines, by that of their pool, and how many of them are unhealthy. */
  pools: Readonly<Record<string, readonly string[]>>;
  unhealthy: number;
  /** What it says of its health; by default, whether all its machines are healthy. */
  health?: string;
}

/** What a service has. The UID of an item is its name. */
interface World {
  projects: readonly string[];
  clusters: readonly Cluster[];
}

function cluster(uid: string, more: Partial<Cluster> = {}): Cluster {
  const [project = ''] = uid.split('-');
  return {
    uid,
    projects: [project],
    state: 'Running',
    pools: { workers: ['m1', 'm2'] },
    unhealthy: 0,
    ...more,
  };
}

const named = (name: string, more: object = {}) => ({ metadata: { uid: name, name }, ...more });

function projectAnswer(name: string, { clusters }: World): object {
  const own = clusters.filter(({ projects }) => projects.includes(name));
  const errored = own.filter(({ state }) => state === 'Failed').length;
  const unhealthy = own.filter((one) => one.unhealthy > 0).length;
  const usage = { clusters: own.map(({ uid }) => ({ uid, name: uid })) };
  const clustersHealth = { errored, unhealthy, healthy: own.length - errored - unhealthy };
  return named(name, { status: { clustersHealth, usage } });
}

function clusterAnswer(
  { uid, projects, meta, state, pools, unhealthy, health }: Cluster,
  { projectUid, path }: Asked,
) {
  const project = meta ?? projectUid ?? projects[0] ?? '';
  const projectMeta = { uid: project, name: project };
  const status = { state, health: { state: health ?? (unhealthy > 0 ? 'UnHealthy' : 'Healthy') } };
  if (path.includes('metadata'))
    return named(uid, { specSummary: { cloudType: 'aws', projectMeta }, status });
  const machinePools = Object.values(pools).map(({ length }) => ({
    size: length,
    healthy: length - unhealthy,
  }));
  return named(uid, {
    specSummary: { cloudConfig: { uid, cloudType: 'aws', machinePools }, projectMeta },
    status,
  });
}

/** What a request asks names to contain. */
function wantedPart({ body }: Asked): string {
  return /"(?:contains|values)":\[?"([^"]*)"/.exec(JSON.stringify(body ?? {}))?.[1] ?? '';
}

function scriptOf(world: World): Script {
  const list = (items: readonly object[]): object => ({
    items,
    listmeta: { count: items.length, continue: '' },
  });
  const configOf = ({ path }: Asked) => world.clusters.find(({ uid }) => path.includes(uid));
  return {
    listProjects: (asked) =>
      list(
        world.projects
          .filter((name) => name.includes(wantedPart(asked)))
          .map((name) => projectAnswer(name, world)),
      ),
    searchClusters: (asked) =>
      asked.path.includes('repaveStatus')
        ? 404
        : list(
            world.clusters
              .filter(({ projects }) => asked.projectUid === undefined || projects.includes(asked.projectUid))
              .filter(({ uid }) => uid.includes(wantedPart(asked)))
              .map((one) => clusterAnswer(one, asked)),
          ),
    readCloudConfig: (asked) => {
      const machinePoolConfig = Object.entries(configOf(asked)?.pools ?? {}).map(([name, { length }]) => ({
        name,
        size: length,
      }));
      return { spec: { machinePoolConfig } };
    },
    listMachines: (asked) => {
      const machines = configOf(asked)?.pools[asked.path.at(-2) ?? ''] ?? [];
      return list(machines.map((name) => named(name, { status: { instanceState: 'Failed' } })));
    },
  };
}

/** The items of a service, with everything that its first projects have expanded. */
async function start(world: World) {
  const script = scriptOf(world);
  const { model } = await scriptedModel(script);
  const { inventory } = model;
  const changes = new ChangeLogs({ active: inventory, onDidChangeActive: new EventEmitter<void>().event });
  atEnd(() => {
    changes.dispose();
  });
  const names = (): readonly string[] => inventory.items().map(({ name }) => name);
  const badge = (): number => attentionIn(inventory).count;
  const refreshInBackground = () => model.rows.refreshInBackground(never);
  const reader = new FleetReader(inventory);
  const readFleet = () => reader.clusters.read();
  return { world, script, model, inventory, changes, names, badge, refreshInBackground, reader, readFleet };
}

type Started = Awaited<ReturnType<typeof start>>;

/** Expands the row with this name, if any, and all below it. */
async function expand(model: ProjectsModel, name?: string, parent?: ParentRow): Promise<void> {
  for (const row of await model.rows.children(parent)) {
    if (!isParentRow(row) || (name !== undefined && shownName(row) !== name)) continue;
    model.rows.setExpanded(row, true);
    await expand(model, undefined, row);
  }
}

/** Nothing shows, counts or finds items whose names have this part. */
async function expectGone({ model, inventory, names }: Started, part: string): Promise<void> {
  expect(names().filter((name) => name.includes(part))).toEqual([]);
  expect(inventory.rows.map(wordFor).filter((name) => name.includes(part))).toEqual([]);
  const shown = async (parent?: ParentRow): Promise<readonly string[]> => {
    const rows = model.rows.known(parent) ?? [];
    const below = await Promise.all(rows.filter(isParentRow).map((row) => shown(row)));
    return [...rows.map(wordFor), ...below.flat()];
  };
  expect((await shown()).filter((name) => name.includes(part))).toEqual([]);
  expect(
    attentionIn(inventory)
      .rows.map(wordFor)
      .filter((name) => name.includes(part)),
  ).toEqual([]);
}

/** The search of an agent. */
async function search({ inventory, reader: fleet }: Started, query: string): Promise<void> {
  await callTool(
    'poolview_find',
    { query },
    { ...nothing, inventory, fleet, signal: never, now: Date.now() },
  );
}

describe('a failed project that was deleted while the projects were filtered', () => {
  const betaFails = (): World => ({
    projects: ['alpha', 'beta'],
    clusters: [cluster('alpha-eu'), cluster('beta-eu', { state: 'Failed' })],
  });

  /** How the user comes to know it, besides the list. */
  const before: Readonly<Record<string, (fleet: Started) => unknown>> = {
    'from the list': ({ model }) => model.rows.children(),
    'from the fleet overview': async ({ model, readFleet }) => {
      await model.rows.children();
      await readFleet();
    },
    'from Go to…': async ({ inventory, model }) => {
      await model.find('alpha');
      await model.rows.children();
      const rows = foundRows(inventory, await searchService(inventory, 'bet', never), 'bet');
      for (const row of rows) model.rows.reveal(await takeFoundRow(inventory, row));
    },
    'from the search of an agent': async (fleet) => {
      await fleet.model.find('alpha');
      await fleet.model.rows.children();
      await search(fleet, 'bet');
    },
    'from its expanded row': ({ model }) => expand(model, 'beta'),
  };
  const refreshes: Readonly<Record<string, (fleet: Started) => Promise<unknown>>> = {
    'a refresh': ({ inventory }) => inventory.refresh(),
    'an automatic refresh': ({ refreshInBackground }) => refreshInBackground(),
  };
  const cases = Object.keys(before).flatMap((known) =>
    Object.keys(refreshes).map((refresh) => [known, refresh]),
  );

  it.each(cases)('and was known %s is gone after %s', async (known = '', refresh = '') => {
    const fleet = await start(betaFails());
    const { world, model, badge } = fleet;
    await before[known]?.(fleet);
    expect(badge()).toBe(1);
    await model.find('alpha');
    expect(await wordsBelow(model)).toContain('alpha');
    await model.find('');
    world.projects = ['alpha'];
    world.clusters = world.clusters.filter(({ uid }) => uid !== 'beta-eu');
    await refreshes[refresh]?.(fleet);
    await model.rows.children();
    await expectGone(fleet, 'beta');
    expect(badge()).toBe(0);
    expect(await wordsBelow(model)).toEqual(['alpha']);
  });

  it.each(Object.keys(refreshes))('on a page that is not loaded is gone after %s', async (refresh) => {
    const fleet = await start(betaFails());
    const { world, script, model, inventory, badge } = fleet;
    const { listProjects } = script;
    // The first page has only alpha.
    script.listProjects = async (asked) => {
      const items = world.projects.map((name) => projectAnswer(name, world));
      return asked.body !== undefined && wantedPart(asked) !== ''
        ? ((await listProjects?.(asked)) ?? 404)
        : paged(items, 1)(asked);
    };
    await model.rows.children();
    const rows = foundRows(inventory, await searchService(inventory, 'bet', never), 'bet');
    for (const row of rows) model.rows.reveal(await takeFoundRow(inventory, row));
    expect(await wordsBelow(model)).toContain('beta');
    expect(badge()).toBe(1);
    world.projects = ['alpha'];
    world.clusters = [cluster('alpha-eu')];
    await refreshes[refresh]?.(fleet);
    await expectGone(fleet, 'beta');
    expect(badge()).toBe(0);
  });
});

describe('a cluster that two projects list', () => {
  it.each([undefined, 'one', 'two'])('stays one item below one of them, if it names %s', async (meta) => {
    const shared = cluster('shared', { projects: ['one', 'two'], meta });
    const clusters = [cluster('one-eu'), cluster('two-eu'), shared];
    const { model, inventory, changes, readFleet } = await start({
      projects: ['one', 'two'],
      clusters,
    });
    await expand(model);
    const rowsOf = () => inventory.rows.filter((row) => row.kind === 'cluster' && uidOf(row) === 'shared');
    const [first = expect.fail()] = rowsOf();
    const projects = inventory.rows.filter((row) => row.kind === 'project');
    for (let round = 0; round < 6; round++) {
      const project = projects[round % 2] ?? expect.fail();
      await inventory.refreshProject(project);
      await readFleet();
      await model.rows.refreshInBackground(never);
      expect(rowsOf()).toEqual([first]);
      expect(inventory.items().filter(({ uid }) => uid === 'shared')).toHaveLength(1);
    }
    const whats = (): readonly string[] => changes.of(inventory.session).changes.map(({ what }) => what);
    expect(whats()).not.toContain('appeared');
    expect(whats()).not.toContain('disappeared');
    const holder = projects.find(({ id }) => id === first.parent?.id) ?? expect.fail();
    const other = projects.find((project) => project !== holder) ?? expect.fail();
    shared.projects = [shownName(other)];
    shared.meta = undefined;
    await inventory.refreshProject(holder);
    expect(rowsOf()).toEqual([]);
    await inventory.refreshProject(other);
    expect(rowsOf().map(({ parent }) => parent)).toEqual([other]);
  });
});

describe('the numbers of an earlier search', () => {
  it.each([
    ['ends', 'ill', {}],
    ['stays, and are then counted again', 'well', { health: 'Healthy' }],
  ])('count, as old as they are, until what the service says of the cluster %s', async (_, word, health) => {
    const sick = cluster('one-eu', { pools: { workers: [...'abcdefghij'] }, unhealthy: 2, ...health });
    const fleet = await start({ projects: ['one'], clusters: [sick] });
    const { model, inventory, readFleet, refreshInBackground, badge } = fleet;
    const [project] = await model.rows.children();
    if (!isParentRow(project)) return expect.fail();
    await model.rows.children(project);
    const item = () => inventory.items().find(({ uid }) => uid === 'one-eu') ?? expect.fail();
    expect(item().cause).toContain('2 of 10');
    model.rows.setExpanded(project, false);
    // A search that counts nothing, hours later, says the same of the cluster.
    const counted = Date.now();
    vi.setSystemTime(counted + 3 * 60 * minute);
    await readFleet();
    expect(item().cause).toContain('2 of 10');
    expect(item().ages?.machines ?? item().readAt).toBe(counted);
    expect(item().readAt).toBe(word === 'ill' ? Date.now() : counted);
    sick.unhealthy = 0;
    for (let round = 0; round < 3; round++) {
      vi.setSystemTime(Date.now() + minute);
      await refreshInBackground();
      await readFleet();
    }
    expect(
      inventory
        .items()
        .map(({ cause }) => cause)
        .join(),
    ).not.toContain('of 10');
    expect(item()).toMatchObject({ state: 'healthy', readAt: Date.now() });
    expect(badge()).toBe(0);
  });
});

describe('a response that was requested before a complete list without an item', () => {
  const world = (): World => ({ projects: ['one'], clusters: [cluster('one-eu')] });

  /** Holds what the service answers to the next request that `isHeld` until `release` is called. */
  function hold(script: Script, operation: keyof Script, isHeld: (asked: Asked) => boolean = () => true) {
    const answer = script[operation];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const arrived = new Promise<void>((resolve) => {
      script[operation] = async (asked) => {
        const held = (await answer?.(asked)) ?? 404;
        if (!isHeld(asked) || script[operation] === answer) return held;
        script[operation] = answer ?? (() => 404);
        resolve();
        await released;
        return held;
      };
    });
    return { arrived, release: () => release() };
  }

  it('does not bring back a project', async () => {
    const fleet = await start({ projects: ['one'], clusters: [] });
    const { world, script, model, inventory } = fleet;
    await model.rows.children();
    world.projects = ['one', 'two'];
    const held = hold(script, 'listProjects');
    const searching = search(fleet, 'tw');
    await held.arrived;
    world.projects = ['one'];
    await inventory.refresh();
    held.release();
    await searching;
    await expectGone(fleet, 'two');
  });

  it('does not bring back a cluster', async () => {
    const fleet = await start(world());
    const { model, script, readFleet } = fleet;
    const [project] = await model.rows.children();
    if (!isRow(project, 'project')) return expect.fail();
    await model.rows.children(project);
    model.rows.setExpanded(project, true);
    const held = hold(script, 'searchClusters', ({ path }) => path.includes('metadata'));
    const reading = readFleet();
    await held.arrived;
    fleet.world.clusters = [];
    await fleet.inventory.refreshProject(project);
    held.release();
    await reading;
    await expectGone(fleet, 'one-eu');
  });

  it.each([
    ['machine pools', 'readCloudConfig', { control: ['m0'] }, 'workers'],
    ['machines', 'listMachines', { workers: ['m1'] }, 'm2'],
  ] as const)('does not bring back %s', async (_, operation, pools, part) => {
    const fleet = await start(world());
    const { model, inventory, script, refreshInBackground } = fleet;
    await expand(model);
    const held = hold(script, operation);
    const reading = refreshInBackground();
    await held.arrived;
    const [one = expect.fail()] = fleet.world.clusters;
    one.pools = pools;
    await inventory.refresh();
    held.release();
    await reading;
    await expectGone(fleet, part);
  });
});

describe('what was deleted', () => {
  const pools = { workers: ['m1', 'm2'], more: ['n1'] };
  const world = (): World => ({
    projects: ['one', 'two'],
    clusters: [
      cluster('one-eu', { pools }),
      cluster('one-us', { pools: { other: ['o1'] } }),
      cluster('two-eu'),
    ],
  });

  it.each([
    ['a project', 'one', (all: World) => (all.projects = ['two']), ['one', 'more', 'n1', 'other', 'o1']],
    [
      'a cluster',
      'one-eu',
      (all: World) => (all.clusters = all.clusters.filter(({ uid }) => uid !== 'one-eu')),
      ['one-eu', 'more', 'n1'],
    ],
    [
      'a machine pool',
      'more',
      ({ clusters: [first = expect.fail()] }: World) => (first.pools = { workers: ['m1', 'm2'] }),
      ['more', 'n1'],
    ],
    [
      'a machine',
      'n1',
      ({ clusters: [first = expect.fail()] }: World) => (first.pools = { ...pools, more: [] }),
      ['n1'],
    ],
  ])(
    '%s is gone after one refresh of the list above it, with all below it',
    async (_, name, remove, gone) => {
      const fleet = await start(world());
      const { model, inventory } = fleet;
      await expand(model);
      const found = inventory.rows.find((row) => wordFor(row) === name) ?? expect.fail();
      const all = [found, ...model.store.descendants(found)].filter(isResourceRow);
      expect(all.map(wordFor)).toEqual(expect.arrayContaining(gone.filter((one) => one !== name)));
      remove(fleet.world);
      await model.rows.refresh(found.parent);
      for (const part of gone) await expectGone(fleet, part);
      expect(all.map(({ id }) => model.store.find(id))).toEqual(all.map(() => undefined));
      for (const row of all) if (isParentRow(row)) expect(model.store.rows(row)).toEqual([]);
    },
  );
});
