import { EventEmitter } from 'vscode';
import type { Session } from '../../connections/session';
import type { ServiceClient } from '../../service/client';
import { isServiceError } from '../../service/errors';
import { JoinedReads } from '../../service/joinedReads';
import { timed, type RequestTime } from '../../service/requestTime';
import type { CallOptions } from '../../service/operations';
import { factOf, uidOf, type ClusterFacts } from '../cluster';
import { isLater } from '../record';
import { Audits } from './events';
import type { ClusterRow } from '../kinds';
import type { ReadContext } from '../kinds/kind';
import { projectUidOf } from '../kinds/project';
import { minuteMs } from '../../text/format';

/** A cluster, as operations take it. */
interface ClusterRef {
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

/** How a detail is read. @throws ServiceError */
type ReadDetail<Value> = (client: ServiceClient, ref: ClusterRef, options: CallOptions) => Promise<Value>;

export type FactName = keyof ClusterFacts;

const detailReaders: { readonly [Name in FactName]: ReadDetail<ClusterFacts[Name]> } = {
  overview: (client, { uid, projectUid }, options) => client.readClusterOverview(uid, projectUid, options),
  repave: (client, { uid, projectUid }, options) => client.readRepave(uid, projectUid, options),
  certificates: (client, { uid, projectUid }, options) => client.readCertificates(uid, projectUid, options),
  metrics: async (client, { uid, projectUid }, options) => {
    const end = Math.floor(Date.now() / minuteMs) * minuteMs;
    const start = end - metricsMinutes.window * minuteMs;
    const query = { clusterUid: uid, projectUid, start, end, period: metricsMinutes.period };
    return (await client.listMachineMetrics(query, options)).items;
  },
  events: async (client, { uid, projectUid }, options) =>
    (await client.listEvents({ clusterUid: uid, projectUid }, options)).items,
};

const hoverDetails = ['metrics', 'overview', 'repave', 'certificates'] as const satisfies readonly FactName[];
export type HoverDetail = (typeof hoverDetails)[number];

/** What is read of single clusters when the user looks at them. */
export class ClusterReads {
  readonly #onDidRead = new EventEmitter<{ readonly name: FactName; readonly uid: string }>();
  /** Fires after a read of a cluster, even a failed one. */
  readonly onDidRead = this.#onDidRead.event;
  readonly #reads = new JoinedReads();
  readonly audits = new Audits();

  constructor(
    private readonly session: Session,
    private readonly clusters: ReadContext,
  ) {}

  /** Reads a detail of a cluster until `signal` is aborted. Joins the same read in flight. Never fails: the reading has the error. */
  async read(
    name: FactName,
    ref: ClusterRef | undefined,
    { signal, ...options }: CallOptions = {},
  ): Promise<void> {
    if (ref === undefined) return;
    const key = keyOfRead(name, ref.uid, options.priority);
    const read = (ended: AbortSignal): Promise<void> => this.#read(name, ref, { ...options, signal: ended });
    await this.#reads.join(key, read, signal).catch((error: unknown) => {
      if (signal?.aborted !== true) throw error;
    });
  }

  /** What is being read of a cluster for its hover. */
  pending(uid = ''): readonly HoverDetail[] {
    return hoverDetails.filter((name) => this.#reads.has(keyOfRead(name, uid)));
  }

  /** Takes over what a read returned, unless a later one is known. */
  take<Name extends FactName>(name: Name, uid: string, value: ClusterFacts[Name], time: RequestTime): void {
    const cluster = this.clusters.clusterOf(uid);
    if (cluster !== undefined)
      this.clusters.takeCluster(cluster, { readings: { [name]: { ...time, value } } });
    this.#onDidRead.fire({ name, uid });
  }

  dispose(): void {
    this.#onDidRead.dispose();
    this.audits.dispose();
  }

  async #read(name: FactName, ref: ClusterRef, options: CallOptions): Promise<void> {
    const { uid } = ref;
    const sent = timed(options);
    try {
      const value = await detailReaders[name](await this.session.client(), ref, sent.options);
      this.take(name, uid, value, sent.time);
    } catch (error) {
      if (!isServiceError(error)) throw error;
      if (error.kind === 'cancelled') return;
      const failure = { ...sent.time, error };
      const cluster = this.clusters.clusterOf(uid);
      // A later read may have ended since: that changes no value.
      if (cluster !== undefined && isLater(factOf(cluster, name)?.requested, failure)) return;
      if (cluster !== undefined) this.clusters.takeCluster(cluster, { failures: { [name]: failure } });
      this.#onDidRead.fire({ name, uid });
    }
  }
}

/** The user does not wait for a timer. */
function keyOfRead(name: FactName, uid: string, priority: CallOptions['priority'] = 'user'): string {
  return `${priority} ${name} ${uid}`;
}
