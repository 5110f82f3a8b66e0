import type { Lists } from '../../items/store/lists';
import type { StoreRow, TreeRow } from '../../items/store/row';
import type { ServiceError } from '../../service/errors';
import type { ResourceRole } from '../../service/resources/team';
import type { Access, Grant, GrantKind } from '../../access/access';
import type { Team, TeamListing } from '../../access/teams';

export const viewId = 'poolview.roles';

export interface TeamRow extends TreeRow {
  readonly kind: 'team';
  readonly parent: undefined;
  readonly team: Team;
}

export interface RoleRow extends TreeRow {
  readonly kind: 'role';
  readonly parent: TeamRow;
  readonly role: ResourceRole;
  readonly grant: Grant;
}

/** The tenant, project and workspace roles of a team, which Poolview doesn't remove: how many there are. */
export interface OtherGrantsRow extends TreeRow {
  readonly kind: 'otherGrants';
  readonly parent: TeamRow;
  /** Which requests they are from: the row is drawn again after others. */
  readonly known: string | undefined;
}

/** Why a list is empty, or cannot be shown. */
export type Note =
  | { readonly about: 'noTeams' | 'noRoles' }
  | { readonly about: 'rolesNotListed'; readonly error: ServiceError };

/** A row that says why a list is empty, or cannot be shown. */
export interface NoteRow extends TreeRow {
  readonly kind: 'note';
  readonly parent: TeamRow | undefined;
  readonly note: Note;
}

/** A row of the Team Roles view. */
export type Row = SourceRow | OtherGrantsRow | NoteRow;

/** A row of the Team Roles view, or one that its store adds. */
export type ViewRow = StoreRow<Row, TeamRow>;

/** A row of something in the service. */
export type SourceRow = TeamRow | RoleRow;

/** What is known about the other grants of a team. */
export interface OtherGrants {
  /** How many were read. */
  readonly count: number;
  /** Whether there are no others. */
  readonly areAll: boolean;
  /** Why some were not read. */
  readonly errors: readonly (readonly [GrantKind, ServiceError])[];
  /** When the first of them were requested, in milliseconds since 1970. */
  readonly readAt: number | undefined;
}

/** What the rows of a connection look like depends on. */
export interface RowContext {
  readonly store: Lists<Row, TeamRow>;
  readonly shownAccess: Access;
  readonly canRemove: boolean;
  readonly gatheredFrom: TeamListing['gatheredFrom'];
  isBeingRemoved(row: RoleRow): boolean;
  /** The number of resource roles of a team; undefined while it is unknown. */
  roleCount(row: TeamRow): number | undefined;
  otherGrants(row: TeamRow): OtherGrants;
  readDefinitions(grant: Grant): Promise<void>;
}
