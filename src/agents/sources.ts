import type { Event } from 'vscode';
import type { ConnectionIdentity } from '../connections/connection';
import type { Session } from '../connections/session';
import type { Change, ChangeCoverage } from '../presentation/change';
import type { Coverage, FleetItem } from '../presentation/fleetItem';
import type { PageAnswer } from '../service/pages';
import type { EventQuery, ServiceEvent } from '../service/resources/event';
import type { CallOptions } from '../service/schedule';

/** The items of one connection, as the Projects view reads them. Everything that is read here is known there. */
export interface AgentItems {
  readonly session: Pick<Session, 'connection' | 'client' | 'state'>;
  /** Aborted when the connection is no longer active. */
  readonly closed: AbortSignal;
  /** All known items, each after the item that contains it. */
  items(): readonly FleetItem[];
  coverage(): Coverage;
  /**
   * Reads all pages of the list below an item, unless it has been read.
   * @returns the IDs of the items below it that have lists of their own
   * @throws ServiceError
   */
  readBelow(id: string, options: CallOptions): Promise<readonly string[]>;
  /** Whether the list below an item has been read to its end. */
  isRead(id: string): boolean;
  /** Whether the service does not list what is below an item. */
  isUnlisted(id: string): boolean;
}

/** The events of the active connection. They belong to the Events feature. */
export interface AgentEvents {
  /**
   * Lists a page of events.
   * @returns undefined if the service does not offer events
   * @throws ServiceError
   */
  list(
    session: AgentItems['session'],
    query: EventQuery,
    options: CallOptions,
  ): Promise<PageAnswer<ServiceEvent> | undefined>;
}

/** The changes of the active connection. They belong to the Events feature. */
export interface AgentChanges {
  /** Undefined if nothing is connected. */
  readonly connection: ConnectionIdentity | undefined;
  /** The latest changes, newest first. */
  readonly changes: readonly Change[];
  readonly coverage: ChangeCoverage;
}

/** What the tools read. Everything belongs to other features; `extension.ts` passes it in. */
export interface AgentSources {
  readonly items: {
    /** Undefined if nothing is connected. */
    readonly active: AgentItems | undefined;
    /** Fires when another connection became active, or none. */
    readonly onDidChangeActive: Event<unknown>;
  };
  readonly events: AgentEvents;
  readonly changes: AgentChanges;
}
