import { EventEmitter, type Disposable } from 'vscode';
import type { Connections } from '../../connections/connections';
import type { Session } from '../../connections/session';
import { isServiceError } from '../../service/errors';
import { uniqueByUid, type PageAnswer } from '../../service/pages';
import type { EventQuery, ServiceEvent } from '../../service/resources/event';
import type { CallOptions } from '../../service/schedule';
import { setContextKey } from '../../ui/contextKeys';
import { newestFirst } from './newestFirst';

const stateName = 'noEvents';

/** After a day, the service may have been updated. */
const maxAgeMs = 24 * 60 * 60 * 1000;

/** How many clusters have events in memory, and how many events each of them has. */
const maxClusters = 50;
const maxEvents = 200;

/** The events of the active connection that were read, and whether the service offers events at all. */
export class ReadEvents implements Disposable {
  readonly #onDidRead = new EventEmitter<void>();
  readonly onDidRead = this.#onDidRead.event;
  readonly #subscription: Disposable;
  /** Newest first, by the UID of the cluster. The cluster that was read last is the last one. */
  readonly #byCluster = new Map<string, readonly ServiceEvent[]>();
  readonly #reading = new Map<string, Promise<void>>();
  /** Whether events could be read: a cluster that is not found is then missing, not the operation. */
  #hasWorked = false;

  constructor(private readonly connections: Pick<Connections, 'session' | 'onDidChange'>) {
    this.#subscription = connections.onDidChange(() => {
      this.#byCluster.clear();
      this.#reading.clear();
      this.#hasWorked = false;
      this.#showOffer();
    });
    this.#showOffer();
  }

  get session(): Session | undefined {
    return this.connections.session;
  }

  /** The newest events of a cluster, newest first; undefined if they have not been read. Sends no request. */
  known(clusterUid: string): readonly ServiceEvent[] | undefined {
    return this.#byCluster.get(clusterUid);
  }

  /** Reads the newest events of a cluster. Does nothing if the service does not offer events or cannot be read. */
  async read(clusterUid: string, projectUid: string | undefined): Promise<void> {
    const { session } = this;
    if (session === undefined) return;
    let reading = this.#reading.get(clusterUid);
    if (reading === undefined) {
      reading = this.#tryToRead(session, { clusterUid, projectUid });
      this.#reading.set(clusterUid, reading);
    }
    try {
      await reading;
    } finally {
      if (this.#reading.get(clusterUid) === reading) this.#reading.delete(clusterUid);
    }
  }

  /**
   * Lists a page of events, and remembers those of a cluster.
   * @returns undefined if the service does not offer events
   * @throws ServiceError
   */
  async list(
    session: Pick<Session, 'client' | 'state'>,
    query: EventQuery,
    options?: CallOptions,
  ): Promise<PageAnswer<ServiceEvent> | undefined> {
    if (!isOffered(session)) return undefined;
    const { listEvents } = await import('./listEvents');
    const page = await listEvents(await session.client(), query, this.#hasWorked, options);
    if (page === undefined) await session.state.write(stateName, Date.now());
    if (session !== this.session) return page;
    this.#hasWorked ||= page !== undefined;
    this.#showOffer();
    if (page !== undefined && query.clusterUid !== undefined) this.#add(query.clusterUid, page.items);
    return page;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#onDidRead.dispose();
  }

  async #tryToRead(session: Session, query: EventQuery): Promise<void> {
    try {
      await this.list(session, query);
    } catch (error) {
      if (!isServiceError(error)) throw error;
    }
  }

  #add(clusterUid: string, events: readonly ServiceEvent[]): void {
    const all = uniqueByUid([...events, ...(this.known(clusterUid) ?? [])], identityOf);
    all.sort(newestFirst);
    this.#byCluster.delete(clusterUid);
    this.#byCluster.set(clusterUid, all.slice(0, maxEvents));
    for (const uid of this.#byCluster.keys()) {
      if (this.#byCluster.size > maxClusters) this.#byCluster.delete(uid);
    }
    this.#onDidRead.fire();
  }

  #showOffer(): void {
    setContextKey('poolview.noEvents', this.session !== undefined && !isOffered(this.session));
  }
}

/** Whether the service may offer events: it is asked again after a day. */
function isOffered({ state }: Pick<Session, 'state'>): boolean {
  const age = Date.now() - Number(state.read(stateName));
  return !(age >= 0 && age < maxAgeMs);
}

/** Events without a UID that are equal in everything are the same. */
function identityOf(event: ServiceEvent): string {
  const { uid = '' } = event.metadata ?? {};
  return uid === '' ? JSON.stringify(event) : uid;
}
