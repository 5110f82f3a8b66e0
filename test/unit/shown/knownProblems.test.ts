import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { window, type TreeView } from 'vscode';
import { memoryFiles, StorageError, type StoredFiles } from '../../../src/connections/storedFiles';
import { ChangeLogs } from '../../../src/timeline/changeLogs';
import { Inventory } from '../../../src/items/inventory';
import { isParentRow, shownName, type ResourceRow } from '../../../src/items/kinds';
import { Marks } from '../../../src/items/marks/marks';
import { storedMarks } from '../../../src/items/marks/stored';
import { answerTo } from '../../../src/find/matcher';
import { queryContext } from '../../../src/find/search';
import { newProjectsTree, ProjectsModel } from '../../../src/projects/model';
import { AttentionSigns } from '../../../src/projects/attentionSigns';
import { readHover } from '../../../src/projects/hover';
import { knownCommands } from '../../../src/projects/knownProblems';
import type { ServiceClient } from '../../../src/service/client';
import type { ScriptedService } from '../../support/demo/service';
import { eventually } from '../support/eventually';
import { nextQuickPick } from '../support/quickPick';
import { atEnd, connected, createTestClient, sourceOf, unhurried } from '../support/service';
import { viewOf } from '../support/treeView';
import { EventEmitter } from '../support/vscode';

// Responses of the service are real, and need no time.
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'],
    now: Date.parse('2026-11-22T09:00:00Z'),
  });
  const status = { show: () => undefined, hide: () => undefined, dispose: () => undefined };
  Object.assign(window, { setStatusBarMessage: () => undefined, createStatusBarItem: () => status });
});
afterEach(() => {
  vi.useRealTimers();
  for (const name of ['setStatusBarMessage', 'createStatusBarItem']) Reflect.deleteProperty(window, name);
});

/** A demo service in which nothing is wrong yet. */
async function service(): Promise<ScriptedService> {
  const { service } = await connected({ projects: 3 }, {}, unhurried());
  for (const cluster of service.fleet.projects.flatMap(({ clusters }) => clusters)) {
    cluster.state = 'Running';
    for (const pool of cluster.pools) {
      pool.usual = 'running';
      pool.situations.clear();
    }
  }
  return service;
}

/** A window with the Projects view of a service. Windows with the same files share marks. */
async function open(
  service: ScriptedService,
  files: StoredFiles = memoryFiles(),
  changed: (client: ServiceClient) => Partial<ServiceClient> = () => ({}),
) {
  const apiKey = () => Promise.resolve(service.apiKey);
  const { client } = createTestClient(service.baseUrl, { apiKey, schedule: unhurried() });
  const marks = new Marks(storedMarks(files, 'Test'));
  await marks.read();
  const source = sourceOf({ ...client, ...changed(client) }, {}, service.baseUrl);
  const inventory = new Inventory(source, marks);
  const changes = new ChangeLogs({ active: inventory, onDidChangeActive: new EventEmitter<void>().event });
  const model = new ProjectsModel(inventory);
  const tree = newProjectsTree();
  tree.show(model);
  const sign: Pick<TreeView<unknown>, 'badge'> = {};
  const signs = new AttentionSigns(sign, () => inventory);
  atEnd(() => {
    for (const part of [signs, tree, changes, inventory]) part.dispose();
  });
  const { view } = viewOf();
  const run = knownCommands({ view, selection: view });
  const row = (name: string): ResourceRow =>
    inventory.rows.find((each) => shownName(each) === name) ?? expect.fail(`There is no ${name}`);
  const passASecond = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1000);
  return {
    marks,
    /** Expands rows by their names, from the top. @returns the names of the rows in the last one */
    expand: async (...names: readonly string[]): Promise<readonly string[]> => {
      let rows = await tree.getChildren();
      const rowOf = (id: string) => inventory.rows.find((each) => each.id === id);
      for (const name of names) {
        const next = rows.find((id) => id === row(name).id);
        if (next === undefined) return expect.fail(`There is no ${name}`);
        rows = await tree.getChildren(next);
      }
      return rows.flatMap((id) => rowOf(id) ?? []).map(shownName);
    },
    collapse: (name: string): void => {
      const parent = row(name);
      if (isParentRow(parent)) model.rows.setExpanded(parent, false);
    },
    /** The text beside the name of a row. */
    text: (name: string) => tree.getTreeItem(row(name).id).description,
    /** What the menu of a row offers about known problems. */
    menu: (name: string) => tree.getTreeItem(row(name).id).contextValue?.match(/\b(?:ill|known)\b/)?.[0],
    /** Hovers over a row until what the hover shows was read. */
    hover: async (name: string): Promise<void> => {
      await readHover(row(name), model, Date.now());
      await eventually(() => {
        expect(client.isReading).toBe(false);
      });
    },
    /** Reads everything again, a second later. */
    refresh: async (): Promise<void> => {
      await passASecond();
      await inventory.refresh();
      await eventually(() => marks.read());
    },
    readCertificates: (uid = '', projectUid = '') =>
      inventory.clusterReads.read('certificates', { uid, projectUid }),
    filter: (query: string) => model.find(query),
    found: (query: string): readonly string[] =>
      answerTo(query, inventory.items(), queryContext(inventory)).items.map(({ name }) => name),
    badge: async (): Promise<number> => {
      signs.update();
      await vi.advanceTimersByTimeAsync(1000);
      return sign.badge?.value ?? 0;
    },
    /** What the timeline says of problems that are not known any more. */
    reopened: (): readonly string[] =>
      changes
        .of(source)
        .changes.flatMap(({ what, item, to }) =>
          what === 'reopened' ? `${item.names.at(-1) ?? ''}: ${to}` : [],
        ),
    markAsKnown: async (name: string): Promise<void> => {
      const list = nextQuickPick();
      const marked = run.markAsKnown(model, row(name).id);
      await eventually(() => {
        expect(list.items.length).toBeGreaterThan(0);
      });
      list.type('');
      await eventually(() => {
        expect(list.busy).toBe(false);
      });
      list.choose(...list.items.slice(0, 1));
      await new Promise(setImmediate);
      list.hidden.fire();
      await marked;
      await passASecond();
    },
    markAsNotKnown: (name: string) => run.markAsNotKnown(model, row(name).id),
  };
}

type Situation = 'diskPressure' | 'running' | 'failed';

/** Brings machines of a cluster of payments into a situation, by their numbers. */
function setMachines(
  { fleet }: ScriptedService,
  cluster: string,
  situation: Situation,
  ...numbers: readonly number[]
): void {
  const { pool } = fleet.pool(cluster, 'workers');
  for (const number of numbers) pool.situations.set(number - 1, situation);
}

/** The service says that these packs have failed the next time that it is asked for an overview. */
function failPacks({ faults }: ScriptedService, ...names: readonly string[]): void {
  faults.clear();
  const packs = names.map((name) => ({ name, condition: { type: 'Error', reason: 'CrashLoopBackOff' } }));
  faults.add({
    kind: 'wrongJson',
    operation: 'readClusterOverview',
    times: 100,
    body: { status: { packs } },
  });
}

const cluster = 'payments-eu';
const machine = 'payments-eu-workers-5';

/** A window in which a machine with DiskPressure is shown, and whatever else is wrong with its cluster was read. */
async function withIllMachine(...packs: readonly string[]) {
  const demo = await service();
  setMachines(demo, cluster, 'diskPressure', 5);
  failPacks(demo, ...packs);
  const shown = await open(demo);
  await shown.expand('payments', cluster, 'workers');
  await shown.hover(cluster);
  return { ...shown, demo };
}

describe('a machine that is marked as known', () => {
  it('hides no failed pack of its cluster, which nobody marked', async () => {
    const { text, found, badge, markAsKnown } = await withIllMachine('fluent-bit');
    expect(text(cluster)).toContain('fluent-bit CrashLoopBackOff · DiskPressure: 1 machine');
    await markAsKnown(machine);
    expect(text(machine)).toContain('known');
    expect(text(cluster)).not.toContain('known');
    expect(text('payments')).not.toContain('known');
    expect(await badge()).toBe(1);
    expect(found('is:problem kind:cluster')).toEqual([cluster]);
  });

  it('hides no failed pack of a cluster that the service calls healthy', async () => {
    const demo = await service();
    setMachines(demo, cluster, 'diskPressure', 5);
    failPacks(demo, 'fluent-bit');
    const { expand, hover, text, found, markAsKnown, markAsNotKnown } = await open(
      demo,
      memoryFiles(),
      ({ searchClusters }) => ({
        searchClusters: async (...given) => {
          const page = await searchClusters(...given);
          const status = { state: 'Running', health: { state: 'Healthy' } };
          return { ...page, items: page.items.map((item) => ({ ...item, specSummary: {}, status })) };
        },
      }),
    );
    await expand('payments', cluster, 'workers');
    await hover(cluster);
    expect(text(cluster)).toContain('fluent-bit CrashLoopBackOff · DiskPressure: 1 machine');
    await markAsKnown(machine);
    expect(text(cluster)).not.toContain('known');
    expect(found('is:problem kind:cluster')).toEqual([cluster]);
    // A mark of the cluster covers both.
    await markAsKnown(cluster);
    expect(text(cluster)).toContain('known');
    await markAsNotKnown(cluster);
    expect(found('is:problem kind:cluster')).toEqual([cluster]);
  });

  it('hides no failed pack that was read long ago, because nobody knows that it has recovered', async () => {
    const { text, hover, markAsKnown, refresh } = await withIllMachine('fluent-bit');
    await markAsKnown(machine);
    vi.setSystemTime(Date.now() + 11 * 60_000);
    await refresh();
    expect(text(cluster)).not.toContain('known');
    await hover(cluster);
    expect(text(cluster)).toMatch(/^fluent-bit CrashLoopBackOff · DiskPressure: 1 machine/);
  });

  it('is all that is wrong with its cluster and its project, which are known, too', async () => {
    const { text, found, badge, markAsKnown, refresh } = await withIllMachine();
    expect(await badge()).toBe(1);
    await markAsKnown(machine);
    for (let times = 0; times < 2; times++) {
      for (const name of [machine, cluster, 'payments']) expect(text(name), name).toContain('known');
      expect(await badge()).toBe(0);
      expect(found('is:problem')).toEqual([]);
      await refresh();
    }
  });
});

describe('a cluster that is marked as known', () => {
  it('is known with the packs that had failed, and is not when another one fails, too', async () => {
    const { demo, text, hover, refresh, reopened, markAsKnown } = await withIllMachine('fluent-bit');
    await markAsKnown(cluster);
    expect(text(cluster)).toContain('known');
    await refresh();
    await hover(cluster);
    expect(text(cluster)).toContain('known');
    failPacks(demo, 'fluent-bit', 'cni-calico');
    await refresh();
    await hover(cluster);
    expect(text(cluster)).not.toContain('known');
    await refresh();
    expect(reopened()).toEqual([
      expect.stringMatching(/^payments-eu: fluent-bit CrashLoopBackOff · .*, also failed: cni-calico$/),
    ]);
  });

  it('is not known when a certificate is about to expire, too', async () => {
    const demo = await service();
    const { expand, text, hover, readCertificates, markAsKnown } = await open(demo);
    const failing = demo.fleet.projects
      .flatMap(({ name, clusters }) => clusters.map((each) => ({ project: name, ...each })))
      .find(({ isRenewalFailing }) => isRenewalFailing);
    const { project = '', name = '', pools, uid, projectUid } = failing ?? expect.fail();
    pools[0]?.situations.set(0, 'diskPressure');
    await expand(project, name);
    await hover(name);
    await markAsKnown(name);
    expect(text(name)).toContain('known');
    await readCertificates(uid, projectUid);
    expect(text(name)).toContain('Certificate');
    expect(text(name)).not.toContain('known');
  });

  it('stays known while fewer of its machines are ill, and is not when more are', async () => {
    const demo = await service();
    setMachines(demo, cluster, 'diskPressure', 1, 2, 3);
    const { expand, text, badge, refresh, reopened, markAsKnown } = await open(demo);
    await expand('payments');
    await markAsKnown(cluster);
    setMachines(demo, cluster, 'running', 1, 2);
    await refresh();
    expect(text(cluster)).toMatch(/^known · 1 of \d+ machines unhealthy/);
    expect([await badge(), reopened()]).toEqual([0, []]);
    setMachines(demo, cluster, 'diskPressure', 1, 2, 4);
    await refresh();
    expect(text(cluster)).toMatch(/^4 of \d+ machines unhealthy/);
    expect(reopened()).toEqual([
      expect.stringMatching(/^payments-eu: 4 of \d+ machines unhealthy, got worse$/),
    ]);
    expect(await badge()).toBe(1);
  });

  it('and its machines are not known any more once it is marked as not known', async () => {
    const { text, menu, found, markAsKnown, markAsNotKnown } = await withIllMachine();
    await markAsKnown(cluster);
    expect([text(machine), menu(cluster)]).toEqual([expect.stringContaining('known'), 'known']);
    await markAsNotKnown(cluster);
    expect(found('is:problem kind:cluster,machine')).toEqual([cluster, machine]);
    // A cluster can also be known only because its machine is.
    await markAsKnown(machine);
    expect([text(cluster), menu(cluster)]).toEqual([expect.stringContaining('known'), 'known']);
    await markAsNotKnown(cluster);
    expect(found('is:problem kind:cluster,machine')).toEqual([cluster, machine]);
  });
});

describe('a project that is marked as known', () => {
  it('stays known while fewer of its clusters are ill, and is not when more are', async () => {
    const demo = await service();
    const names = [cluster, 'payments-us', 'payments-uk'];
    const fail = (count: number): void => {
      names.forEach((name, index) => {
        setMachines(demo, name, index < count ? 'diskPressure' : 'running', 1);
      });
    };
    fail(2);
    const { expand, text, refresh, reopened, markAsKnown } = await open(demo);
    await expand();
    await markAsKnown('payments');
    fail(1);
    await refresh();
    expect(text('payments')).toMatch(/^known · 1 unhealthy cluster/);
    fail(3);
    await refresh();
    expect(text('payments')).toMatch(/^3 unhealthy clusters/);
    expect(reopened()).toEqual(['payments: 3 unhealthy clusters, got worse']);
  });

  it('has not recovered because its clusters, which have not, were read', async () => {
    const demo = await service();
    for (const name of [cluster, 'payments-us']) setMachines(demo, name, 'diskPressure', 1);
    const { expand, collapse, text, refresh, reopened, markAsKnown } = await open(demo);
    await expand();
    await markAsKnown('payments');
    await expand('payments');
    await refresh();
    collapse('payments');
    await refresh();
    expect(text('payments')).toMatch(/2 unhealthy machines/);
    expect(reopened()).toEqual([]);
  });

  it('follows its clusters once they are read', async () => {
    const { text, refresh, expand, markAsKnown, found } = await withIllMachine();
    await markAsKnown(cluster);
    expect(text('payments')).toContain('known');
    await refresh();
    expect(await expand()).toContain('payments');
    expect(text('payments')).toContain('known');
    expect(found('is:problem')).toEqual([]);
  });
});

describe('Show Only Items Needing Attention', () => {
  it.each([
    ['was not expanded', []],
    ['has pools whose machines were not read', [cluster]],
  ])('hides a known cluster that %s', async (_, expanded) => {
    const demo = await service();
    setMachines(demo, cluster, 'diskPressure', 5);
    setMachines(demo, 'payments-us', 'diskPressure', 1);
    const { expand, filter, markAsKnown } = await open(demo);
    await expand('payments', ...expanded);
    await markAsKnown(cluster);
    await filter('is:problem');
    expect(await expand('payments')).toEqual(['payments-us']);
    await filter('is:problem,known');
    expect(await expand('payments')).toEqual([cluster, 'payments-us']);
    // What is in it may still be what somebody looks for.
    await filter('cause:disk kind:machine');
    expect(await expand('payments')).toContain(cluster);
  });

  it('hides a cluster that is known because its only ill machine is, although others were not read', async () => {
    const { expand, filter, markAsKnown } = await withIllMachine();
    await markAsKnown(machine);
    await filter('is:problem');
    expect(await expand()).not.toContain('payments');
  });

  it('hides a known project whose clusters were not read, and the project in which everything is known', async () => {
    const demo = await service();
    setMachines(demo, cluster, 'diskPressure', 5);
    const { expand, filter, markAsKnown } = await open(demo);
    await expand();
    await filter('is:problem');
    expect(await expand()).toContain('payments');
    await markAsKnown('payments');
    expect(await expand()).not.toContain('payments');
    await filter('');
    await expand('payments');
    await markAsKnown(cluster);
    await filter('is:problem');
    expect(await expand()).not.toContain('payments');
  });
});

describe('two windows', () => {
  /** Both have marked a cluster as known that has an ill machine. */
  async function twoWindows(files = memoryFiles()) {
    const demo = await service();
    setMachines(demo, cluster, 'diskPressure', 1);
    const [one, other] = [await open(demo, files), await open(demo, files)];
    for (const { expand } of [one, other]) await expand('payments');
    await one.markAsKnown(cluster);
    await other.marks.read();
    for (const { text } of [one, other]) expect(text(cluster)).toContain('known');
    return { demo, one, other };
  }

  it('a mark that was set in one of them is not removed by the other, which has not read it', async () => {
    const { demo, one, other } = await twoWindows();
    setMachines(demo, cluster, 'diskPressure', 2);
    await one.refresh();
    expect(one.text(cluster)).not.toContain('known');
    await one.markAsKnown(cluster);
    await other.refresh();
    expect(other.reopened()).toEqual([]);
    await one.marks.read();
    for (const { text } of [one, other]) expect(text(cluster)).toContain('known');
  });

  it('what could not be written is written after the next reading', async () => {
    const files = memoryFiles();
    let isFull = false;
    const append: StoredFiles['append'] = (...given) =>
      isFull ? Promise.reject(new StorageError('ENOSPC')) : files.append(...given);
    const demo = await service();
    setMachines(demo, cluster, 'diskPressure', 1);
    const { expand, text, refresh, reopened, markAsKnown } = await open(demo, { ...files, append });
    await expand('payments');
    await markAsKnown(cluster);
    setMachines(demo, cluster, 'running', 1);
    isFull = true;
    await refresh();
    isFull = false;
    await refresh();
    setMachines(demo, cluster, 'diskPressure', 1);
    await refresh();
    expect(text(cluster)).not.toContain('known');
    expect(reopened()).toEqual([expect.stringContaining('failed again')]);
  });
});
