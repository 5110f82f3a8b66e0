import type { RowStore } from '../../items/store/rowStore';
import type { StoreRow, TreeRow } from '../../items/store/row';
import type { ServiceError } from '../../service/errors';
import type { ResourceRole } from '../../service/resources/team';
import type { Grant } from '../../access/access';
import type { AccessReader } from '../../access/accessReader';
import type { Team, TeamListing } from '../../access/teams';

export interface TeamRow extends TreeRow {
  readonly kind: 'team';
  readonly parent: undefined;
  readonly team: Team;
}

/** The tenant, project and workspace roles of a team, which Poolview doesn't remove. */
export interface OtherAccessRow extends TreeRow {
  readonly kind: 'otherAccess';
  readonly parent: TeamRow;
}

/** One of them. */
export interface GrantRow extends TreeRow {
  readonly kind: 'grant';
  readonly parent: OtherAccessRow;
  readonly grant: Grant;
}

export interface RoleRow extends TreeRow {
  readonly kind: 'role';
  readonly parent: TeamRow;
  readonly role: ResourceRole;
  readonly grant: Grant;
}

/** Why a list is empty, or cannot be shown. */
export type Note =
  | { readonly about: 'noTeams' | 'noRoles' | 'noOtherAccess' }
  | {
      readonly about: 'rolesNotListed' | 'tenant' | 'project' | 'workspace';
      readonly error: ServiceError;
    };

/** A row that says why a list is empty, or cannot be shown. */
export interface NoteRow extends TreeRow {
  readonly kind: 'note';
  readonly parent: TeamRow | OtherAccessRow | undefined;
  readonly note: Note;
}

/** A row of the Team Roles view. */
export type Row = ParentRow | RoleRow | GrantRow | NoteRow;

/** A row with rows below it. */
export type ParentRow = TeamRow | OtherAccessRow;

/** A row of the Team Roles view, or one that its store adds. */
export type ViewRow = StoreRow<Row, ParentRow>;

/** A row of something in the service. */
export type SourceRow = ParentRow | RoleRow | GrantRow;

/** What the rows of a connection look like depends on. */
export interface RowContext {
  readonly store: RowStore<Row, ParentRow>;
  readonly access: AccessReader;
  readonly canRemove: boolean;
  readonly gatheredFrom: TeamListing['gatheredFrom'];
  isBeingRemoved(row: RoleRow): boolean;
  /** The number of resource roles of a team; undefined while it is unknown. */
  roleCount(row: TeamRow): number | undefined;
  /** The number of other grants of a team that were read. */
  otherGrants(row: TeamRow): { readonly count: number; readonly areAll: boolean } | undefined;
  readDefinitions(grant: Grant): Promise<void>;
}
