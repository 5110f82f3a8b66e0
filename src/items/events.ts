import { EventEmitter, type Disposable } from 'vscode';
import type { Connections } from '../connections/connections';
import type { Session } from '../connections/session';
import { displayName } from '../text/text';
import { isServiceError, succeeds } from '../service/errors';
import { JoinedReads } from '../service/joinedReads';
import { uniqueByUid, type PageAnswer } from '../service/pages';
import type { EventQuery, ServiceEvent } from '../service/resources/event';
import type { CallOptions } from '../service/schedule';
import { shownName, type ClusterRow, type ResourceRow } from './kinds';
import { projectUidOf } from './kinds/project';
import type { SelectedItem } from './selection';

/** How many clusters have events in memory, and how many events each of them has. */
const maxClusters = 50;
const maxEvents = 200;

/** What the view of events shows. */
const operations = ['listEvents', 'listAudits'] as const;

/** The events of the active connection that were read, and whether the service offers events at all. */
export class EventLists implements Disposable {
  readonly #onDidRead = new EventEmitter<void>();
  /** Fires when events of a cluster have been read. */
  readonly onDidRead = this.#onDidRead.event;
  readonly #onDidChangeOffer = new EventEmitter<void>();
  readonly onDidChangeOffer = this.#onDidChangeOffer.event;
  readonly #subscription: Disposable;
  /** Newest first, by the UID of the cluster. The cluster that was read last is the last one. */
  readonly #byCluster = new Map<string, readonly ServiceEvent[]>();
  readonly #reads = new JoinedReads();

  constructor(private readonly connections: Pick<Connections, 'session' | 'onDidChange'>) {
    this.#subscription = connections.onDidChange(() => {
      this.#byCluster.clear();
      this.#reads.invalidate();
      this.showOffer();
    });
  }

  /** False once the service refused to list events and the audit log because it does not offer them. */
  get isOffered(): boolean {
    const { refusals } = this.connections.session ?? {};
    return operations.some((operation) => refusals?.of(operation)?.kind !== 'unsupported');
  }

  /** Call this after reading one of the lists. Not after a refresh forgot refusals: the view would come and go. */
  showOffer(): void {
    this.#onDidChangeOffer.fire();
  }

  /** The newest events of a cluster, newest first; undefined if they have not been read. Sends no request. */
  known(clusterUid: string): readonly ServiceEvent[] | undefined {
    return this.#byCluster.get(clusterUid);
  }

  /** Reads the newest events of a cluster. Does nothing if the service does not offer events or cannot be read. */
  async read(clusterUid: string, projectUid: string | undefined): Promise<void> {
    const { session } = this.connections;
    if (session === undefined) return;
    const read = () => succeeds(() => this.list(session, { clusterUid, projectUid }));
    await this.#reads.join(clusterUid, read, undefined);
  }

  /** Reads the newest events of the cluster that a row is or belongs to. */
  async readFor(row: ResourceRow): Promise<void> {
    const cluster = clusterOf(row);
    const { uid = '' } = cluster?.usage ?? {};
    if (cluster !== undefined && uid !== '') await this.read(uid, projectUidOf(cluster.parent));
  }

  /** Whether the events of the cluster that a row is or belongs to have been read. */
  isReadFor(row: ResourceRow): boolean {
    return this.known(clusterOf(row)?.usage.uid ?? '') !== undefined;
  }

  /** The events of a cluster, or those that involve a machine, newest first, if they were read. Sends no request. */
  of(row: ResourceRow): readonly ServiceEvent[] {
    const known = this.known(clusterOf(row)?.usage.uid ?? '') ?? [];
    if (row.kind !== 'machine') return known;
    const machine = { name: shownName(row), uid: row.machine.metadata?.uid };
    return known.filter((event) => involves(event, machine));
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
    try {
      const page = await (await session.client()).listEvents(query, options);
      const isOurs = session === this.connections.session && query.clusterUid !== undefined;
      if (isOurs) this.#add(query.clusterUid, page.items);
      return page;
    } catch (error) {
      if (isServiceError(error, 'unsupported')) return undefined;
      throw error;
    } finally {
      if (session === this.connections.session) this.showOffer();
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#onDidRead.dispose();
    this.#onDidChangeOffer.dispose();
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
}

/** Events without a UID that are equal in everything are the same. */
function identityOf(event: ServiceEvent): string {
  const { uid = '' } = event.metadata ?? {};
  return uid === '' ? JSON.stringify(event) : uid;
}

/** The cluster that a row is or belongs to; undefined for a project or a pool, whose details have no events. */
export function clusterOf(row: ResourceRow): ClusterRow | undefined {
  if (row.kind === 'cluster') return row;
  if (row.kind !== 'machine') return undefined;
  const { parent } = row.parent;
  return parent.kind === 'cluster' ? parent : undefined;
}

/** Sorts the newest first, and events without a time last. */
export function newestFirst({ metadata: one }: ServiceEvent, { metadata: other }: ServiceEvent): number {
  return (other?.creationTimestamp ?? 0) - (one?.creationTimestamp ?? 0);
}

/** Which events belong to an item. */
export interface EventScope {
  /** Undefined if the service told no UID to ask for. */
  readonly query: Pick<EventQuery, 'projectUid' | 'clusterUid'> | undefined;
  /** The machine that the events must involve; undefined for all events of the list. */
  readonly machine: { readonly uid: string | undefined; readonly name: string } | undefined;
}

/**
 * The events of an item are those of its cluster or, without one, of its project. A machine has those that involve it.
 * @param projectUid of the project that it is or belongs to
 * @param clusterUid of the cluster that it is or belongs to
 */
export function eventScopeOf(
  { kind, name, uid }: Pick<SelectedItem, 'kind' | 'name' | 'uid'>,
  projectUid: string | undefined,
  clusterUid: string | undefined,
): EventScope {
  return {
    query: projectUid === undefined && clusterUid === undefined ? undefined : { projectUid, clusterUid },
    machine: kind === 'machine' ? { uid, name } : undefined,
  };
}

/**
 * Whether an event is about a machine, as far as its objects tell.
 * @param machine its UID, and its name as it is shown
 */
export function involves(
  { involvedObject, relatedObject }: Pick<ServiceEvent, 'involvedObject' | 'relatedObject'>,
  machine: { readonly uid: string | undefined; readonly name: string },
): boolean {
  return [involvedObject, relatedObject].some(
    // The same machine may have different UIDs, such as that of its node.
    ({ uid = '', name = '' } = {}) =>
      (uid !== '' && uid === machine.uid) || (name !== '' && displayName(name, uid, '') === machine.name),
  );
}
