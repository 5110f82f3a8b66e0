import { EventEmitter, type Disposable } from 'vscode';
import type { ActiveSession } from '../connections/connections';
import type { Session } from '../connections/session';
import { displayName } from '../text/text';
import { isServiceError } from '../service/errors';
import type { PageAnswer } from '../service/pages';
import { timed, type RequestTime } from '../service/requestTime';
import type { EventQuery, ServiceEvent } from '../service/resources/event';
import type { CallOptions } from '../service/schedule';
import { clusterOf, shownName, type MachineRow, type ResourceRow } from './kinds';
import type { SelectedItem } from './selection';

/** What the view of events shows. */
const operations = ['listEvents', 'listAudits'] as const;

/** Whose events are listed. */
export interface EventSource {
  readonly session: Pick<Session, 'client'>;
  /** Takes over the newest events of a cluster. */
  readonly clusterReads: {
    take(name: 'events', uid: string, value: readonly ServiceEvent[], time: RequestTime): void;
  };
}

/** Lists events, and tells whether the active connection offers events at all. */
export class EventLists implements Disposable {
  readonly #onDidChangeOffer = new EventEmitter<void>();
  readonly onDidChangeOffer = this.#onDidChangeOffer.event;
  readonly #subscription: Disposable;

  constructor(private readonly connections: ActiveSession) {
    this.#subscription = connections.onDidChange(() => {
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

  /**
   * Lists a page of events.
   * @returns undefined if the service does not offer events
   * @throws ServiceError
   */
  async list(
    { session, clusterReads }: EventSource,
    query: EventQuery,
    options: CallOptions = {},
  ): Promise<PageAnswer<ServiceEvent> | undefined> {
    const { clusterUid } = query;
    const sent = timed(options);
    try {
      const page = await (await session.client()).listEvents(query, sent.options);
      if (clusterUid !== undefined && query.continue === undefined)
        clusterReads.take('events', clusterUid, page.items, sent.time);
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
    this.#onDidChangeOffer.dispose();
  }
}

/** The events of a cluster, or those that involve a machine, newest first, as far as they were read. Pools have none. */
export function eventsOf(row: ResourceRow): readonly ServiceEvent[] {
  if (row.kind === 'pool') return [];
  const events = clusterOf(row)?.facts?.events?.value ?? [];
  return row.kind === 'machine' ? events.filter((event) => involves(event, machineOf(row))) : events;
}

/** A machine, as events name it: with its name as it is shown. */
interface EventMachine {
  readonly uid: string | undefined;
  readonly name: string;
}

export function machineOf(row: MachineRow): EventMachine {
  return { name: shownName(row), uid: row.machine.metadata?.uid };
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
  readonly machine: EventMachine | undefined;
}

/** The events of an item are those of its cluster or, without one, of its project. A machine has those that involve it. */
export function eventScopeOf({ kind, name, uid, projectUid, cluster }: SelectedItem): EventScope {
  const clusterUid = cluster?.uid;
  return {
    query: projectUid === undefined && clusterUid === undefined ? undefined : { projectUid, clusterUid },
    machine: kind === 'machine' ? { uid, name } : undefined,
  };
}

/** Whether an event is about a machine, as far as its objects tell. */
export function involves({ involvedObject, relatedObject }: ServiceEvent, machine: EventMachine): boolean {
  return [involvedObject, relatedObject].some(
    // The same machine may have different UIDs, such as that of its node.
    ({ uid = '', name = '' } = {}) =>
      (uid !== '' && uid === machine.uid) || (name !== '' && displayName(name, uid, '') === machine.name),
  );
}
