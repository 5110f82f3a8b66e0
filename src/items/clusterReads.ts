import { EventEmitter } from 'vscode';
import type { Session } from '../connections/session';
import type { ClusterFacts, ClusterReadings, FactReading } from './cluster';
import type { ServiceClient } from '../service/client';
import { isServiceError } from '../service/errors';
import { JoinedReads } from '../service/joinedReads';
import { timed } from '../service/requestTime';
import type { CallOptions } from '../service/schedule';

type FactName = keyof ClusterFacts;

/** A cluster, as operations take it. */
export interface ClusterRef {
  readonly uid: string;
  readonly projectUid: string | undefined;
}

/** The time of the metrics that are read, and the time between two points. */
const metricsMinutes = { window: 60, period: 2 };

const minuteMs = 60_000;

const requests: {
  readonly [Name in FactName]: (
    client: ServiceClient,
    ref: ClusterRef,
    options: CallOptions,
  ) => Promise<ClusterFacts[Name]>;
} = {
  overview: (client, { uid, projectUid }, options) => client.readClusterOverview(uid, projectUid, options),
  repave: (client, { uid, projectUid }, options) => client.readRepave(uid, projectUid, options),
  certificates: (client, { uid, projectUid }, options) => client.readCertificates(uid, projectUid, options),
  metrics: async (client, { uid, projectUid }, options) => {
    const end = Math.floor(Date.now() / minuteMs) * minuteMs;
    const start = end - metricsMinutes.window * minuteMs;
    const query = { clusterUid: uid, projectUid, start, end, period: metricsMinutes.period };
    return (await client.listMachineMetrics(query, options)).items;
  },
};

/** How many clusters have facts in memory, and how many have metrics, which are large and kept for a minute. */
const maxClusters = 2000;
const maxMeasured = 20;

/** What was read of single clusters when the user looked at them, by UID. */
export class ClusterReads {
  readonly #onDidRead = new EventEmitter<string>();
  /** Fires with the UID of a cluster after a read of it, even a failed one. */
  readonly onDidRead = this.#onDidRead.event;
  /** The cluster that was read last is the last one. */
  readonly #known = new Map<string, ClusterReadings>();
  readonly #reads = new JoinedReads();

  constructor(private readonly session: Pick<Session, 'client'>) {}

  /** What was read last, the same object until the next read. Sends no request. */
  of(uid: string | undefined): ClusterReadings | undefined {
    return this.#known.get(uid ?? '');
  }

  /** Reads a fact of a cluster. Joins the same read in flight. Never fails: the reading then has the error. */
  async read(name: FactName, ref: ClusterRef): Promise<void> {
    await this.#reads.join(`${name} ${ref.uid}`, () => this.#read(name, ref), undefined);
  }

  dispose(): void {
    this.#onDidRead.dispose();
  }

  async #read(name: FactName, ref: ClusterRef): Promise<void> {
    const { uid } = ref;
    const sent = timed<CallOptions>({});
    const before = this.of(uid)?.[name];
    let reading: FactReading<ClusterFacts[FactName]>;
    try {
      const value = await requests[name](await this.session.client(), ref, sent.options);
      reading = { requested: sent.time, value, readAt: sent.time.readAt };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      reading = { ...before, requested: sent.time, error };
    }
    const readings = { ...this.of(uid), [name]: reading };
    this.#known.delete(uid);
    this.#known.set(uid, readings);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size > maxClusters) this.#known.delete(oldest);
    }
    const measured = [...this.#known].filter(([, { metrics }]) => metrics !== undefined);
    for (const [each, facts] of measured.slice(0, -maxMeasured)) {
      this.#known.set(each, { ...facts, metrics: undefined });
    }
    this.#onDidRead.fire(uid);
  }
}
