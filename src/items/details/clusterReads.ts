import { EventEmitter } from 'vscode';
import type { Session } from '../../connections/session';
import type { ServiceClient } from '../../service/client';
import { isServiceError } from '../../service/errors';
import { JoinedReads } from '../../service/joinedReads';
import { uniqueByUid } from '../../service/pages';
import { serviceTime, timed, type RequestTime } from '../../service/requestTime';
import type { MachineMetrics } from '../../service/resources/metrics';
import type { ServiceEvent } from '../../service/resources/event';
import type { CallOptions } from '../../service/callOptions';
import { factOf, uidOf, type ClusterData, type ClusterFacts, type DetailReading } from '../cluster';
import { newestFirst } from '../events';
import { isLater } from '../record';
import type { ClusterRow } from '../kinds';
import type { ReadContext } from '../kinds/kind';
import { projectUidOf } from '../kinds/project';

/** A cluster, as operations take it. */
export interface ClusterRef {
  readonly uid: string;
  readonly projectUid: string | undefined;
}

/** Undefined if the service told no UID to ask for. */
export function clusterRef(cluster: ClusterRow | undefined): ClusterRef | undefined {
  const uid = (cluster && uidOf(cluster)) ?? '';
  return cluster === undefined || uid === '' ? undefined : { uid, projectUid: projectUidOf(cluster.parent) };
}

/** The time of the metrics that are read, and the time between two points. */
const metricsMinutes = { window: 60, period: 2 };

const minuteMs = 60_000;

/** How many events each cluster has in memory. */
const maxEvents = 200;

/** How much memory large values take. */
const maxBytes = 20_000_000;

/** How a detail is read and kept. */
interface Detail<Value> {
  /** @throws ServiceError */
  readonly read: (client: ServiceClient, ref: ClusterRef, options: CallOptions) => Promise<Value>;
  /** Combines a value with the earlier reading. Without it, the value replaces the earlier one. */
  readonly join?: (value: Value, before: DetailReading<Value> | undefined) => Value;
  /** About how much memory a large value takes. Others are kept as long as their clusters are. */
  readonly bytesOf?: (value: Value) => number;
}

type FactName = keyof ClusterFacts;

const details: { readonly [Name in keyof ClusterFacts]: Detail<ClusterFacts[Name]> } = {
  overview: {
    read: (client, { uid, projectUid }, options) => client.readClusterOverview(uid, projectUid, options),
  },
  repave: { read: (client, { uid, projectUid }, options) => client.readRepave(uid, projectUid, options) },
  certificates: {
    read: (client, { uid, projectUid }, options) => client.readCertificates(uid, projectUid, options),
  },
  metrics: {
    read: async (client, { uid, projectUid }, options) => {
      const end = Math.floor(Date.now() / minuteMs) * minuteMs;
      const start = end - metricsMinutes.window * minuteMs;
      const query = { clusterUid: uid, projectUid, start, end, period: metricsMinutes.period };
      return (await client.listMachineMetrics(query, options)).items;
    },
    bytesOf: (machines) => 50 * pointsIn(machines),
  },
  events: {
    read: async (client, { uid, projectUid }, options) =>
      (await client.listEvents({ clusterUid: uid, projectUid }, options)).items,
    join: newestOf,
    bytesOf: ({ length }) => 1000 * length,
  },
};

const hoverDetails = ['metrics', 'overview', 'repave', 'certificates'] as const satisfies readonly FactName[];
export type HoverDetail = (typeof hoverDetails)[number];

/** What is read of single clusters when the user looks at them. */
export class ClusterReads {
  readonly #onDidRead = new EventEmitter<{ readonly name: FactName; readonly uid: string }>();
  /** Fires after a read of a cluster, even a failed one. */
  readonly onDidRead = this.#onDidRead.event;
  readonly #reads = new JoinedReads();
  /** By the UID of what they are about. */
  readonly #audits = new Map<string, ServiceEvent>();
  /** In the order in which they were read. */
  readonly #large = new Map<string, { readonly name: FactName; uid: string; bytes: number }>();

  constructor(
    private readonly session: Pick<Session, 'client'>,
    private readonly clusters: Pick<ReadContext, 'clusterOf' | 'tell'>,
  ) {}

  /** The newest entry of the audit log about a cluster, as far as the log was read. Sends no request. */
  lastAudit(uid: string | undefined): ServiceEvent | undefined {
    return uid === undefined ? undefined : this.#audits.get(uid);
  }

  takeAudits(entries: readonly ServiceEvent[]): void {
    for (const entry of entries) {
      const { uid = '' } = entry.involvedObject ?? {};
      const before = this.#audits.get(uid);
      const isNewest = before === undefined || newestFirst(entry, before) < 0;
      if (uid !== '' && isNewest) this.#audits.set(uid, entry);
    }
  }

  /** Reads a detail of a cluster until `signal` is aborted. Joins the same read in flight. Never fails: the reading has the error. */
  async read(
    name: FactName,
    ref: ClusterRef | undefined,
    { signal, ...options }: CallOptions = {},
  ): Promise<void> {
    if (ref === undefined) return;
    const key = readKey(name, ref.uid, options.priority);
    const read = (ended: AbortSignal): Promise<void> => this.#read(name, ref, { ...options, signal: ended });
    await this.#reads.join(key, read, signal).catch((error: unknown) => {
      if (signal?.aborted !== true) throw error;
    });
  }

  /** What is being read of a cluster for its hover. */
  pending(uid = ''): readonly HoverDetail[] {
    return hoverDetails.filter((name) => this.#reads.has(readKey(name, uid)));
  }

  /** Takes over what a read returned, unless a later one is known. */
  take<Name extends FactName>(name: Name, uid: string, value: ClusterFacts[Name], time: RequestTime): void {
    const { join, bytesOf } = details[name];
    const known = join?.(value, this.#factOf(name, uid)) ?? value;
    this.#keep(name, uid, time, { readings: { [name]: { ...time, value: known } } }, bytesOf?.(known));
  }

  dispose(): void {
    this.#onDidRead.dispose();
  }

  async #read(name: FactName, ref: ClusterRef, options: CallOptions): Promise<void> {
    const { uid } = ref;
    const sent = timed(options);
    try {
      const value = await details[name].read(await this.session.client(), ref, sent.options);
      this.take(name, uid, value, sent.time);
    } catch (error) {
      if (!isServiceError(error)) throw error;
      if (error.kind === 'cancelled') return;
      this.#keep(name, uid, sent.time, { failures: { [name]: { ...sent.time, error } } });
    }
  }

  #factOf<Name extends FactName>(name: Name, uid: string): DetailReading<ClusterFacts[Name]> | undefined {
    const cluster = this.clusters.clusterOf(uid);
    return cluster && factOf(cluster, name);
  }

  #keep(name: FactName, uid: string, time: RequestTime, known: Partial<ClusterData>, bytes?: number): void {
    // A later read may have failed since: that changes no value.
    if (known.failures !== undefined && isLater(this.#factOf(name, uid)?.requested, time)) return;
    const cluster = this.clusters.clusterOf(uid);
    if (cluster !== undefined) this.clusters.tell(cluster, known);
    if (bytes !== undefined) this.#forgetOthers(name, uid, bytes);
    this.#onDidRead.fire({ name, uid });
  }

  /** Forgets the large values that were read first, until the others are within the limit. */
  #forgetOthers(name: FactName, uid: string, bytes: number): void {
    const key = `${name} ${uid}`;
    this.#large.delete(key);
    let total = [...this.#large.values()].reduce((sum, other) => sum + other.bytes, bytes);
    for (const [oldest, other] of this.#large) {
      if (total <= maxBytes) break;
      total -= other.bytes;
      this.#large.delete(oldest);
      const cluster = this.clusters.clusterOf(other.uid);
      if (cluster) Object.assign(cluster, { readings: { ...cluster.readings, [other.name]: undefined } });
    }
    this.#large.set(key, { name, uid, bytes });
  }
}

/** The user does not wait for a timer. */
function readKey(name: FactName, uid: string, priority: CallOptions['priority'] = 'user'): string {
  return `${priority} ${name} ${uid}`;
}

function pointsIn(machines: readonly MachineMetrics[]): number {
  const metrics = machines.flatMap((machine) => machine.metrics ?? []);
  return metrics.reduce((sum, { points = [] }) => sum + points.length, 0);
}

/**
 * Whether nothing is missing between the newest page of a log and what was read of it before: one of those that both have was
 * there then. One of the future may not have been.
 */
export function isJoined(both: readonly ServiceEvent[], before: Parameters<typeof serviceTime>[0]): boolean {
  return both.some(({ metadata }) => (metadata?.creationTimestamp ?? Infinity) < serviceTime(before));
}

/** Drops the earlier events if others may be missing in between. */
function newestOf(
  page: readonly ServiceEvent[],
  before: DetailReading<readonly ServiceEvent[]> | undefined,
): readonly ServiceEvent[] {
  const { value = [], readAt = 0, requested } = before ?? {};
  const read = new Set(page.map(identityOf));
  const both = value.filter((event) => read.has(identityOf(event)));
  const isNext = isJoined(both, { readAt, aheadMs: requested?.aheadMs });
  const all = uniqueByUid(isNext ? [...page, ...value] : page, identityOf);
  return all.toSorted(newestFirst).slice(0, maxEvents);
}

/** Events without a UID that are equal in everything are the same. */
export function identityOf(event: ServiceEvent): string {
  const { uid = '' } = event.metadata ?? {};
  return uid === '' ? JSON.stringify(event) : uid;
}
