import type { Event, ExtensionContext } from 'vscode';
import type { AccessReader } from '../access/accessReader';
import type { TeamRole } from '../access/resourceRoles';
import type { Team } from '../access/teams';
import type { Connections } from '../connections/connections';
import type { Session } from '../connections/session';
import type { RoleContent } from '../service/resources/team';
import type { PageParts } from '../tabs/pageHost';

/** A removal in the journal, and what became of it. */
export interface ReviewedRemoval {
  readonly id: string;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  readonly team: { readonly uid: string; readonly name?: string | undefined };
  /** Undefined if it is not completely known. */
  readonly content?: RoleContent | undefined;
  /** What became of it; undefined while it is under way. */
  readonly text: string | undefined;
  /** Whether the role was gone then. */
  readonly isGone: boolean;
  /** Whether the role was gone then, or may have been. */
  readonly mayBeGone: boolean;
}

/** What reviews of a connection take from the Team Roles view, which is another feature. */
export interface Reviewed {
  readonly session: Session;
  readonly model: {
    readonly access: AccessReader;
    readonly teams: readonly Team[];
    /** Fires when something was removed or restored, or when it was determined whether it was. */
    readonly onDidRecord: Event<void>;
    readonly listTeams: (
      areAll: boolean,
      signal: AbortSignal,
      onPage: () => void,
      since: number,
    ) => Promise<void>;
  };
  /** The UID of the team that an argument of a command means; undefined for anything else. */
  readonly teamUidOf: (argument: unknown) => string | undefined;
  /** Removes roles, after the user has confirmed. @throws ServiceError */
  readonly remove: (roles: readonly TeamRole[]) => Promise<void>;
  /** The latest removals in the journal, by the IDs of the removed grants. @throws StorageError */
  readonly removals: () => Promise<ReadonlyMap<string, ReviewedRemoval>>;
}

/** What reviews need. */
export interface ReviewParts extends PageParts {
  readonly connections: Connections;
  readonly context: ExtensionContext;
  /** What is reviewed; undefined if nothing is connected. */
  readonly active: () => Reviewed | undefined;
}
