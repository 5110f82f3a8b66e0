import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commands, window } from 'vscode';
import { memoryFiles } from '../../../src/connections/storedFiles';
import { ChangeLogs } from '../../../src/timeline/changeLogs';
import { FleetReader } from '../../../src/reads/fleetReader';
import { Inventory } from '../../../src/items/inventory';
import { isParentRow, shownName, pathOfRow } from '../../../src/items/kinds';
import { Marks } from '../../../src/items/marks/marks';
import { storedMarks } from '../../../src/items/marks/stored';
import { registerNotifications } from '../../../src/notifications';
import { newProjectsTree, ProjectsModel } from '../../../src/projects/model';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';
import { clearSettings, EventEmitter, focusWindow, writeSetting } from '../support/vscode';

const minute = 60_000;
const never = new AbortController().signal;

// Responses of the service are real, and need no time.
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'],
    now: Date.parse('2026-11-22T09:00:00Z'),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  clearSettings();
  focusWindow(true);
});

interface Message {
  readonly text: string;
  readonly isWarning: boolean;
  readonly answer: (title: string | undefined) => void;
}

/** The messages that are shown from now on. The user answers them later, or never. */
function recordMessages(): Message[] {
  const messages: Message[] = [];
  const record = (isWarning: boolean) => (text: string) =>
    new Promise<never>((resolve) => {
      const answer = (title: string | undefined): void => {
        resolve(title as never);
      };
      messages.push({ text, isWarning, answer });
    });
  vi.spyOn(window, 'showWarningMessage').mockImplementation(record(true));
  vi.spyOn(window, 'showInformationMessage').mockImplementation(record(false));
  return messages;
}

/** Notifications about a demo service, with a Projects view and a fleet overview, both hidden at first. */
async function start(notify = 'problems') {
  writeSetting('poolview.notify', notify);
  const messages = recordMessages();
  const { service, client } = await connected({ projects: 3 }, {}, unhurried());
  const marks = new Marks(storedMarks(memoryFiles(), 'Test'));
  const inventory = new Inventory(sourceOf(client, {}, service.baseUrl), marks);
  const model = new ProjectsModel(inventory);
  const tree = newProjectsTree();
  tree.show(model);
  const overview = new FleetReader(inventory);
  const visible = { view: false, overview: false };
  const activeChanged = new EventEmitter<void>();
  const sources = { active: inventory as Inventory | undefined, onDidChangeActive: activeChanged.event };
  const changes = new ChangeLogs(sources);
  const { disposables } = registerNotifications(sources, changes, () => {
    const inProjects = tree.shownIn({ visible: visible.view });
    return (id) => visible.overview || inProjects(id);
  });
  await vi.dynamicImportSettled();
  atEnd(() => {
    for (const part of [...disposables, changes, tree, inventory]) part.dispose();
  });
  const refresh = (): Promise<unknown> => model.refreshInBackground(never);
  const row = (name: string) =>
    inventory.rows.find((each) => shownName(each) === name) ?? expect.fail(`There is no ${name}`);
  return {
    ...{ service, inventory, marks, visible, messages, row, refresh },
    refreshOverview: (): Promise<unknown> => overview.clusters.refreshInBackground(never),
    /** Expands rows by their names, from the top. */
    expand: async (...names: readonly string[]): Promise<void> => {
      let parent: string | undefined;
      for (const name of names) {
        const children = await tree.getChildren(parent);
        parent = children.find((id) => id === row(name).id);
        await tree.getChildren(parent ?? expect.fail(`There is no ${name}`));
      }
    },
    collapse: (name: string): void => {
      const parent = row(name);
      if (isParentRow(parent)) model.rows.setExpanded(parent, false);
    },
    /** What the user is told until these reads, a minute later. */
    told: async (...reads: readonly (() => Promise<unknown>)[]): Promise<readonly string[]> => {
      const before = messages.length;
      await vi.advanceTimersByTimeAsync(minute);
      for (const read of reads.length === 0 ? [refresh] : reads) await read();
      await vi.advanceTimersByTimeAsync(1000);
      return messages.slice(before).map(({ text }) => text);
    },
    cluster: (name: string) =>
      service.fleet.projects.flatMap(({ clusters }) => clusters).find((each) => each.name === name) ??
      expect.fail(`There is no ${name}`),
    /** Machines of `payments-uk`, by their numbers. */
    setMachines: (situation: 'diskPressure' | 'failed' | 'running', ...numbers: readonly number[]): void => {
      const { pool } = service.fleet.pool('payments-uk', 'workers');
      for (const number of numbers) pool.situations.set(number - 1, situation);
    },
    /** Marks a problem as known for three minutes. */
    markAsKnown: async (name: string): Promise<void> => {
      const found = row(name);
      const { severity, cause } = inventory.derivedOf(found).own;
      const [at, until] = [Date.now(), Date.now() + 3 * minute];
      const value = { ...pathOfRow(found), severity, cause, note: 'INC-1', at, until };
      await marks.set([{ kind: 'known', key: found.id, value }]);
    },
    /** Another connection becomes active, or none. */
    activate: (active: Inventory | undefined): void => {
      sources.active = active;
      activeChanged.fire(undefined);
    },
  };
}

describe('a message', () => {
  it('names what began to need attention and why, and says when it is healthy again, once', async () => {
    const { expand, told, setMachines, messages } = await start();
    await expand('payments', 'payments-uk', 'workers');
    // payments-eu has a problem from the start: what is read for the first time is no news.
    expect(await told()).toEqual([]);
    setMachines('diskPressure', 1, 2);
    expect(await told()).toEqual(['payments-uk: DiskPressure: 2 machines']);
    expect(await told()).toEqual([]);
    setMachines('running', 1, 2);
    expect(await told()).toEqual(['payments-uk is healthy again']);
    expect(await told()).toEqual([]);
    expect(messages.map(({ isWarning }) => isWarning)).toEqual([true, false]);
  });

  it('names the machine if its cluster needed attention before, and what gets worse', async () => {
    const { expand, told, setMachines, messages } = await start();
    await expand('payments', 'payments-uk', 'workers');
    await told();
    const texts: string[] = [];
    for (const [situation, machine] of [
      ['diskPressure', 1],
      ['diskPressure', 2],
      ['failed', 2],
      ['running', 2],
    ] as const) {
      setMachines(situation, machine);
      texts.push(...(await told()));
      messages.at(-1)?.answer(undefined);
    }
    expect(texts).toEqual([
      'payments-uk: DiskPressure: 1 machine',
      'payments-uk-workers-2: DiskPressure',
      'payments-uk: No valid host was found… · 1 machine',
      'payments-uk-workers-2 is healthy again',
    ]);
  });

  it('names the first few of several, problems first, and how many more there are', async () => {
    const { told, refresh, refreshOverview, cluster, service } = await start();
    await told(refreshOverview, refresh);
    const [first, ...others] = service.fleet.projects
      .flatMap(({ clusters }) => clusters)
      .filter(({ name, state }) => state === 'Running' && name !== 'payments-eu')
      .slice(0, 5)
      .map(({ name }) => name);
    const ill = first ?? expect.fail();
    cluster(ill).state = 'Error';
    expect(await told(refreshOverview)).toEqual([`${ill}: Error`]);
    cluster(ill).state = 'Running';
    for (const name of others) cluster(name).state = 'Error';
    const [text = ''] = await told(refreshOverview);
    expect(text).toMatch(/^[\w-]+: Error, [\w-]+: Error, [\w-]+: Error, and 2 more$/);
    expect(text).not.toContain(ill);
  });

  it('says that a cluster is gone', async () => {
    const { expand, told, cluster, service } = await start();
    await expand('payments');
    await told();
    cluster('payments-us').state = 'Error';
    expect(await told()).toEqual(['payments-us: Error']);
    service.fleet.projects.find(({ name }) => name === 'payments')?.removeCluster(cluster('payments-us'));
    expect(await told()).toEqual(['payments-us is gone']);
  });

  it('is about favorites and what is in them only, if the user wants that', async () => {
    const { expand, told, cluster, setMachines, marks, row } = await start('favorites');
    await expand('payments', 'payments-uk', 'workers');
    const favorite = row('payments-uk');
    await marks.set([{ kind: 'favorite', key: favorite.id, value: pathOfRow(favorite) }]);
    await told();
    cluster('payments-us').state = 'Error';
    expect(await told()).toEqual([]);
    setMachines('diskPressure', 1);
    expect(await told()).toEqual(['payments-uk: DiskPressure: 1 machine']);
  });

  it('has no icons, links or line breaks, whatever the service wrote', async () => {
    const { told, refreshOverview, cluster } = await start();
    const hostile = cluster('payments-us');
    Object.assign(hostile, { name: '[x](command:quit) $(trash)\n\u202e' });
    await told(refreshOverview);
    hostile.state = 'Error';
    const [text = ''] = await told(refreshOverview);
    expect(text).toContain('command:quit');
    expect(text).not.toMatch(/\$\(|\]\(|[\p{Cc}\u2028\u2029\u202e]/u);
  });
});

describe('nobody is told of', () => {
  it('what a visible view or the fleet overview shows in a window with the focus, nor later', async () => {
    const { expand, collapse, told, visible, cluster } = await start();
    await expand('payments');
    await told();
    visible.view = true;
    cluster('payments-uk').state = 'Error';
    expect(await told()).toEqual([]);
    focusWindow(false);
    cluster('payments-us').state = 'Error';
    expect(await told()).toEqual(['payments-us: Error']);
    focusWindow(true);
    visible.view = false;
    visible.overview = true;
    cluster('payments-staging').state = 'Error';
    expect(await told()).toEqual([]);
    visible.overview = false;
    collapse('payments');
    expect(await told()).toEqual([]);
  });

  it('what a refresh by the user found, but of what the next automatic one finds', async () => {
    const { expand, told, setMachines, inventory } = await start();
    await expand('payments', 'payments-uk', 'workers');
    await told();
    setMachines('diskPressure', 1);
    expect(await told(() => inventory.refresh())).toEqual([]);
    setMachines('diskPressure', 2);
    expect(await told()).toEqual(['payments-uk-workers-2: DiskPressure']);
  });

  it('planned maintenance', async () => {
    const { expand, told, service } = await start();
    const { pool } = service.fleet.pool('payments-uk', 'workers');
    await expand('payments', 'payments-uk', 'workers');
    await told();
    pool.situations.set(0, 'cordoned');
    expect(await told()).toEqual([]);
    pool.situations.set(0, 'running');
    expect(await told()).toEqual([]);
  });

  it('known problems, until they need attention again, which says why', async () => {
    const { expand, told, setMachines, markAsKnown } = await start();
    setMachines('diskPressure', 1, 2);
    await expand('payments', 'payments-uk', 'workers');
    await told();
    await markAsKnown('payments-uk-workers-1');
    for (let passed = 0; passed < 2; passed++) expect(await told()).toEqual([]);
    expect(await told()).toEqual(['payments-uk-workers-1: DiskPressure, time ended']);
  });

  it('another connection, and of what changed while it was not active', async () => {
    const { expand, told, setMachines, inventory, activate } = await start();
    await expand('payments', 'payments-uk', 'workers');
    await told();
    activate(undefined);
    setMachines('diskPressure', 1);
    expect(await told()).toEqual([]);
    activate(inventory);
    expect(await told()).toEqual([]);
    setMachines('running', 1);
    expect(await told()).toEqual(['payments-uk is healthy again']);
  });
});

describe('messages', () => {
  it('pause for ten minutes after Not Now, and then tell what still is so', async () => {
    const { expand, told, cluster, setMachines, messages } = await start();
    await expand('payments', 'payments-uk', 'workers');
    await told();
    setMachines('diskPressure', 1);
    await told();
    messages[0]?.answer('Not Now');
    cluster('payments-us').state = 'Error';
    expect(await told()).toEqual([]);
    cluster('payments-us').state = 'Running';
    cluster('payments-staging').state = 'Error';
    expect(await told()).toEqual([]);
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(await told()).toEqual(['payments-staging: Error']);
  });

  it('get rarer while nobody answers them', async () => {
    const { expand, told, setMachines } = await start();
    await expand('payments', 'payments-uk', 'workers');
    await told();
    const counts: number[] = [];
    for (let passed = 0; passed < 16; passed++) {
      setMachines(passed % 2 === 0 ? 'diskPressure' : 'running', 1);
      counts.push((await told()).length);
    }
    // The pauses are 1, 2, 4 and 8 minutes.
    expect(counts.reduce((sum, count) => sum + count)).toBeLessThan(7);
  });

  it('are shown while the setting asks for them; "all" of an earlier version asks for problems', async () => {
    const { expand, told, cluster } = await start('all');
    await expand('payments');
    await told();
    cluster('payments-uk').state = 'Error';
    expect(await told()).toEqual(['payments-uk: Error']);
    writeSetting('poolview.notify', 'off');
    await vi.dynamicImportSettled();
    cluster('payments-us').state = 'Error';
    expect(await told()).toEqual([]);
  });
});

it('Show opens the timeline of the item, or lists what needs attention if there are several', async () => {
  const run = vi.spyOn(commands, 'executeCommand');
  const { expand, row, told, setMachines, cluster, messages } = await start();
  await expand('payments', 'payments-uk', 'workers');
  await told();
  const shown = async (): Promise<unknown> => {
    run.mockClear();
    expect(await told()).toHaveLength(1);
    messages.at(-1)?.answer('Show');
    await vi.advanceTimersByTimeAsync(0);
    return run.mock.calls.filter(([name]) => name !== 'setContext');
  };
  setMachines('diskPressure', 1);
  expect(await shown()).toEqual([['poolview.openTimeline', { item: pathOfRow(row('payments-uk')) }]]);
  for (const name of ['payments-staging', 'payments-us']) cluster(name).state = 'Error';
  expect(await shown()).toEqual([['poolview.goToAttention']]);
});
