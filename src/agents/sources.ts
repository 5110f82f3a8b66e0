import type { ChangeLogs } from '../items/changes/changeLogs';
import type { EventLists } from '../items/events';
import type { Inventories } from '../items/inventories';
import type { Inventory } from '../items/inventory';
import type { ServiceErrorKind } from '../service/errors';
import type { Cut } from '../service/pages';
import type { Team } from '../service/resources/team';
import type { CallOptions } from '../service/schedule';
import type { Reference } from '../service/readers';

/** What the tools read. */
export interface AgentSources {
  readonly inventories: Pick<Inventories, 'active' | 'onDidChangeActive'>;
  readonly events: Pick<EventLists, 'list'>;
  readonly changes: Pick<ChangeLogs, 'changes' | 'coverage'>;
  /** The teams and roles of a session; undefined if it is not the active one. */
  readonly roles: (session: Inventory['session']) => Promise<AgentRoles | undefined>;
}

/**
 * The teams of one connection and their resource roles, as the Team Roles view reads them. What is read is shown there.
 *
 * This describes again what the roles offer to agents, because features do not import each other, and roles are no items.
 */
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
   * The grants that give what is asked for.
   * @param mayRead whether to read grants of teams that were not read, and the resource roles of the team again that is asked for
   * @throws ServiceError
   */
  reviewAccess(question: AccessQuestion, mayRead: boolean, options: CallOptions): Promise<AgentAccess>;
  /**
   * Asks the user in a modal dialog whether to remove a role. Nothing is removed without that.
   * @param signal once it is aborted, the user is not asked, and an open dialog removes nothing
   * @throws ServiceError if the role cannot be read
   */
  proposeRemoval(teamUid: string, roleUid: string, signal: AbortSignal): Promise<ProposalOutcome>;
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

/** Grants are asked for by everything that is defined. */
export interface AccessQuestion {
  readonly teamUid?: string | undefined;
  readonly projectUid?: string | undefined;
  /** In that project. */
  readonly clusterUid?: string | undefined;
  readonly permission?: string | undefined;
}

/** Who has access, as far as it was read. Without mail addresses. */
export interface AgentAccess {
  readonly grants: readonly { readonly id: string; readonly item: AgentGrant }[];
  readonly coverage: {
    /** Of how many teams all four kinds of grants were read. */
    readonly teams: number;
    readonly knownTeams: number;
    readonly areAllTeamsKnown: boolean;
    /** Of how many users their own grants were read. */
    readonly users: number;
  };
  /** What else was not read, in sentences for a model. */
  readonly notRead: readonly string[];
}

/** What gives a team or a user access, as agents get it. */
export interface AgentGrant {
  readonly holder: {
    readonly kind: 'team' | 'user';
    readonly uid: string;
    readonly name: string | undefined;
  };
  readonly kind: 'tenant' | 'project' | 'workspace' | 'resource';
  /** Of a resource role. Without it, the role cannot be removed. */
  readonly roleUid: string | undefined;
  /** Of a resource role: whether Poolview can restore it after it was removed, with a new UID. Otherwise, filters may be missing. */
  readonly canRestore: boolean | undefined;
  readonly roles: readonly Reference[];
  /** Missing if a part of them was not read. */
  readonly permissions: readonly string[] | undefined;
  /** None for a tenant role, which reaches every project. */
  readonly projects: readonly Reference[];
  readonly workspace: Reference | undefined;
  /** They limit it to the clusters whose tags match. */
  readonly filters: readonly string[];
  /** Whether it gives what was asked for. `unknown`: something that decides it was not read. */
  readonly leadsThere: 'yes' | 'unknown';
}

/** What became of a removal that an agent proposed. */
export type ProposalOutcome =
  /** The user did not confirm it. */
  | { readonly decision: 'declined' }
  /** `justDeclined`: the user declined a proposal a moment ago. */
  | { readonly decision: 'notAsked'; readonly why: 'readOnly' | 'notFound' | 'otherRemoval' | 'justDeclined' }
  | {
      readonly decision: 'confirmed';
      /** `notConfirmed`: the service may have removed the role, or may still do so. */
      readonly outcome: 'removed' | 'alreadyRemoved' | 'notRemoved' | 'notConfirmed';
      /** Why it was not removed; `notSaved` if it could not be written to the journal first. */
      readonly reason: ServiceErrorKind | 'notSaved' | undefined;
      /** Whether Poolview can restore it. */
      readonly canRestore: boolean;
    };
