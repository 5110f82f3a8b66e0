import { allClusters, type Answer, type HistoryService, type Whole } from './service';
import type { Cluster } from './world';

// What Poolview was told, and what follows from that for what is there. Nothing here knows what Poolview made of it.

/** Whether something is there; `unsure` if it depends on responses that nobody may have waited for any more. */
export type Presence = 'there' | 'gone' | 'unsure';

/** What a request that was answered has. */
type Told = Pick<Answer, 'number' | 'isOptional'>;

/** The latest answer that says something, if it is sure that it was taken over. */
export interface Latest<Of extends Told = Answer> {
  readonly answer: Of | undefined;
  /** Whether a later one may have been taken over, too. */
  readonly isUnsure: boolean;
}

export function latestOf<Of extends Told>(answers: readonly Of[]): Latest<Of> {
  let answer: Of | undefined;
  let last: Of | undefined;
  for (const one of answers) {
    if (last === undefined || one.number > last.number) last = one;
    if (!one.isOptional && (answer === undefined || one.number > answer.number)) answer = one;
  }
  return { answer, isUnsure: last !== answer };
}

/** The latest of several; unsure if any is. */
export function latestOfAll(...all: readonly Latest[]): Latest {
  const { answer } = latestOf(all.flatMap((one) => one.answer ?? []));
  return { answer, isUnsure: all.some(({ isUnsure }) => isUnsure) };
}

export const clusterIn = ({ world }: Answer, uid: string): Cluster | undefined => world.clusters[uid];

/** The cluster and the pool of a machine, or the cluster of a pool: `c1-w2-m3`. */
export function partsOf(uid: string): { readonly cluster: string; readonly pool: string } {
  const [cluster = '', pool = ''] = uid.split('-');
  return { cluster, pool };
}

/** What is known of what there is. */
export class Presences {
  readonly #kept = new Map<string, unknown>();
  #arrivals = 0;

  constructor(private readonly service: HistoryService) {}

  /** What has been found out since the last response. */
  #keep<Value>(key: string, find: () => Value): Value {
    if (this.#arrivals !== this.service.arrivals) this.#kept.clear();
    this.#arrivals = this.service.arrivals;
    if (!this.#kept.has(key)) this.#kept.set(key, find());
    return this.#kept.get(key) as Value;
  }

  /** By what names it, and the later whole lists that lack it. */
  #presence(mentions: readonly Answer[], lists: readonly Whole[], uid: string): Presence {
    const sure = Math.max(0, ...mentions.filter(({ isOptional }) => !isOptional).map(numberOf));
    const possible = Math.max(0, ...mentions.map(numberOf));
    const lacking = lists.filter(({ number, uids }) => number > sure && !uids.has(uid));
    if (lacking.some(({ isOptional, number }) => !isOptional && number > possible)) return 'gone';
    return sure > 0 && lacking.length === 0 ? 'there' : 'unsure';
  }

  project(uid: string): Presence {
    return this.#keep(`project ${uid}`, () =>
      this.#presence(this.service.answers('project', uid), this.service.wholes('projects'), uid),
    );
  }

  /** The project that a cluster is in; undefined if that is not sure. */
  projectOf(uid: string): string | undefined {
    const { answer, isUnsure } = latestOf(
      this.service.answers('word', uid).filter(({ source }) => source !== 'own'),
    );
    return isUnsure || answer === undefined ? undefined : clusterIn(answer, uid)?.project;
  }

  cluster(uid: string): Presence {
    return this.#keep(`cluster ${uid}`, () => this.#cluster(uid));
  }

  #cluster(uid: string): Presence {
    const { service } = this;
    const project = this.projectOf(uid);
    if (project === undefined) return 'unsure';
    const words = service.answers('word', uid);
    const details = ['config', 'overview', 'certificates', 'repave'] as const;
    const mentions = [...words, ...details.flatMap((source) => service.answers(source, uid))];
    const lists = [`clusters/${project}`, `clusters/${allClusters}`, `own/${uid}`];
    // A later summary may lack it.
    const summaries = service.answers('project', project).filter(({ source }) => source === 'projects');
    const latest = Math.max(...words.filter(({ isOptional }) => !isOptional).map(numberOf));
    const lacks = summaries.some((one) => one.number > latest && clusterIn(one, uid)?.project !== project);
    const own = this.#presence(
      mentions,
      lists.flatMap((list) => service.wholes(list)),
      uid,
    );
    const above = this.project(project);
    if (own === 'gone' || above === 'gone') return 'gone';
    return lacks || above === 'unsure' ? 'unsure' : own;
  }

  /** Whether a list has lacked a cluster that is there: what was known of it before may be forgotten. */
  wasAway(uid: string): boolean {
    return this.#keep(`away ${uid}`, () => this.#wasAway(uid));
  }

  #wasAway(uid: string): boolean {
    const words = this.service.answers('word', uid).filter(({ source }) => source !== 'own');
    const first = Math.min(...words.map(numberOf));
    const projects = new Set(words.map((one) => clusterIn(one, uid)?.project ?? ''));
    return [allClusters, ...projects]
      .flatMap((project) => this.service.wholes(`clusters/${project}`))
      .some(({ number, uids }) => number > first && !uids.has(uid));
  }

  pool(cluster: string, pool: string): Presence {
    return this.#keep(`pool ${cluster}/${pool}`, () => this.#pool(cluster, pool));
  }

  #pool(cluster: string, pool: string): Presence {
    const above = this.cluster(cluster);
    const { answer, isUnsure } = latestOf(this.service.answers('config', cluster));
    if (above === 'gone') return 'gone';
    if (isUnsure || answer === undefined) return 'unsure';
    return clusterIn(answer, cluster)?.pools[pool] === undefined ? 'gone' : above;
  }

  machine(uid: string): Presence {
    const { cluster, pool } = partsOf(uid);
    const lists = this.service.wholes(`machines/${cluster}/${pool}`);
    const own = this.#presence(this.service.answers('machine', uid), lists, uid);
    const above = this.pool(cluster, pool);
    if (own === 'gone' || above === 'gone') return 'gone';
    return above === 'unsure' || this.wasAway(cluster) ? 'unsure' : own;
  }
}

function numberOf({ number }: { readonly number: number }): number {
  return number;
}
