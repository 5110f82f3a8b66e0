import type { ServiceClient } from '../../../../src/service/client';
import { ServiceError } from '../../../../src/service/errors';
import { requestTime, type RequestTime } from '../../../../src/service/requestTime';
import type { CallOptions } from '../../../../src/service/schedule';
import { clusterFrom, foundClusterFrom, machineFrom, projectFrom } from '../../support/resources';

/** A machine: whether it is ill. */
type Machines = Readonly<Record<string, boolean>>;

interface Cluster {
  readonly project: string;
  /** Another project that lists it, too. */
  readonly other?: string;
  readonly hasFailed: boolean;
  readonly machines: Machines;
}

export interface Fleet {
  readonly projects: readonly string[];
  readonly clusters: Readonly<Record<string, Cluster>>;
}

/** The list of all projects. Other lists have the UID of the project or the cluster whose items they list. */
export const projectList = '';
/** The list of the clusters of all projects. */
export const clusterList = '*';

/** The response to a request that has left. */
export interface Response {
  readonly number: number;
  /** Which list it is the whole or the start of. */
  readonly of: string | undefined;
  readonly fails: boolean;
  readonly signal: AbortSignal | undefined;
  /** What it lists, once it has arrived. */
  uids?: readonly string[];
  arrive(): void;
}

/** A complete list that has arrived. */
interface Complete {
  readonly of: string;
  readonly number: number;
  readonly uids: readonly string[];
}

const first: Fleet = {
  projects: ['p', 'q'],
  clusters: {
    a: { project: 'p', hasFailed: false, machines: { a0: false, a1: false } },
    b: { project: 'p', hasFailed: true, machines: { b0: false } },
    d: { project: 'p', hasFailed: false, machines: { d0: false } },
    c: { project: 'q', hasFailed: false, machines: { c0: true, c1: false } },
  },
};

/** A service that changes. Each response is what it was like when the request left, and arrives when the test says so. */
export class ModelService {
  fleet = first;
  readonly pending: Response[] = [];
  /** What it was like when a request left, by its number. */
  readonly snapshots = new Map<number, Fleet>();
  readonly complete: Complete[] = [];
  readonly client: ServiceClient;
  #failures = 0;
  #added = 0;

  /** @param pageSize how many items a page has */
  constructor(readonly pageSize: number) {
    const client: Partial<ServiceClient> = {
      listProjects: (query, options) => {
        const { name = '' } = query as { readonly name?: string };
        const { continue: token } = query;
        const isList = name === '' && token === undefined;
        return this.#respond(options, isList ? projectList : undefined, ({ projects, clusters }) =>
          this.#page(
            projects.filter((uid) => uid.includes(name)),
            (uid) => projectJson(uid, clusters),
            token,
          ),
        );
      },
      listProjectUids: (options) =>
        this.#respond(options, undefined, ({ projects }) =>
          Object.assign(
            projects.map((uid) => ({ uid, name: uid })),
            { continue: '' },
          ),
        ),
      searchClusters: ({ projectUid, name = '', continue: token }, options) => {
        const isList = name === '' && token === undefined;
        return this.#respond(options, isList ? projectUid : undefined, ({ clusters }) => {
          const all = projectUid === undefined ? Object.keys(clusters) : clustersIn(clusters, projectUid);
          return this.#page(
            all.filter((uid) => uid.includes(name)),
            (uid) => clusterJson(uid, clusters[uid], true),
            token,
          );
        });
      },
      searchClusterMetadata: (options) =>
        this.#respond(options, clusterList, ({ clusters }) => ({
          items: Object.entries(clusters).map(([uid, cluster]) => clusterJson(uid, cluster, false)),
        })),
      readCluster: (uid, _projectUid, options) =>
        this.#respond(options, undefined, ({ clusters }) => clusters[uid] && ownJson(uid, clusters[uid])),
      readCloudConfig: (_ref, options) =>
        this.#respond(options, undefined, () => ({
          spec: { machinePoolConfig: [{ name: 'pool', source: {} }] },
          source: {},
        })),
      listMachines: ({ configUid }, options) =>
        this.#respond(options, configUid, ({ clusters }) => ({
          items: Object.entries(clusters[configUid]?.machines ?? {}).map(([uid, isMachineIll]) =>
            machineFrom({ ...named(uid), status: { instanceState: isMachineIll ? 'Failed' : 'Running' } }),
          ),
        })),
    };
    this.client = client as ServiceClient;
  }

  /** The next responses are errors. */
  failNext(count: number): void {
    this.#failures = count;
  }

  /** A UID that no item has had: among the others in a list, or at its end. */
  newUid(isAmong: boolean): string {
    this.#added++;
    return `${isAmong ? 'am' : 'n'}${this.#added}`;
  }

  get clusterUids(): readonly string[] {
    return Object.keys(this.fleet.clusters);
  }

  setCluster(uid: string, cluster: Cluster): void {
    this.fleet = { ...this.fleet, clusters: { ...this.fleet.clusters, [uid]: cluster } };
  }

  changeCluster(uid: string | undefined, change: (cluster: Cluster) => Cluster): void {
    const cluster = this.fleet.clusters[uid ?? ''];
    if (uid !== undefined && cluster !== undefined) this.setCluster(uid, change(cluster));
  }

  /** Removes the other clusters. */
  keepClusters(isKept: (uid: string, cluster: Cluster) => boolean): void {
    const kept = Object.entries(this.fleet.clusters).filter(([uid, cluster]) => isKept(uid, cluster));
    this.fleet = { ...this.fleet, clusters: Object.fromEntries(kept) };
  }

  #respond<Value extends Listed>(
    options: CallOptions | undefined,
    of: string | undefined,
    valueOf: (fleet: Fleet) => Value | undefined,
  ): Promise<Value> {
    const time: RequestTime = requestTime();
    const number = time.requestNumber;
    const { fleet } = this;
    this.snapshots.set(number, fleet);
    const fails = this.#failures > 0;
    this.#failures = Math.max(0, this.#failures - 1);
    const signal = options?.signal;
    return new Promise((resolve, reject) => {
      const arrive = (): void => {
        options?.onSent?.(time);
        const value = valueOf(fleet);
        if (fails || value === undefined) {
          reject(new ServiceError({ kind: fails ? 'serviceFault' : 'notFound', operation: 'listProjects' }));
          return;
        }
        response.uids = value.items?.map(({ metadata }) => metadata?.uid ?? '') ?? [];
        // Only the overview, whose read is never aborted here, takes over all clusters.
        const isTaken = of === clusterList ? signal === undefined : signal?.aborted !== true;
        if (of !== undefined && isTaken && (value.continue ?? '') === '')
          this.complete.push({ of, number, uids: response.uids });
        resolve(value);
      };
      const response: Response = { number, of, fails, signal, arrive };
      this.pending.push(response);
    });
  }

  /** The token of the next page is the last UID of this one, so that no change of the list hides an item. */
  #page<Item>(uids: readonly string[], itemOf: (uid: string) => Item, token = '') {
    const rest = uids.filter((uid) => uid > token).sort();
    const page = rest.slice(0, this.pageSize);
    return { items: page.map(itemOf), continue: rest.length > page.length ? (page.at(-1) ?? '') : '' };
  }
}

/** A page, or a single item. */
interface Listed {
  readonly items?: readonly { readonly metadata?: { readonly uid?: string | undefined } | undefined }[];
  readonly continue?: string;
  readonly source?: unknown;
}

export function isIll({ hasFailed, machines }: Cluster): boolean {
  return hasFailed || Object.values(machines).some(Boolean);
}

/** The UIDs of the clusters that a project lists. */
export function clustersIn(clusters: Fleet['clusters'], project: string): readonly string[] {
  return Object.entries(clusters)
    .filter(([, each]) => each.project === project || each.other === project)
    .map(([uid]) => uid);
}

/** How many clusters of a project have failed, are unhealthy and are healthy. */
export function countsIn(clusters: Fleet['clusters'], project: string) {
  const all = clustersIn(clusters, project).flatMap((uid) => clusters[uid] ?? []);
  const errored = all.filter(({ hasFailed }) => hasFailed).length;
  const unhealthy = all.filter((each) => isIll(each) && !each.hasFailed).length;
  return { errored, unhealthy, healthy: all.length - errored - unhealthy };
}

function projectJson(uid: string, clusters: Fleet['clusters']) {
  const usage = { clusters: clustersIn(clusters, uid).map((cluster) => ({ uid: cluster, name: cluster })) };
  return projectFrom({ ...named(uid), status: { clustersHealth: countsIn(clusters, uid), usage } });
}

/** @param hasPools whether the search says how the machines are */
function clusterJson(uid: string, cluster: Cluster | undefined, hasPools: boolean) {
  const { project = '', hasFailed, machines = {} } = cluster ?? {};
  const size = Object.keys(machines).length;
  const healthy = Object.values(machines).filter((isMachineIll) => !isMachineIll).length;
  return foundClusterFrom({
    ...named(uid),
    specSummary: {
      projectMeta: { uid: project, name: project },
      cloudConfig: {
        uid,
        cloudType: 'aws',
        ...(hasPools && { machinePools: [{ size, healthy, maintenanceMode: 0 }] }),
      },
    },
    status: { state: hasFailed === true ? 'Error' : 'Running', health: { state: 'Healthy' } },
  });
}

/** What the cluster says itself. */
function ownJson(uid: string, { hasFailed }: Cluster) {
  return clusterFrom({
    ...named(uid),
    spec: { cloudType: 'aws', cloudConfigRef: { uid } },
    status: { state: hasFailed ? 'Error' : 'Running' },
  });
}

function named(uid: string) {
  return { metadata: { uid, name: uid } };
}
