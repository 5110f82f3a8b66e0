import { EventEmitter, type Disposable } from 'vscode';
import type { Connections } from '../../connections/connections';
import type { Session } from '../../connections/session';
import type { ServiceClient } from '../../service/client';
import { isServiceError, ServiceError } from '../../service/errors';
import { uniqueByUid, type PageAnswer } from '../../service/pages';
import type { EventQuery, ServiceEvent } from '../../service/resources/event';
import type { CallOptions } from '../../service/schedule';
import { setContextKey } from '../../ui/contextKeys';
import { newestFirst } from './newestFirst';

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

  constructor(private readonly connections: Pick<Connections, 'session' | 'onDidChange'>) {
    this.#subscription = connections.onDidChange(() => {
      this.#byCluster.clear();
      this.#reading.clear();
      setContextKey('poolview.noEvents', false);
    });
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
    session: Pick<Session, 'client'>,
    query: EventQuery,
    options?: CallOptions,
  ): Promise<PageAnswer<ServiceEvent> | undefined> {
    const page = await this.#page(await session.client(), query, options);
    if (session !== this.session) return page;
    setContextKey('poolview.noEvents', page === undefined);
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

  /**
   * If the events of a cluster are not found, those of the tenant tell whether the service lacks the operation or only that
   * cluster. Those of a project have the same path as those of the tenant.
   */
  async #page(
    client: ServiceClient,
    query: EventQuery,
    options: CallOptions | undefined,
  ): Promise<PageAnswer<ServiceEvent> | undefined> {
    try {
      return await client.listEvents(query, options);
    } catch (error) {
      if (!isServiceError(error, 'unsupported')) throw error;
      if (query.clusterUid !== undefined && this.#byCluster.size === 0) await askForTenant(client, options);
      if (client.refusal('listEvents')?.kind === 'unsupported') return undefined;
      throw new ServiceError({ ...error.failure, kind: 'notFound' });
    }
  }
}

/** Requests the events of the tenant, for the client to find out whether the service has the operation. */
async function askForTenant(client: ServiceClient, options: CallOptions | undefined): Promise<void> {
  try {
    await client.listEvents({ projectUid: undefined }, options);
  } catch (error) {
    if (!isServiceError(error, 'unsupported', 'forbidden', 'invalidRequest')) throw error;
  }
}

/** Events without a UID that are equal in everything are the same. */
function identityOf(event: ServiceEvent): string {
  const { uid = '' } = event.metadata ?? {};
  return uid === '' ? JSON.stringify(event) : uid;
}
