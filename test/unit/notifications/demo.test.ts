import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commands, window } from 'vscode';
import { memoryFiles } from '../../../src/connections/storedFiles';
import { Notifier } from '../../../src/notifications/notifier';
import { ChangeLogs } from '../../../src/items/changes/changeLogs';
import { FleetReader } from '../../../src/items/fleet/fleetReader';
import { Inventory } from '../../../src/items/inventory';
import {
  isParentRow,
  isResourceRow,
  shownName,
  type ResourceRow,
  type ItemStoreRow,
} from '../../../src/items/kinds';
import { markKey, Marks } from '../../../src/items/marks/marks';
import { storedMarks } from '../../../src/items/marks/stored';
import { pathTo } from '../../../src/items/readings';
import { selectedItem } from '../../../src/items/selection';
import { newProjectsTree } from '../../../src/projects/appearance';
import { ProjectsModel } from '../../../src/projects/model';
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

/** The messages that are shown from now on. The user answers each as `answer` says. */
function recordMessages() {
  const shown: string[] = [];
  const user: { answer: string | undefined } = { answer: undefined };
  const record = (text: string): Promise<never> => {
    shown.push(text);
    return Promise.resolve(user.answer as never);
  };
  vi.spyOn(window, 'showWarningMessage').mockImplementation(record);
  vi.spyOn(window, 'showInformationMessage').mockImplementation(record);
  /** The messages since the last call. */
  return { user, told: () => shown.splice(0) };
}

/** Notifications about a demo service, with a Projects view and a fleet overview, both hidden at first. */
async function start(notify = 'problems') {
  writeSetting('poolview.notify', notify);
  const messages = recordMessages();
  const { service, client } = await connected({ projects: 3 }, {}, unhurried());
  const marks = new Marks(storedMarks(memoryFiles()));
  const inventory = new Inventory(sourceOf(client, {}, service.baseUrl), marks);
  const model = new ProjectsModel(inventory);
  const tree = newProjectsTree();
  tree.show(model);
  const overview = new FleetReader(inventory);
  const visible = { view: false, overview: false };
  const sources = { active: inventory, onDidChangeActive: new EventEmitter<void>().event };
  const changes = new ChangeLogs(sources);
  const shownItems = () => {
    const inProjects = tree.shownIn({ visible: visible.view });
    return (id: string) => visible.overview || inProjects(id);
  };
  const notifier = new Notifier(sources, changes, shownItems);
  atEnd(() => {
    for (const part of [notifier, changes, tree, inventory]) part.dispose();
  });
  /** Expands rows by their names, from the top. @returns the last one */
  const expand = async (...names: readonly string[]): Promise<ItemStoreRow> => {
    let parent: ItemStoreRow | undefined;
    for (const name of names) {
      const children = await tree.getChildren(parent);
      parent = children.find((row) => isResourceRow(row) && shownName(row) === name);
      if (parent === undefined) throw new Error(`There is no ${name}`);
      await tree.getChildren(parent);
    }
    return parent ?? expect.fail();
  };
  const collapse = (row: ItemStoreRow): void => {
    if (!isParentRow(row)) throw new Error('It has no rows below it');
    model.store.setExpanded(row, false);
  };
  const row = (name: string): ResourceRow =>
    inventory.rows.find((each) => shownName(each) === name) ?? expect.fail(`There is no ${name}`);
  /** What the user is told of these reads, a minute later. */
  const told = async (...reads: readonly (() => Promise<unknown>)[]): Promise<readonly string[]> => {
    vi.setSystemTime(Date.now() + minute);
    await vi.advanceTimersByTimeAsync(minute);
    messages.told();
    await Promise.all(reads.map((read) => read()));
    await vi.advanceTimersByTimeAsync(1000);
    return messages.told();
  };
  const addToFavorites = async (...names: readonly string[]): Promise<void> => {
    const favorites = names.map(row).map((each) => {
      const value = { kind: each.kind, names: pathTo(each) };
      return { kind: 'favorite', key: markKey(each.id), value } as const;
    });
    await marks.set(favorites);
  };
  const refresh = (): Promise<unknown> => model.refreshInBackground(never);
  const refreshOverview = (): Promise<unknown> => overview.clusters.refreshInBackground(never);
  const cluster = (name: string) =>
    service.fleet.projects.flatMap(({ clusters }) => clusters).find((each) => each.name === name) ??
    expect.fail(`There is no ${name}`);
  const parts = { service, inventory, marks, model, visible, overview, changes };
  const actions = { expand, collapse, row, told, refresh, refreshOverview, cluster, addToFavorites };
  return { ...parts, ...actions, user: messages.user };
}

type Started = Awaited<ReturnType<typeof start>>;

/** Machines of `payments-uk`, by their numbers. */
function setMachines(
  { service }: Started,
  situation: 'diskPressure' | 'running',
  ...numbers: readonly number[]
) {
  const { pool } = service.fleet.pool('payments-uk', 'workers');
  for (const number of numbers) pool.situations.set(number - 1, situation);
}

describe('an automatic refresh of the hidden Projects view', () => {
  it('tells what began and what ended, once, and nothing that was so before', async () => {
    const fleet = await start();
    const { expand, told, refresh } = fleet;
    await expand('payments', 'payments-uk', 'workers');
    expect(await told(refresh)).toEqual([]);
    setMachines(fleet, 'diskPressure', 1, 2);
    expect(await told(refresh)).toEqual(['2 machines in payments-uk need attention: DiskPressure.']);
    expect(await told(refresh)).toEqual([]);
    setMachines(fleet, 'running', 1, 2);
    expect(await told(refresh)).toEqual(['2 machines in payments-uk no longer need attention: Healthy.']);
    expect(await told(refresh)).toEqual([]);
  });

  it.each([
    ['all rows', ({ inventory }: Started) => inventory.refresh()],
    [
      'one row',
      ({ inventory, row }: Started) => {
        const project = row('payments');
        return project.kind === 'project' ? inventory.refreshProject(project) : expect.fail();
      },
    ],
  ])('tells nothing that a refresh of %s by the user found', async (_, refreshByUser) => {
    const fleet = await start();
    const { expand, told, refresh } = fleet;
    await expand('payments', 'payments-uk', 'workers');
    setMachines(fleet, 'diskPressure', 1);
    expect(await told(() => refreshByUser(fleet))).toEqual([]);
    setMachines(fleet, 'diskPressure', 2);
    expect(await told(refresh)).toEqual(['payments-uk-workers-2: Healthy → DiskPressure.']);
  });
});

describe('a problem in the visible Projects view', () => {
  it('is told unless its row can be seen: in a window without focus, or below a collapsed row', async () => {
    const fleet = await start();
    const { expand, told, refresh, refreshOverview, visible, cluster, collapse } = fleet;
    const project = await expand('payments');
    await told(refresh, refreshOverview);
    visible.view = true;
    cluster('payments-uk').state = 'Error';
    expect(await told(refresh, refreshOverview)).toEqual([]);
    focusWindow(false);
    cluster('payments-us').state = 'Error';
    expect(await told(refresh, refreshOverview)).toEqual([expect.stringContaining('payments-us')]);
    focusWindow(true);
    collapse(project);
    cluster('payments-staging').state = 'Error';
    expect(await told(refresh, refreshOverview)).toEqual([expect.stringContaining('payments-staging')]);
    expect(await told(refresh, refreshOverview)).toEqual([]);
  });
});

describe('a problem of a favorite', () => {
  it('is told, although it is found after the rows of the view were refreshed', async () => {
    const { expand, collapse, told, refresh, cluster, addToFavorites } = await start('favorites');
    collapse(await expand('payments'));
    await addToFavorites('payments-uk', 'payments-us');
    expect(await told(refresh)).toEqual([]);
    cluster('payments-uk').state = 'Error';
    cluster('payments-staging').state = 'Error';
    expect(await told(refresh)).toEqual(['payments-uk: Healthy → Error.']);
    expect(await told(refresh)).toEqual([]);
  });

  it('is told unless a visible view shows it', async () => {
    const { expand, collapse, told, refresh, model, visible, cluster, addToFavorites } =
      await start('favorites');
    collapse(await expand('payments'));
    await addToFavorites('payments-uk', 'payments-us');
    await model.showFavoritesOnly();
    await expand('payments');
    visible.view = true;
    await told(refresh);
    cluster('payments-uk').state = 'Error';
    expect(await told(refresh)).toEqual([]);
    visible.view = false;
    cluster('payments-us').state = 'Error';
    expect(await told(refresh)).toEqual([expect.stringMatching(/^payments-us: .* → Error\.$/)]);
  });
});

describe('problems of several clusters that the fleet overview reads, too', () => {
  const names = ['payments-uk', 'payments-us', 'payments-staging'];

  it('are in one message while neither is visible, whichever read found them', async () => {
    const { expand, told, refresh, refreshOverview, cluster } = await start();
    await expand('payments');
    await told(refreshOverview, refresh);
    const readBoth = async (): Promise<void> => {
      const [first = '', ...others] = names;
      cluster(first).state = 'Error';
      await refresh();
      for (const name of others) cluster(name).state = 'Error';
      await refreshOverview();
    };
    const text = expect.stringContaining('3 clusters in payments need attention: ') as string;
    expect(await told(readBoth)).toEqual([text]);
    expect(await told(refresh, refreshOverview)).toEqual([]);
  });

  it('are not told while the overview is visible, nor later', async () => {
    const { expand, told, refresh, refreshOverview, visible, cluster } = await start();
    await expand('payments');
    await told(refreshOverview, refresh);
    visible.overview = true;
    for (const name of names) cluster(name).state = 'Error';
    expect(await told(refreshOverview, refresh)).toEqual([]);
    visible.overview = false;
    expect(await told(refresh, refreshOverview)).toEqual([]);
  });
});

describe('a problem that is marked as known', () => {
  it('shows no message about it or what contains it, but others do', async () => {
    const fleet = await start();
    const { expand, row, told, refresh, marks, user } = fleet;
    await expand('payments', 'payments-uk', 'workers');
    await told(refresh);
    setMachines(fleet, 'diskPressure', 1);
    user.answer = 'Not Now';
    expect(await told(refresh)).toHaveLength(1);
    // Without the mark, it is told when the pause is over.
    setMachines(fleet, 'diskPressure', 2, 3);
    expect(await told(refresh)).toEqual([]);
    const machine = row('payments-uk-workers-2');
    if (machine.kind !== 'machine') return expect.fail();
    const { severity, cause } = machine.health;
    const at = Date.now();
    const value = { kind: machine.kind, names: pathTo(machine), severity, cause, note: 'INC-1', at };
    await marks.set([{ kind: 'known', key: markKey(machine.id), value }]);
    vi.setSystemTime(Date.now() + 10 * minute);
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(await told(refresh)).toEqual(['payments-uk-workers-3: Healthy → DiskPressure.']);
  });
});

describe('Show', () => {
  it('asks for the timeline of the item that the message is about, of its cluster, or of the fleet', async () => {
    const run = vi.spyOn(commands, 'executeCommand');
    const fleet = await start();
    const { expand, row, told, refresh, cluster, user } = fleet;
    await expand('payments', 'payments-uk', 'workers');
    await told(refresh);
    user.answer = 'Show';
    /** What the timeline is asked for after a message. */
    const asked = async (): Promise<readonly unknown[]> => {
      run.mockClear();
      expect(await told(refresh)).toHaveLength(1);
      const calls: readonly (readonly unknown[])[] = run.mock.calls;
      return calls.filter(([name]) => name === 'poolview.openTimeline').map(([, given]) => given);
    };
    setMachines(fleet, 'diskPressure', 1);
    expect(await asked()).toEqual([{ item: selectedItem(row('payments-uk-workers-1')) }]);
    setMachines(fleet, 'diskPressure', 2, 3);
    expect(await asked()).toEqual([{ item: selectedItem(row('payments-uk')) }]);
    for (const name of ['payments-eu', 'payments-us']) cluster(name).state = 'Error';
    expect(await asked()).toEqual([{}]);
  });
});
