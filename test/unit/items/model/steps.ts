import { vi } from 'vitest';
import type { Inventory } from '../../../../src/items/inventory';
import { isParentRow, type ParentRow, type ResourceRow } from '../../../../src/items/kinds';
import { markKey, type Marks } from '../../../../src/items/marks/marks';
import type { ProjectsModel } from '../../../../src/projects/model';
import { timed, type RequestTime } from '../../../../src/service/requestTime';
import type { CallOptions } from '../../../../src/service/schedule';
import type { ModelService, Response } from './service';

/** What is acted on. */
export interface Acting {
  readonly service: ModelService;
  readonly inventory: Inventory;
  readonly model: ProjectsModel;
  readonly marks: Marks;
  /** Keeps all items, as the open overview does. */
  keeper: { dispose(): unknown } | undefined;
  /** Starts what ends when responses have arrived. */
  readonly start: (work: Promise<unknown>) => void;
}

/** Acts. `of` chooses among what there is. */
type Act = (acting: Acting, of: Choose, choice: number) => void;
type Choose = <Value>(all: readonly Value[]) => Value | undefined;

/** What changes in the service. */
const changes = {
  failMachine: ({ service }, of) => {
    service.changeCluster(of(service.clusterUids), (cluster) => {
      const { machines } = cluster;
      const uid = of(Object.keys(machines));
      return uid === undefined
        ? cluster
        : { ...cluster, machines: { ...machines, [uid]: machines[uid] !== true } };
    });
  },
  failCluster: ({ service }, of) => {
    service.changeCluster(of(service.clusterUids), (cluster) => ({
      ...cluster,
      hasFailed: !cluster.hasFailed,
    }));
  },
  addCluster: ({ service }, of, choice) => {
    const project = of(service.fleet.projects) ?? '';
    const machines = { [service.newUid(true)]: choice % 3 === 0 };
    service.setCluster(service.newUid(choice % 4 < 2), { project, hasFailed: choice % 2 === 0, machines });
  },
  removeCluster: ({ service }, of) => {
    const gone = of(service.clusterUids);
    service.keepClusters((uid) => uid !== gone);
  },
  removeMachine: ({ service }, of) => {
    service.changeCluster(of(service.clusterUids), (cluster) => ({
      ...cluster,
      machines: Object.fromEntries(Object.entries(cluster.machines).slice(1)),
    }));
  },
  removeProject: ({ service }, of) => {
    const gone = of(service.fleet.projects);
    const projects = service.fleet.projects.filter((uid) => uid !== gone);
    if (projects.length === 0) return;
    service.keepClusters((_uid, { project }) => project !== gone);
    service.fleet = { ...service.fleet, projects };
  },
  shareCluster: ({ service }, of) => {
    service.changeCluster(of(service.clusterUids), (cluster) => {
      const other = service.fleet.projects.find((project) => project !== cluster.project);
      return other === undefined ? cluster : { ...cluster, other };
    });
  },
  failNext: ({ service }, _of, choice) => {
    service.failNext(1 + (choice % 3));
  },
} satisfies Record<string, Act>;

/** What is read, and what the user does. */
const reads = {
  expand: ({ inventory, start }, of) => {
    const row = of(parentsIn(inventory));
    if (row === undefined) return;
    inventory.store.setExpanded(row, true);
    start(inventory.store.children(row));
  },
  collapse: ({ inventory }, of) => {
    const row = of(parentsIn(inventory));
    if (row !== undefined) inventory.store.setExpanded(row, false);
  },
  refresh: ({ inventory, start }, of, choice) => {
    start(inventory.refresh(choice % 2 === 0 ? undefined : of(parentsIn(inventory))));
  },
  autoRefresh: ({ model, start }) => {
    start(model.refreshInBackground(never));
  },
  loadMore: ({ inventory, start }, of) => {
    start(inventory.store.loadMore(of([undefined, ...parentsIn(inventory)])));
  },
  readFleet: ({ service, inventory, start }) => {
    start(readFleet(service, inventory));
  },
  readProjects: ({ service, inventory, start }) => {
    start(readProjects(service, inventory));
  },
  readMachines: ({ inventory, start }, of, choice) => {
    const row = of(parentsIn(inventory));
    if (row !== undefined) start(inventory.readBelow(row.id, { priority: 'timer' }, choice % 2 === 0));
  },
  search: ({ service, inventory, start }, of) => {
    start(search(service, inventory, of(['a', 'b', 'c', 'n']) ?? ''));
  },
  filter: ({ inventory, model, start }, of) => {
    start(model.find({ query: of(['', 'p', 'q', 'is:favorite']) }));
    start(inventory.store.children());
  },
  keep: (acting, _of, choice) => {
    acting.keeper?.dispose();
    acting.keeper = choice % 2 === 0 ? acting.inventory.keepItems() : undefined;
  },
  mark: ({ inventory, marks, start }, of) => {
    const row = of(inventory.rows.filter((each) => inventory.derivedOf(each).ownProblem === 'open'));
    if (row !== undefined) start(mark(row, inventory, marks));
  },
  unmark: ({ marks, start }, of) => {
    const key = of([...marks.values.known.keys()]);
    if (key !== undefined) start(marks.set([{ kind: 'known', key, value: undefined }]));
  },
  favorite: ({ inventory, marks, start }, of) => {
    const row = of(inventory.rows);
    if (row === undefined) return;
    const key = markKey(row.id);
    const value = marks.values.favorite.has(key) ? undefined : { kind: row.kind, names: [row.id] };
    start(marks.set([{ kind: 'favorite', key, value }]));
  },
  setClock: ({ inventory }, _of, choice) => {
    vi.setSystemTime(Date.now() + (choice - 50) * 60_000);
    // Nothing tells that a clock was set back, so a mark that is now from the future holds until something changes.
    if (choice < 50) inventory.updateAll();
  },
} satisfies Record<string, Act>;

const acts: Readonly<Record<string, Act>> = { ...changes, ...reads };

export const actions = Object.keys(acts);

/** Which of the pending responses arrive. */
export const arrivals = ['first', 'last', 'all'] as const;
export type Arrival = (typeof arrivals)[number];

/** @param choice chooses among what there is */
export function act(action: string, choice: number, acting: Acting): void {
  acts[action]?.(acting, (all) => all[choice % Math.max(1, all.length)], choice);
}

/** @returns the response, if one has arrived alone */
export function arrive(which: Arrival, { pending }: ModelService): Response | undefined {
  if (which === 'all') {
    for (const response of pending.splice(0)) response.arrive();
    return undefined;
  }
  const response = which === 'first' ? pending.shift() : pending.pop();
  response?.arrive();
  return response;
}

const never = new AbortController().signal;

function parentsIn(inventory: Inventory): readonly ParentRow[] {
  return inventory.rows.filter(isParentRow);
}

/** Reads all clusters, as the overview does. */
export async function readFleet({ client }: ModelService, inventory: Inventory): Promise<void> {
  const sent = timed<CallOptions>({});
  await readAll(inventory, sent, async () => {
    const { items } = await client.searchClusterMetadata(sent.options);
    await inventory.addClusters(items, sent.time, true, 'metadata');
  });
}

/** Reads all projects, as the overview does where the service does not list clusters. */
export async function readProjects({ client }: ModelService, inventory: Inventory): Promise<void> {
  const sent = timed<CallOptions>({});
  await readAll(inventory, sent, async () => {
    const { items, continue: more } = await client.listProjects({ method: 'post', limit: 50 }, sent.options);
    inventory.addProjects(items, sent.time, more === '');
  });
}

async function readAll(
  inventory: Inventory,
  sent: { readonly time: RequestTime },
  read: () => Promise<void>,
): Promise<void> {
  try {
    await read();
  } catch (error) {
    inventory.markClustersOutdated(sent.time.requestNumber);
    throw error;
  }
}

async function search({ client }: ModelService, inventory: Inventory, name: string): Promise<void> {
  const sent = timed<CallOptions>({});
  const { items } = await client.searchClusters({ name }, sent.options);
  await inventory.addClusters(items, sent.time, false, 'search');
}

async function mark(row: ResourceRow, inventory: Inventory, marks: Marks): Promise<void> {
  const { severity } = inventory.derivedOf(row).own;
  const about = { kind: row.kind, names: [row.id], note: '', cause: '' };
  const value = { ...about, at: Date.now(), severity };
  await marks.set([{ kind: 'known', key: markKey(row.id), value }]);
}
