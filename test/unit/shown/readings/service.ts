import type { ServiceClient } from '../../../../src/service/client';
import { ServiceError, type ServiceErrorKind } from '../../../../src/service/errors';
import type { Operation, Priority, CallOptions } from '../../../../src/service/operations';
import { Refusals } from '../../../../src/service/refusals';
import { requestTime } from '../../../../src/service/requestTime';
import * as json from './answers';
import { clustersIn, everything, type Cluster, type Profile, type World } from './world';

/** What answers a request, and what it is about: a project, a cluster, or a cluster and a pool. */
export type Source =
  | 'projects'
  | 'search'
  | 'metadata'
  | 'own'
  | 'config'
  | 'machines'
  | 'overview'
  | 'certificates'
  | 'approvals'
  | 'repave'
  | 'other';

/** A request that was answered: with what the service had when it left. */
export interface Answer {
  readonly source: Source;
  readonly about: string;
  readonly number: number;
  readonly readAt: number;
  readonly world: World;
  readonly uids: readonly string[];
  /** Ascending. */
  readonly arrival: number;
  /** When the first page of the list was requested, if this is another one: the whole list may be of then. */
  since?: number;
  /** Whether nobody may have waited for it any more: a later request for the same had left, or other pages are missing. */
  isOptional: boolean;
}

/** A whole list that was answered. */
export interface Whole {
  readonly number: number;
  readonly readAt: number;
  readonly uids: ReadonlySet<string>;
  readonly isOptional: boolean;
}

/** A request that has left. */
export interface Request {
  readonly source: Source;
  readonly about: string;
  readonly priority: Priority;
  /** Answers it, or fails. */
  arrive(failure?: ServiceErrorKind): void;
}

/** The world since a time. */
interface Epoch {
  readonly at: number;
  readonly world: World;
}

const operations: Record<Source, Operation> = {
  projects: 'listProjects',
  search: 'searchClusters',
  metadata: 'searchClusterMetadata',
  own: 'readCluster',
  config: 'readCloudConfig',
  machines: 'listMachines',
  overview: 'readClusterOverview',
  certificates: 'readCertificates',
  approvals: 'listPendingRepaves',
  repave: 'readRepave',
  other: 'listEvents',
};

/** Keeps what a whole list that has several pages had on those before. */
interface Chain {
  readonly number: number;
  readonly readAt: number;
  readonly answers: Answer[];
  /** Whether a later request had left before one of them arrived. */
  isLate: boolean;
}

/** The list of all clusters, instead of those of a project. */
export const allClusters = '*';

/**
 * A service that changes, and its whole history. Each response is what it was like when the request left, and arrives when the
 * test says so.
 */
export class HistoryService {
  #world: World;
  readonly epochs: Epoch[];
  readonly pending: Request[] = [];
  /** All requests so far. */
  readonly requests: Request[] = [];
  /** By `source/uid` of what they say something about, the latest request last. */
  readonly #answers = new Map<string, Answer[]>();
  readonly #wholes = new Map<string, Whole[]>();
  readonly #latest = new Map<string, number>();
  readonly #chains = new Map<string, Chain>();
  readonly client: ServiceClient;
  /** Whether each request is answered at once, unless its source is held. */
  isImmediate = false;
  readonly held = new Set<Source>();
  /** Sources whose requests wait for their turn until they are answered. */
  readonly queued = new Set<Source>();
  #arrivals = 0;
  readonly #searches: (Answer & { readonly arrivedAt: number })[] = [];
  readonly #toldClusters = new Set<string>();
  readonly #toldMachines = new Set<string>();
  /** Sources that fail for now, and how. */
  readonly failing = new Map<Source, ServiceErrorKind>();
  /** Whether any request has failed. */
  hasFailed = false;

  constructor(
    world: World,
    readonly profile: Profile = everything,
  ) {
    this.#world = world;
    this.epochs = [{ at: Date.now(), world }];
    this.client = this.#newClient();
  }

  get world(): World {
    return this.#world;
  }

  change(world: World): void {
    this.#world = world;
    this.epochs.push({ at: Date.now(), world });
  }

  changeCluster(uid: string, change: Partial<Cluster>): void {
    const cluster = this.#world.clusters[uid];
    if (cluster === undefined) return;
    this.change({
      ...this.#world,
      clusters: { ...this.#world.clusters, [uid]: { ...cluster, ...change } },
    });
  }

  /** What has arrived from a source that says something about this, by the numbers of the requests. */
  answers(source: Source | 'word' | 'machine' | 'project', uid: string): readonly Answer[] {
    return this.#answers.get(`${source}/${uid}`) ?? [];
  }

  /** The UIDs of everything that was told by these. */
  told(source: 'word' | 'machine'): ReadonlySet<string> {
    return source === 'word' ? this.#toldClusters : this.#toldMachines;
  }

  /** How many requests were answered. */
  get arrivals(): number {
    return this.#arrivals;
  }

  /** The whole lists that have arrived, such as `clusters/p`. */
  wholes(list: string): readonly Whole[] {
    return this.#wholes.get(list) ?? [];
  }

  #newClient(): ServiceClient {
    const { profile } = this;
    const of =
      (source: Source, uid: string, options: CallOptions | undefined) =>
      <Value>(valueOf: (cluster: Cluster) => Value): Promise<Value> =>
        this.#respond(source, uid, options, (world) => {
          const cluster = world.clusters[uid];
          return cluster && { value: valueOf(cluster), uids: [uid] };
        });
    const client: Partial<ServiceClient> = {
      refusals: new Refusals(),
      listProjects: (query, options) => {
        const { name = '', continue: token } = query as { name?: string; continue?: string };
        return this.#respond('projects', name, options, (world) =>
          this.#page(
            'projects',
            name,
            token,
            world.projects.filter((uid) => uid.includes(name)),
            (uid) => json.projectOf(uid, world, profile),
          ),
        );
      },
      listProjectUids: (options) =>
        this.#respond('other', '', options, ({ projects }) => ({
          value: projects.map((uid) => ({ uid, name: uid })),
          uids: [],
        })),
      searchClusters: ({ projectUid, name = '', continue: token }, options) => {
        if (profile.search === 'none') return this.#refuse('search');
        const about = `${projectUid ?? allClusters}${name === '' ? '' : `?${name}`}`;
        return this.#respond('search', about, options, (world) => {
          const all = projectUid === undefined ? Object.keys(world.clusters) : clustersIn(world, projectUid);
          return this.#page(
            'search',
            about,
            token,
            all.filter((uid) => uid.includes(name)),
            (uid) => json.searchedOf(uid, clusterOf(world, uid), profile),
          );
        });
      },
      searchClusterMetadata: (options) => {
        if (!profile.metadata) return this.#refuse('metadata');
        return this.#respond('metadata', allClusters, options, (world) => {
          const uids = Object.keys(world.clusters);
          const items = uids.map((uid) => json.metadataOf(uid, clusterOf(world, uid), profile));
          return { value: { items }, uids };
        });
      },
      readCluster: (uid, _project, options) => of('own', uid, options)((one) => json.ownOf(uid, one)),
      readCloudConfig: ({ configUid }, options) =>
        of('config', configUid, options)((one) => json.configOf(configUid, one, profile)),
      listMachines: ({ configUid, poolName, continue: token }, options) => {
        const about = `${configUid}/${poolName}`;
        return this.#respond('machines', about, options, ({ clusters }) => {
          const at = Date.now();
          const machines = clusters[configUid]?.pools[poolName];
          return (
            machines &&
            this.#page('machines', about, token, Object.keys(machines), (uid) =>
              json.machineOf(uid, machines[uid] ?? 'healthy', at, clusters[configUid]?.illSince?.[uid]),
            )
          );
        });
      },
      readClusterOverview: (uid, _project, options) => of('overview', uid, options)(json.overviewOf),
      readCertificates: (uid, _project, options) => of('certificates', uid, options)(json.certificatesOf),
      readRepave: (uid, _project, options) => of('repave', uid, options)(json.repaveOf),
      listPendingRepaves: (_token, options) => {
        if (!profile.approvals) return this.#refuse('approvals');
        return this.#respond('approvals', '', options, (world) => ({
          value: { items: json.waitingOf(world) },
          // It says no of all others, also of those that are gone.
          uids: [...new Set([...Object.keys(world.clusters), ...this.#toldClusters])],
        }));
      },
      listEvents: (_query, options) => this.#respond('other', 'events', options, () => nothing),
      listAudits: (_query, options) =>
        this.#respond('other', 'audits', options, ({ deeds = [] }) => ({
          value: { items: deeds.map(json.auditOf) },
          uids: [],
        })),
      listMachineMetrics: (_query, options) => this.#respond('other', 'metrics', options, () => nothing),
    };
    return client as ServiceClient;
  }

  /** The service does not offer this. */
  #refuse(source: Source): Promise<never> {
    const error = new ServiceError({ kind: 'unsupported', operation: operations[source], status: 405 });
    this.client.refusals.refuse(error);
    return Promise.reject(error);
  }

  /** A page of a list. The token of the next one is the last UID of this one, so that no change of the list hides an item. */
  #page<Item>(
    source: Source,
    about: string,
    token: string | undefined,
    all: readonly string[],
    itemOf: (uid: string) => Item,
  ): Result<{ readonly items: readonly Item[]; readonly total: number; readonly continue: string }> {
    const [start = '', last = ''] = token?.split(' ') ?? [];
    const rest = all.filter((uid) => uid > last).sort();
    const page = rest.slice(0, this.profile.pageSize);
    const isEnd = rest.length === page.length;
    const chain = token === undefined ? `${source} ${about} ${this.requests.length}` : start;
    // A token is one word.
    const next = isEnd ? '' : `${chain.replaceAll(' ', '_')} ${page.at(-1) ?? ''}`;
    return {
      value: { items: page.map(itemOf), total: all.length, continue: next },
      uids: page,
      chain: { id: chain.replaceAll(' ', '_'), isStart: token === undefined, isEnd },
    };
  }

  #respond<Value>(
    source: Source,
    about: string,
    options: CallOptions | undefined,
    resultOf: (world: World) => Result<Value> | undefined,
  ): Promise<Value> {
    const key = `${source} ${about}`;
    const { profile } = this;
    const leave = () => {
      const time = requestTime();
      this.#latest.set(key, time.requestNumber);
      options?.onLeave?.();
      if (profile.aheadMs !== undefined) options?.onSent?.({ ...time, aheadMs: profile.aheadMs });
      return { time, world: this.#world, result: resultOf(this.#world) };
    };
    // What waits for its turn leaves just before it is answered.
    let left = this.queued.has(source) ? undefined : leave();
    const { signal, priority = 'user' } = options ?? {};
    return new Promise((resolve, reject) => {
      const end = (): void => {
        const at = this.pending.indexOf(request);
        if (at >= 0) this.pending.splice(at, 1);
        signal?.removeEventListener('abort', onAbort);
      };
      const fail = (kind: ServiceErrorKind, status?: number): void => {
        end();
        reject(new ServiceError({ kind, operation: operations[source], status }));
      };
      const onAbort = (): void => {
        fail('cancelled');
      };
      const request: Request = {
        source,
        about,
        priority,
        arrive: (failure = this.failing.get(source)) => {
          const { time, world, result } = (left ??= leave());
          const { requestNumber: number, readAt } = time;
          end();
          if (failure !== undefined || result === undefined) {
            this.hasFailed = true;
            const kind = failure ?? 'notFound';
            // What is not found is not there any more.
            if (failure === undefined && source === 'own') {
              this.#take(`own/${about}`, { number, readAt, uids: new Set(), isOptional: true });
              // A list that was pending when the cluster turned out to be gone is read again.
              for (const answer of this.#searches) answer.isOptional ||= answer.arrivedAt === Date.now();
              this.#arrivals++;
            }
            fail(kind, statuses[kind]);
            return;
          }
          const isOptional = (this.#latest.get(key) ?? 0) > number;
          const { uids, chain } = result;
          const answer = {
            source,
            about,
            number,
            readAt,
            world,
            uids,
            isOptional,
            arrival: ++this.#arrivals,
            arrivedAt: Date.now(),
          };
          if (source === 'search') this.#searches.push(answer);
          this.#learn(answer, chain);
          options?.onSent?.(time);
          resolve(result.value);
        },
      };
      this.requests.push(request);
      if (signal?.aborted === true) {
        fail('cancelled');
        return;
      }
      this.pending.push(request);
      signal?.addEventListener('abort', onAbort);
      if (!this.isImmediate) return;
      queueMicrotask(() => {
        if (!this.held.has(source) && this.pending.includes(request)) request.arrive();
      });
    });
  }

  #learn(answer: Answer, page: Page | undefined): void {
    const { source, about, number, readAt, uids } = answer;
    const isSearchByName = about.includes('?');
    if (page !== undefined && !(page.isStart && page.isEnd)) {
      const chain = this.#chains.get(page.id) ?? { number, readAt, answers: [], isLate: false };
      this.#chains.set(page.id, chain);
      chain.answers.push(answer);
      if (!page.isStart) answer.since = chain.readAt;
      chain.isLate ||= answer.isOptional;
      // A list may be taken over only once all of its pages have arrived.
      const isOptional = !page.isEnd || chain.isLate;
      for (const one of page.isEnd ? chain.answers : [answer]) one.isOptional = isOptional;
      const all = new Set(chain.answers.flatMap((one) => one.uids));
      if (page.isEnd)
        this.#takeList(source, about, { number: chain.number, readAt: chain.readAt, uids: all, isOptional });
    } else if (!isSearchByName) {
      this.#takeList(source, about, { number, readAt, uids: new Set(uids), isOptional: answer.isOptional });
    }
    // What was only looked for may be shown without being known.
    if (isSearchByName || (source === 'projects' && about !== '')) answer.isOptional = true;
    const told = source === 'machines' ? this.#toldMachines : this.#toldClusters;
    if (['search', 'metadata', 'own', 'machines'].includes(source)) for (const uid of uids) told.add(uid);
    for (const key of keysOf(answer)) {
      const all = this.#answers.get(key) ?? [];
      all.push(answer);
      all.sort((one, other) => one.number - other.number);
      this.#answers.set(key, all);
    }
  }

  #takeList(source: Source, about: string, whole: Whole): void {
    if (source === 'projects' && about === '') this.#take('projects', whole);
    if (source === 'search' || source === 'metadata') this.#take(`clusters/${about}`, whole);
    if (source === 'machines') this.#take(`machines/${about}`, whole);
  }

  #take(list: string, given: Whole): void {
    // A key for single projects may see no clusters where it asks for all.
    const isOptional = given.isOptional || (list === `clusters/${allClusters}` && given.uids.size === 0);
    const whole = { ...given, isOptional };
    const all = this.#wholes.get(list) ?? [];
    all.push(whole);
    this.#wholes.set(list, all);
  }
}

interface Page {
  readonly id: string;
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

interface Result<Value> {
  readonly value: Value;
  readonly uids: readonly string[];
  readonly chain?: Page;
}

const nothing = { value: { items: [] }, uids: [] };

const statuses: Partial<Record<ServiceErrorKind, number>> = {
  notFound: 404,
  forbidden: 403,
  serviceFault: 503,
};

function clusterOf({ clusters }: World, uid: string): Cluster {
  const cluster = clusters[uid];
  if (cluster === undefined) throw new Error(`There is no ${uid}`);
  return cluster;
}

/** What an answer says something about. */
function keysOf({ source, about, uids, world }: Answer): readonly string[] {
  const each = (name: string): readonly string[] => uids.map((uid) => `${name}/${uid}`);
  switch (source) {
    case 'projects':
      return each('project');
    case 'search':
    case 'metadata':
      return [
        ...each('word'),
        ...each(source),
        ...uids.map((uid) => `project/${world.clusters[uid]?.project ?? ''}`),
      ];
    case 'own':
      return [...each('word'), ...each('own')];
    case 'machines':
      return [`machines/${about}`, ...each('machine')];
    case 'other':
      return [];
    default:
      return each(source);
  }
}
