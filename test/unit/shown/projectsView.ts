import { expect } from 'vitest';
import { type TreeItem, window, type Event, type FileDecorationProvider, type TreeView } from 'vscode';
import { ChangeLogs } from '../../../src/timeline/changeLogs';
import { FleetReader } from '../../../src/reads/fleetReader';
import { newProjectsTree } from '../../../src/projects/model';
import { AttentionSigns } from '../../../src/projects/attentionSigns';
import { newCommands } from '../../../src/projects/commands';
import type { ToolName } from '../../../src/agents/toolNames';
import { callTool, nothing, type Result } from '../agents/support';
import { nextQuickPick } from '../support/quickPick';
import { paged, scriptedModel, type Asked, type Script } from '../support/scripted';
import { atEnd } from '../support/service';
import { Disposable, EventEmitter } from '../support/vscode';

const never = new AbortController().signal;

/** What a service has. The UID of an item is its name. */
export interface World {
  /** By their UIDs, which are their first names. */
  readonly projects: Record<string, { name?: string }>;
  readonly clusters: Record<string, Cluster>;
}

interface Cluster {
  readonly project: string;
  state?: 'Running' | 'Failed';
  /** The states of its machines, by pool. */
  readonly pools?: Readonly<Record<string, Record<string, 'Running' | 'Failed'>>>;
}

/** What such a service answers. It counts clusters by what they say of themselves. */
export function serviceOf(
  { projects, clusters }: World,
  pageSize = 50,
): Required<Pick<Script, 'listProjects' | 'searchClusters' | 'readCloudConfig' | 'listMachines'>> {
  const list = (items: readonly object[]): object => ({
    items,
    listmeta: { count: items.length, continue: '' },
  });
  const named = (uid: string, more: object, name = uid): object => ({ metadata: { uid, name }, ...more });
  const projectOf = (uid: string): object => {
    const own = Object.entries(clusters).filter(([, { project }]) => project === uid);
    const errored = own.filter(([, { state }]) => state === 'Failed').length;
    const clustersHealth = { errored, healthy: own.length - errored };
    const usage = { clusters: own.map(([name]) => ({ uid: name, name })) };
    return named(uid, { status: { clustersHealth, usage } }, projects[uid]?.name);
  };
  const clusterOf = ([uid, { project, state = 'Running' }]: [string, Cluster]): object => {
    const projectMeta = { uid: project, name: projects[project]?.name ?? project };
    const cloudConfig = { uid, cloudType: 'aws' };
    const status = { state, health: { state: 'Healthy' } };
    return named(uid, { specSummary: { cloudConfig, cloudType: 'aws', projectMeta }, status });
  };
  const poolsAt = ({ path }: Asked) => clusters[path.find((part) => part in clusters) ?? '']?.pools ?? {};
  return {
    listProjects: (asked) => {
      const found = Object.keys(projects).filter((uid) =>
        (projects[uid]?.name ?? uid).includes(searchedName(asked)),
      );
      const isPaged = searchedName(asked) === '' && !asked.path.includes('metadata');
      return isPaged ? paged(found.map(projectOf), pageSize)(asked) : list(found.map(projectOf));
    },
    searchClusters: (asked) =>
      asked.path.includes('repaveStatus')
        ? 404
        : list(
            Object.entries(clusters)
              .filter(([, { project }]) => asked.projectUid === undefined || project === asked.projectUid)
              .filter(([name]) => name.includes(searchedName(asked)))
              .map(clusterOf),
          ),
    readCloudConfig: (asked) => {
      const pools = Object.entries(poolsAt(asked));
      const machinePoolConfig = pools.map(([name, machines]) => ({
        name,
        size: Object.keys(machines).length,
      }));
      return { spec: { machinePoolConfig } };
    },
    listMachines: (asked) => {
      const machines = Object.entries(poolsAt(asked)[asked.path.at(-2) ?? ''] ?? {});
      return list(machines.map(([name, instanceState]) => named(name, { status: { instanceState } })));
    },
  };
}

/** What a request asks names to contain; empty if it asks for everything. */
export function searchedName({ body }: Asked): string {
  return /"(?:contains|values)":\[?"([^"]*)"/.exec(JSON.stringify(body ?? {}))?.[1] ?? '';
}

/** The Projects view of a service as users see it, and what else shows its items: the badge, *Go to…*, and agents. */
export async function projectsView(script: Script) {
  const { model, count } = await scriptedModel(script);
  const { inventory } = model;
  const expanded = new EventEmitter<{ element: string }>();
  const collapsed = new EventEmitter<{ element: string }>();
  const decorations: FileDecorationProvider[] = [];
  Object.assign(window, {
    createTreeView: () => ({ onDidExpandElement: expanded.event, onDidCollapseElement: collapsed.event }),
    registerFileDecorationProvider: (provider: FileDecorationProvider) => {
      decorations.push(provider);
      return new Disposable(() => undefined);
    },
    createStatusBarItem: () => ({ show: () => undefined, hide: () => undefined, dispose: () => undefined }),
    withProgress: (_options: unknown, run: () => unknown) => run(),
  });
  const tree = newProjectsTree();
  const view: TreeView<string> = tree.createView('poolview.projects');
  tree.show(model);
  const signs = new AttentionSigns(view, () => inventory);
  const fleet = new FleetReader(inventory);
  const changes = new ChangeLogs({
    active: inventory,
    onDidChangeActive: new EventEmitter<void>().event as Event<void>,
  });
  atEnd(() => {
    changes.dispose();
    signs.dispose();
    tree.dispose();
  });
  const { table } = newCommands({
    view,
    selection: view,
    active: () => model,
    inventories: { fleet },
  } as unknown as Parameters<typeof newCommands>[0]);

  const labelOf = (row: string): string => {
    const { label = '' } = tree.getTreeItem(row) as TreeItem;
    return typeof label === 'string' ? label : label.label;
  };
  const rowAt = async (names: readonly string[], parent?: string): Promise<string | undefined> => {
    const [name, ...below] = names;
    if (name === undefined) return parent;
    const row = (await tree.getChildren(parent)).find((each) => labelOf(each) === name);
    if (row === undefined) throw new Error(`There is no row ${name}`);
    return rowAt(below, row);
  };
  const below = async (names: readonly string[]): Promise<readonly string[]> => {
    const rows = await tree.getChildren(await rowAt(names));
    return Promise.all(
      rows.map(async (row) => {
        const { description = '', resourceUri } = tree.getTreeItem(row) as TreeItem;
        const decoration = resourceUri && (await decorations[0]?.provideFileDecoration(resourceUri, noToken));
        const state = decoration?.tooltip?.split(':', 1)[0];
        return [state, labelOf(row), description].filter(Boolean).join(' · ');
      }),
    );
  };
  const run = async (command: string, ...names: readonly string[]): Promise<void> => {
    await table[command]?.(model, await rowAt(names));
  };
  // VS Code asks again when it is told that something changed, and only then.
  let asked: Promise<readonly string[]> | undefined;
  tree.onDidChangeTreeData(() => {
    asked = asked && below([]);
  });
  return {
    /** The top-level rows as VS Code shows them: those that it was given when it last asked. */
    onScreen: () => (asked ??= below([])),
    /** Filters the view. */
    filter: (query: string) => model.find(query),
    /** How many requests the service got since the last call: all, or those of an operation. */
    count,
    /** The rows below the one that names lead to, each as its state, name and description. */
    below: (...names: readonly string[]) => below(names),
    /** The row that names lead to. */
    async row(...names: readonly string[]): Promise<string> {
      const rows = await below(names.slice(0, -1));
      return rows.find((text) => text.split(' · ').includes(names.at(-1) ?? '')) ?? 'no such row';
    },
    async expand(...names: readonly string[]): Promise<void> {
      const element = await rowAt(names);
      if (element === undefined) return;
      await tree.getChildren(element);
      expanded.fire({ element });
    },
    async collapse(...names: readonly string[]): Promise<void> {
      const element = await rowAt(names);
      if (element !== undefined) collapsed.fire({ element });
    },
    /** *Refresh* of the view, or in the menu of the row that names lead to. */
    refresh: (...names: readonly string[]) => run(names.length === 0 ? 'refresh' : 'refreshRow', ...names),
    refreshAutomatically: () => model.refreshInBackground(never),
    addToFavorites: (...names: readonly string[]) => run('addToFavorites', ...names),
    showFavoritesOnly: () => run('showFavoritesOnly'),
    /** The number on the icon of Poolview. */
    badge(): number {
      signs.update.now();
      return view.badge?.value ?? 0;
    },
    /** What the icon and the status bar say about it. */
    badgeText(): string {
      signs.update.now();
      return view.badge?.tooltip ?? '';
    },
    /** Types into *Go to…*, and leaves it. @returns what it offers once the service was searched */
    async typeIntoGoTo(text: string): Promise<readonly string[]> {
      const list = nextQuickPick();
      const going = run('goTo');
      await expect.poll(() => list.show.mock.calls.length).toBe(1);
      list.type(text);
      await expect.poll(() => list.busy).toBe(false);
      list.hidden.fire();
      await going;
      return list.items.map(({ label }) => label);
    },
    /** Reads the clusters of the fleet, as the overview does. */
    readFleet: () => fleet.clusters.read(),
    /** Asks as an agent does. */
    ask: <Data>(tool: ToolName, input: object): Promise<Result<Data>> =>
      callTool<Data>(tool, input, { ...nothing, changes, inventory, fleet, signal: never, now: Date.now() }),
  };
}

const noToken = {
  isCancellationRequested: false,
  onCancellationRequested: () => new Disposable(() => undefined),
};
