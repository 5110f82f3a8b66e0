import { clusterIn, latestOf, latestOfAll, partsOf, type Presences } from './known';
import { allClusters, type Answer, type HistoryService } from './service';
import { countOf, roomOf, type Cluster, type Counts, type MachineState } from './world';

// What the answers of the service say of a container, and which of that still counts, as the rules of readings say it.

/** Worst first. */
export const severities = [
  'failed',
  'unhealthy',
  'lateHeartbeat',
  'maintenance',
  'inTransition',
  'unknown',
  'healthy',
] as const;
export type Severity = (typeof severities)[number];

const ill: ReadonlySet<string> = new Set<Severity>(['failed', 'unhealthy', 'lateHeartbeat', 'maintenance']);

export function isIll(state: string): boolean {
  return ill.has(state);
}

/** The worst of several; undefined if there are none. */
export function worst(states: readonly string[]): Severity | undefined {
  return severities.find((severity) => states.includes(severity));
}

/**
 * Whether something ill counts: `answered` and `contradicted` as in the rules. What begins with `may` depends on what the rules
 * leave open.
 */
export type Fate = 'stands' | 'answered' | 'contradicted' | 'mayBeAnswered' | 'mayBeContradicted';

/** That something is ill, as one answer says. */
export interface Claim {
  readonly by: 'word' | 'count' | 'machine' | 'certificate';
  readonly severity: Severity;
  readonly number: number;
  readonly readAt: number;
  /** Of a machine. */
  readonly uid?: string;
  readonly fate: Fate;
}

interface Count extends Counts {
  /** Whether the cluster was running: not all machines of another one are expected to be healthy. */
  readonly isOfRunning: boolean;
}

/** What is said of a cluster. */
export interface Statements {
  /** What the service says of it as a whole; undefined if it says only its name. */
  readonly word:
    | ({ readonly severity: Severity; readonly isOwn: boolean } & Pick<Answer, 'number' | 'readAt'>)
    | undefined;
  readonly count: (Count & Pick<Answer, 'number' | 'readAt'>) | undefined;
  readonly claims: readonly Claim[];
  /** When each of its pools was read, if all were, and all machines are healthy. */
  readonly healthyAt: readonly number[] | undefined;
  /** When any of its pools was read. */
  readonly poolsAt: readonly number[];
}

/** What the state and the health of a cluster are together. `unknown`: the answer tells no health. */
function severityOf({ word: { state, health } }: Cluster, tellsHealth: boolean): Severity {
  if (state === 'Failed') return 'failed';
  if (state !== 'Running') return 'inTransition';
  if (!tellsHealth) return 'unknown';
  return health === 'Unhealthy' ? 'unhealthy' : 'healthy';
}

export class ClusterStatements {
  constructor(
    private readonly service: HistoryService,
    private readonly uid: string,
    private readonly presences: Presences,
  ) {}

  #wordOf(answer: Answer): Severity {
    const cluster = clusterIn(answer, this.uid);
    const tells = this.service.profile.health && answer.source !== 'own';
    return cluster === undefined ? 'unknown' : severityOf(cluster, tells);
  }

  /**
   * Whether the word has turned from ill to healthy after a request; undefined if that depends on whether a response counts that
   * was overtaken.
   */
  turnedAfter(number: number): boolean | undefined {
    const words = this.service.answers('word', this.uid);
    const turned = (all: readonly Answer[]): boolean => {
      const states = all.map((answer) => this.#wordOf(answer));
      const start = states.findLastIndex((state) => state !== 'healthy') + 1;
      const [before, first] = [states[start - 1], all[start]];
      return first !== undefined && first.number > number && (before === 'failed' || before === 'unhealthy');
    };
    let latest = 0;
    const inOrder = words
      .toSorted((one, other) => one.arrival - other.arrival)
      .filter((one) => one.number > latest && (latest = one.number) > 0);
    const isTurned = turned(words);
    // What nobody may have waited for, and what tells no health, may count or not.
    const others = [
      inOrder,
      words.filter(({ isOptional }) => !isOptional),
      words.filter(({ source }) => source !== 'own'),
    ];
    return others.every((each) => turned(each) === isTurned) ? isTurned : undefined;
  }

  /** What the latest count says. */
  count(): (Count & Answer) | undefined {
    if (this.service.profile.search !== 'counts') return undefined;
    const { answer } = latestOf(this.service.answers('search', this.uid));
    const cluster = answer && clusterIn(answer, this.uid);
    return cluster && { ...answer, ...countOf(cluster), isOfRunning: cluster.word.state === 'Running' };
  }

  /** @param machines the UIDs of the machines in it that are there */
  all(machines: readonly string[]): Statements | undefined {
    const { service, uid } = this;
    const words = latestOf(service.answers('word', uid));
    const searches = latestOf(service.answers('search', uid));
    const certificates = latestOf(service.answers('certificates', uid));
    const configs = latestOf(service.answers('config', uid));
    const read = machines.map((machine) => ({ machine, ...latestOf(service.answers('machine', machine)) }));
    const all = latestOfAll(words, searches, certificates, configs, ...read);
    const isOfPages = [words, searches, ...read].some(({ answer }) => answer?.since !== undefined);
    if (all.isUnsure || isOfPages || this.presences.wasAway(uid)) return undefined;
    const { answer } = words;
    const word = answer && {
      severity: this.#wordOf(answer),
      isOwn: answer.source === 'own',
      number: answer.number,
      readAt: answer.readAt,
    };
    const count = this.count();
    const states = read.map(({ machine, answer: of }) => ({ machine, of, state: stateIn(of, machine) }));
    const pools = this.#pools();
    const claims: Claim[] = [];
    if (answer !== undefined && word !== undefined && isIll(word.severity)) {
      claims.push({ ...word, by: 'word', fate: this.#fateOfWord(answer) });
    }
    const isRunning = answer !== undefined && clusterIn(answer, uid)?.word.state === 'Running';
    if (count?.isOfRunning === true && isRunning) {
      const room = roomOf(count);
      const severity = room > 0 ? 'unhealthy' : count.inMaintenance > 0 ? 'maintenance' : undefined;
      const { number, readAt } = count;
      const fate = this.#fateOfCount(count, machines.length);
      if (severity !== undefined) claims.push({ by: 'count', severity, number, readAt, fate });
    }
    for (const { machine, of, state } of states) {
      if (of === undefined || state === undefined || state === 'healthy') continue;
      const { number, readAt } = of;
      const fate = this.#fateOfMachine(state, of, machines.length);
      claims.push({ by: 'machine', severity: state, number, readAt, uid: machine, fate });
    }
    const { answer: certified } = certificates;
    const expiry = certified && clusterIn(certified, uid)?.expiry;
    const isDeleted = answer !== undefined && clusterIn(answer, uid)?.word.state === 'Deleting';
    if (certified !== undefined && expiry !== undefined && expiry - Date.now() < 7 * dayMs && !isDeleted) {
      const { number, readAt } = certified;
      claims.push({ by: 'certificate', severity: 'unhealthy', number, readAt, fate: 'stands' });
    }
    const areHealthy =
      pools.areWhole && states.length > 0 && states.every(({ state }) => state === 'healthy');
    return {
      word,
      count,
      claims,
      healthyAt: areHealthy ? pools.readAt : undefined,
      poolsAt: pools.readAt,
    };
  }

  /** How much of its pools was read. */
  #pools() {
    const { service, uid } = this;
    const { answer } = latestOf(service.answers('config', uid));
    const names = Object.keys((answer && clusterIn(answer, uid)?.pools) ?? {});
    const lists = names.map((pool) => service.wholes(`machines/${uid}/${pool}`));
    const wholes = lists.map((all) => latestOf(all).answer);
    const readAt = wholes.flatMap((whole) => whole?.readAt ?? []);
    const oldestOf = (numbers: readonly number[]): number => (names.length === 0 ? 0 : Math.min(...numbers));
    const config = answer?.number ?? 0;
    return {
      config,
      readAt,
      oldest: oldestOf(wholes.map((whole) => whole?.number ?? 0)),
      /** The same, if all that has arrived counts. */
      possible: oldestOf(lists.map((all) => Math.max(0, ...all.map(({ number }) => number)))),
      areWhole: names.length > 0 && wholes.every((whole) => whole !== undefined),
    };
  }

  /** A summary of its project that counts no ill cluster answers what the service said of it before. */
  #fateOfWord({ number, world }: Answer): Fate {
    const { service, uid } = this;
    const project = world.clusters[uid]?.project ?? '';
    const later = service
      .answers('project', project)
      .filter((one) => one.source === 'projects' && one.number > number);
    const { answer, isUnsure } = latestOf(later);
    if (later.length === 0 || !service.profile.counted) return 'stands';
    if (answer === undefined || isUnsure) return 'mayBeContradicted';
    const clusters = Object.values(answer.world.clusters).filter((one) => one.project === project);
    const words = clusters.map((cluster) => severityOf(cluster, true));
    if (words.some((word) => word === 'failed' || word === 'unhealthy')) return 'stands';
    // It counts none that is made or deleted, and a later list may decide.
    const lists = [`clusters/${project}`, `clusters/${allClusters}`].flatMap((list) => service.wholes(list));
    const isListed = lists.some((list) => list.number > answer.number);
    const areCounted =
      words.every((word) => word === 'healthy') && clusterIn(answer, uid)?.project === project;
    // Without their names, it does not say how many there are.
    const { named } = service.profile;
    return areCounted && named && !isListed ? 'contradicted' : 'mayBeContradicted';
  }

  #fateOfCount(count: Counts & Answer, known: number): Fate {
    const { number, size } = count;
    const pools = this.#pools();
    if (pools.areWhole && pools.oldest > number)
      return known === size && pools.config > 0 ? 'answered' : 'mayBeAnswered';
    if (pools.possible > number) return 'mayBeAnswered';
    // What was counted with an ill word goes with it.
    if (this.#fateOfWord(count) !== 'stands') return 'mayBeAnswered';
    const turned = this.turnedAfter(number);
    // What the service counted goes with its word of then.
    return turned === undefined ? 'mayBeAnswered' : turned ? 'answered' : 'stands';
  }

  #fateOfMachine(state: MachineState, { number }: Answer, known: number): Fate {
    const count = this.count();
    const sees = (one: (Counts & { number: number }) | undefined): boolean =>
      one !== undefined &&
      one.number > number &&
      (state === 'maintenance' ? one.inMaintenance : roomOf(one)) === 0 &&
      one.size >= known;
    const isJudgedHere = state === 'lateHeartbeat';
    if (sees(count) && !isJudgedHere) return 'answered';
    // An earlier count may have answered it for good.
    const { profile } = this.service;
    const searches = profile.search !== 'counts' ? [] : this.service.answers('search', this.uid);
    const earlier = searches.filter((one) => one.number < (count?.number ?? 0));
    const mayBeAnswered = earlier.some((one) => {
      const cluster = clusterIn(one, this.uid);
      return cluster && sees({ ...countOf(cluster), number: one.number, size: Infinity });
    });
    if (mayBeAnswered && !isJudgedHere) return 'mayBeAnswered';
    const turned = this.turnedAfter(number);
    if (turned === false) return 'stands';
    const isSure = turned === true && (state === 'failed' || state === 'unhealthy');
    return isSure ? 'contradicted' : 'mayBeContradicted';
  }
}

const dayMs = 86_400_000;

/** How a machine was when it was listed. */
export function stateIn(answer: Answer | undefined, uid: string): MachineState | undefined {
  const { cluster, pool } = partsOf(uid);
  return answer && clusterIn(answer, cluster)?.pools[pool]?.[uid];
}
