import type { Event } from 'vscode';
import type { Session } from '../connections/session';
import type { Change, ChangeCoverage } from '../items/changes/change';
import type { Coverage, Item } from '../items/item';
import type { FoundItems, ItemDescription, ItemSearch } from '../items/itemLookup';
import type { ServiceErrorKind } from '../service/errors';
import type { Cut, PageAnswer } from '../service/pages';
import type { EventQuery, ServiceEvent } from '../service/resources/event';
import type { ResourceRole, Team } from '../service/resources/team';
import type { CallOptions } from '../service/schedule';

/** Finds items and reads single ones. */
export interface AgentLookup {
  /**
   * Finds items by name, UID or address: those that are known and, unless one of them is exactly what was searched for,
   * the projects and clusters that the service finds by name.
   */
  find(text: string, search: ItemSearch): Promise<FoundItems>;
  /** The IDs of the items that need attention, as the badge of the Projects view counts them. */
  attention(): readonly string[];
  /**
   * Makes an item known that has been forgotten: reads the first page of each list that leads to it, unless that list has been
   * read.
   * @throws ServiceError
   */
  locate(id: string, signal: AbortSignal): Promise<void>;
  /**
   * Reads an item again, and the list below it if that has been read.
   * @throws ServiceError
   */
  refresh(id: string, signal: AbortSignal): Promise<void>;
  /**
   * Reads the list below an item, again if it has been read.
   * @throws ServiceError
   */
  refreshBelow(id: string, signal: AbortSignal): Promise<void>;
  /** What the hover and the details of an item show besides its fields. Undefined if the item is not known. */
  describe(id: string): ItemDescription | undefined;
}

/** The items of one connection, as the Projects view reads them. Everything that is read here is known there. */
export interface AgentItems {
  readonly session: Pick<Session, 'connection' | 'keyIdentity' | 'client' | 'state' | 'containsApiKey'>;
  /** Aborted when the connection is no longer active. */
  readonly closed: AbortSignal;
  /** All known items, each after the item that contains it. */
  items(): readonly Item[];
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
  lookup(): Promise<AgentLookup>;
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
  /** The latest changes, newest first. */
  readonly changes: readonly Change[];
  readonly coverage: ChangeCoverage;
}

export interface AgentTeam {
  readonly uid: string;
  readonly name?: string | undefined;
  /** Undefined if the service did not list it, but a project that it belongs to. */
  readonly resource?: Team | undefined;
  /** How many resource roles it has; undefined before they have been read. */
  readonly roleCount: number | undefined;
}

/** The teams that have been read. */
export interface AgentTeams {
  readonly teams: readonly AgentTeam[];
  /** When the first page was requested, in milliseconds since 1970. */
  readonly readAt: number | undefined;
  readonly hasMore: boolean;
  /** Why there are no more, although the service may have some. */
  readonly cut: Cut | undefined;
  /** How many projects have been read for their teams; undefined if the service lists teams. */
  readonly gatheredFrom: { readonly loaded: number; readonly total: number | undefined } | undefined;
}

/** What became of a removal that an agent proposed. */
export type ProposalOutcome =
  /** The user did not confirm it. */
  | { readonly decision: 'declined' }
  /** `justDeclined`: the user declined a proposal a moment ago. */
  | { readonly decision: 'notAsked'; readonly why: 'notFound' | 'otherRemoval' | 'justDeclined' }
  | {
      readonly decision: 'confirmed';
      /** `notConfirmed`: the service may have removed the role, or may still do so. */
      readonly outcome: 'removed' | 'alreadyRemoved' | 'notRemoved' | 'notConfirmed';
      /** Why it was not removed; `notSaved` if it could not be written to the journal first. */
      readonly reason: ServiceErrorKind | 'notSaved' | undefined;
      /** Whether Poolview can restore it. */
      readonly canRestore: boolean;
    };

/** The teams of one connection and their resource roles, as the Team Roles view reads them. What is read is shown there. */
export interface AgentRoles {
  /**
   * The teams that have been read, at least those of the first page.
   * @throws ServiceError
   */
  teams(): Promise<AgentTeams>;
  /**
   * The same after one more page has been read.
   * @throws ServiceError
   */
  moreTeams(): Promise<AgentTeams>;
  /**
   * The team with this UID or, if there is none, the teams with exactly this name.
   * @throws ServiceError
   */
  findTeams(uidOrName: string, options: CallOptions): Promise<readonly AgentTeam[]>;
  /**
   * The resource roles of a team that has been read.
   * @param isFresh whether to read them again if they have been read
   * @throws ServiceError, also if the service does not list them
   */
  roles(
    teamUid: string,
    isFresh: boolean,
    options: CallOptions,
  ): Promise<{ readonly roles: readonly ResourceRole[]; readonly readAt: number | undefined }>;
  /**
   * Asks the user in a modal dialog whether to remove a role. Nothing is removed without that.
   * @param signal once it is aborted, the user is not asked, and an open dialog removes nothing
   * @throws ServiceError if the role cannot be read
   */
  proposeRemoval(teamUid: string, roleUid: string, signal: AbortSignal): Promise<ProposalOutcome>;
}

/** What the tools read. Everything belongs to other features; `extension.ts` passes it in. */
export interface AgentSources {
  readonly items: {
    /** Undefined if nothing is connected. */
    readonly active: AgentItems | undefined;
    /** Fires when another connection became active, or none. */
    readonly onDidChangeActive: Event<unknown>;
  };
  readonly fleet: {
    /**
     * Reads all clusters of the active connection from the best list that the service offers, into the items.
     * @returns what is missing: a sentence each, without text of the service
     * @throws ServiceError
     */
    readonly readClusters: (options: CallOptions) => Promise<readonly string[]>;
  };
  readonly events: AgentEvents;
  readonly changes: AgentChanges;
  /** The teams and roles of a session; undefined if it is not the active one. */
  readonly roles: (session: AgentItems['session']) => Promise<AgentRoles | undefined>;
}
