import type { ServiceErrorKind } from '../../../../src/service/errors';
import type { HistoryService, Source } from './service';
import type { Kind, Poolview } from './shownNow';
import {
  clusterIn,
  failedWord,
  healthyWord,
  machinesOf,
  unhealthyWord,
  type Cluster,
  type MachineState,
  type Pools,
  type Word,
} from './world';

/** What is acted on. */
export interface Acting {
  readonly service: HistoryService;
  readonly view: Poolview;
  /** Starts what ends when responses have arrived. */
  readonly start: (work: Promise<unknown>) => void;
  /** A number that was not used before. */
  readonly next: () => number;
}

/** Chooses among what there is. */
type Choose = <Value>(all: readonly Value[]) => Value | undefined;

/** Acts. `choice` may be used for what `of` does not choose. */
type Act = (acting: Acting, of: Choose, choice: number) => void;

function changeOne(
  of: Choose,
  { service }: Acting,
  change: (cluster: Cluster, uid: string) => Partial<Cluster>,
): void {
  const uids = Object.keys(service.world.clusters);
  // More happens to the first one than to the others.
  const uid = of([...uids.slice(0, 1), ...uids.slice(0, 1), ...uids]);
  const cluster = service.world.clusters[uid ?? ''];
  if (uid !== undefined && cluster !== undefined) service.changeCluster(uid, change(cluster, uid));
}

/** The pools, with the state of one machine changed. */
function withMachine(pools: Pools, machine: string, state: MachineState | undefined): Pools {
  return Object.fromEntries(
    Object.entries(pools).map(([name, machines]) => {
      if (!(machine in machines)) return [name, machines];
      const others = Object.entries(machines).filter(([uid]) => uid !== machine);
      return [name, { ...Object.fromEntries(others), ...(state && { [machine]: state }) }];
    }),
  );
}

function without<Value>(all: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(all).filter(([each]) => each !== key));
}

const ill: readonly MachineState[] = [
  'failed',
  'failed',
  'unhealthy',
  'unhealthy',
  'maintenance',
  'lateHeartbeat',
];

/** What the service would say of a cluster if it looked at its machines. */
function truthOf(cluster: Cluster): Word {
  const states = Object.values(machinesOf(cluster));
  return states.includes('failed') || states.includes('unhealthy') ? unhealthyWord : healthyWord;
}

const words: readonly Word[] = [
  healthyWord,
  healthyWord,
  unhealthyWord,
  unhealthyWord,
  failedWord,
  { state: 'Provisioning', health: 'Healthy' },
  { state: 'Deleting', health: 'Healthy' },
];

const dayMs = 86_400_000;

/** What changes in the service. */
const changes = {
  failMachine: (acting, of, choice) => {
    changeOne(of, acting, (cluster) => {
      const { pools } = cluster;
      const machine = of(Object.keys(machinesOf(cluster)));
      return machine === undefined ? {} : { pools: withMachine(pools, machine, ill[choice % ill.length]) };
    });
  },
  /** A machine fails, and the word of its cluster says so. */
  failCluster: (acting, of, choice) => {
    changeOne(of, acting, ({ pools }) => {
      const machine = of(Object.keys(machinesOf({ pools })));
      if (machine === undefined) return {};
      return { pools: withMachine(pools, machine, ill[choice % 4]), word: unhealthyWord };
    });
  },
  recoverMachine: (acting, of) => {
    changeOne(of, acting, (cluster) => {
      const machine = of(Object.entries(machinesOf(cluster)).filter(([, state]) => state !== 'healthy'))?.[0];
      return machine === undefined ? {} : { pools: withMachine(cluster.pools, machine, 'healthy') };
    });
  },
  /** All machines of a cluster recover, and its word says so. */
  recoverCluster: (acting, of) => {
    changeOne(of, acting, (cluster) => {
      const machines = Object.keys(machinesOf(cluster));
      const pools = machines.reduce((all, machine) => withMachine(all, machine, 'healthy'), cluster.pools);
      return { pools, word: healthyWord };
    });
  },
  removeMachine: (acting, of) => {
    changeOne(of, acting, (cluster) => {
      const machine = of(Object.keys(machinesOf(cluster)));
      return machine === undefined ? {} : { pools: withMachine(cluster.pools, machine, undefined) };
    });
  },
  addMachine: (acting, of, choice) => {
    changeOne(of, acting, ({ pools }, uid) => {
      const pool = of(Object.keys(pools)) ?? 'w';
      const machine = `${uid}-${pool}-m${acting.next()}`;
      const machines = { ...pools[pool], [machine]: choice % 3 === 0 ? 'failed' : 'healthy' } as const;
      return { pools: { ...pools, [pool]: machines } };
    });
  },
  addPool: (acting, of) => {
    changeOne(of, acting, ({ pools }, uid) => {
      const pool = `w${acting.next()}`;
      return { pools: { ...pools, [pool]: { [`${uid}-${pool}-m1`]: 'healthy' } } };
    });
  },
  removePool: (acting, of) => {
    changeOne(of, acting, ({ pools }) => {
      const names = Object.keys(pools);
      return names.length < 2 ? {} : { pools: without(pools, of(names) ?? '') };
    });
  },
  /** Cluster search counts the machines as they are now, until it does not. */
  countLate: (acting, of) => {
    changeOne(of, acting, ({ counted, pools }) => ({ counted: counted === undefined ? pools : undefined }));
  },
  /** The word of a cluster follows its machines. */
  tellTruth: (acting, of) => {
    changeOne(of, acting, (cluster) => ({ word: truthOf(cluster) }));
  },
  /** It says anything, whatever they are like. */
  tellAnything: (acting, of, choice) => {
    const word = words[choice % words.length] ?? healthyWord;
    const isExplained = word.health === 'Unhealthy' && choice % 2 === 0;
    changeOne(of, acting, () => ({
      word: isExplained ? { ...word, message: `finding ${acting.next()}` } : word,
    }));
  },
  addCluster: ({ service, next }, of, choice) => {
    const project = of(service.world.projects) ?? 'p';
    const uid = `c${next()}`;
    const pools: Pools = { w: { [`${uid}-w-m1`]: choice % 3 === 0 ? 'failed' : 'healthy' } };
    const cluster = clusterIn(project, pools, { word: words[choice % 4] ?? healthyWord });
    service.change({ ...service.world, clusters: { ...service.world.clusters, [uid]: cluster } });
  },
  removeCluster: ({ service }, of) => {
    const uid = of(Object.keys(service.world.clusters)) ?? '';
    service.change({ ...service.world, clusters: without(service.world.clusters, uid) });
  },
  addProject: ({ service, next }) => {
    service.change({ ...service.world, projects: [...service.world.projects, `p${next()}`] });
  },
  removeProject: ({ service }, of) => {
    const { projects, clusters } = service.world;
    const gone = of(projects);
    if (projects.length < 2) return;
    const kept = Object.entries(clusters).filter(([, { project }]) => project !== gone);
    service.change({
      projects: projects.filter((uid) => uid !== gone),
      clusters: Object.fromEntries(kept),
    });
  },
  use: (acting, of, choice) => {
    changeOne(of, acting, ({ cores: { total } }) => ({ cores: { total, used: choice % total } }));
  },
  upgrade: (acting, of, choice) => {
    changeOne(of, acting, () => ({ kubernetes: `1.${30 + (choice % 5)}.${choice % 3}` }));
  },
  wait: (acting, of) => {
    changeOne(of, acting, ({ isWaiting }) => ({ isWaiting: !isWaiting }));
  },
  expire: (acting, of, choice) => {
    changeOne(of, acting, () => ({
      expiry: Date.now() + (choice % 2 === 0 ? 2 : 300 + (choice % 9)) * dayMs,
    }));
  },
  failPack: (acting, of) => {
    changeOne(of, acting, ({ failedPack }) => ({
      failedPack: failedPack === undefined ? 'fluent-bit' : undefined,
    }));
  },
  /** Some requests fail from now on, until they don't. */
  fail: ({ service }, of, choice) => {
    const kinds: readonly ServiceErrorKind[] = ['serviceFault', 'forbidden', 'timedOut'];
    const source = of<Source>([
      'machines',
      'machines',
      'config',
      'search',
      'metadata',
      'projects',
      'overview',
    ]);
    if (source !== undefined) service.failing.set(source, kinds[choice % kinds.length] ?? 'serviceFault');
  },
  heal: ({ service }) => {
    service.failing.clear();
  },
  /** Some requests wait for their turn from now on. */
  queue: ({ service }, of) => {
    const source = of<Source>(['machines', 'config', 'search', 'metadata', 'projects']);
    if (source !== undefined && service.queued.size === 0) service.queued.add(source);
    else service.queued.clear();
  },
} satisfies Record<string, Act>;

function idsOf({ view }: Acting, ...kinds: readonly Kind[]): readonly string[] {
  return view.items().flatMap(({ kind, id }) => (kinds.includes(kind) ? id : []));
}

/** What users, timers and agents do. */
const acts = {
  /** Reads the machines of all pools again, which nobody looks at afterwards. */
  readPools: (acting) => {
    for (const id of idsOf(acting, 'pool')) {
      acting.start(acting.view.readAgain(id));
      acting.view.collapse(id);
    }
  },
  /** Reads the clusters of a project again. */
  refreshProject: (acting, of) => {
    const id = of(idsOf(acting, 'project'));
    if (id !== undefined) acting.start(acting.view.refreshRow(id));
  },
  expand: (acting, of) => {
    const id = of(['', ...idsOf(acting, 'project', 'cluster', 'pool')]);
    acting.start(acting.view.expand(id === '' ? undefined : id));
  },
  /** Expands all that is there, which is what a user who looks for something does. */
  expandAll: (acting) => {
    for (const id of idsOf(acting, 'project', 'cluster', 'pool')) acting.start(acting.view.expand(id));
  },
  collapse: (acting, of) => {
    const id = of(idsOf(acting, 'project', 'cluster', 'pool'));
    if (id !== undefined) acting.view.collapse(id);
  },
  loadMore: (acting, of) => {
    const id = of(['', ...idsOf(acting, 'project', 'pool')]);
    acting.start(acting.view.loadMore(id === '' ? undefined : id));
  },
  refresh: ({ view, start }) => {
    start(view.refresh());
  },
  refreshRow: (acting, of) => {
    const id = of(idsOf(acting, 'project', 'cluster', 'pool', 'machine'));
    if (id !== undefined) acting.start(acting.view.refreshRow(id));
  },
  refreshAutomatically: ({ view, start }) => {
    start(view.refreshAutomatically());
  },
  refreshFleetAutomatically: ({ view, start }) => {
    start(view.refreshFleetAutomatically());
  },
  refreshOverview: ({ view, start }) => {
    start(view.refreshOverview());
  },
  readSearch: ({ view, start }) => {
    start(view.readSearch());
  },
  readMachines: (acting, of, choice) => {
    const id = of(idsOf(acting, 'cluster'));
    acting.start(acting.view.readMachines(choice % 2 === 0 || id === undefined ? undefined : [id]));
  },
  readCauses: ({ view, start }) => {
    start(view.readCauses());
  },
  checkCertificates: ({ view, start }) => {
    start(view.checkCertificates());
  },
  readAgain: (acting, of) => {
    const id = of(idsOf(acting, 'cluster', 'pool'));
    if (id !== undefined) acting.start(acting.view.readAgain(id));
  },
  look: (acting, of) => {
    const id = of(idsOf(acting, 'cluster', 'pool', 'machine'));
    if (id !== undefined) acting.start(acting.view.look(id));
  },
  askForItem: (acting, of) => {
    const id = of(idsOf(acting, 'project', 'cluster', 'pool', 'machine'));
    if (id !== undefined) acting.start(acting.view.readItem(id));
  },
  searchFor: ({ view, start }, of) => {
    start(view.searchFor(of(['c', 'p', 'q']) ?? 'c'));
  },
  mark: (acting, of) => {
    const id = of(idsOf(acting, 'project', 'cluster', 'machine'));
    if (id !== undefined) acting.start(acting.view.mark(id));
  },
  unmark: (acting, of) => {
    const id = of(idsOf(acting, 'project', 'cluster', 'machine'));
    if (id !== undefined) acting.start(acting.view.unmark(id));
  },
} satisfies Record<string, Act>;

const all: Readonly<Record<string, Act>> = { ...changes, ...acts };

export type Change = keyof typeof changes;
export type Action = keyof typeof acts;
export const changeNames = Object.keys(changes) as readonly Change[];
export const actNames = Object.keys(acts) as readonly Action[];

/** @param choice chooses among what there is */
export function act(name: string, choice: number, acting: Acting): void {
  let rest = choice;
  const of: Choose = (values) => {
    const value = values[rest % Math.max(1, values.length)];
    // The next choice is another one.
    rest = Math.floor(rest / 7) + choice;
    return value;
  };
  all[name]?.(acting, of, choice);
}

/** Which of the requests that have left are answered, or fail. */
export type Arrival = 'first' | 'last' | 'all' | 'failing';

export function arrive(which: Arrival, { pending }: HistoryService): void {
  if (which === 'all') for (const request of [...pending]) request.arrive();
  else if (which === 'last') pending.at(-1)?.arrive();
  else pending[0]?.arrive(which === 'failing' ? 'timedOut' : undefined);
}
