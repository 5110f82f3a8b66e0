import type { Lists } from '../../items/store/lists';
import type { StoreRow, TreeRow } from '../../items/store/row';
import type { ServiceError } from '../../service/errors';
import type { ResourceRole } from '../../service/resources/team';
import type { Access, Grant } from '../../access/access';
import type { Team, TeamListing } from '../../access/teams';

export const rolesViewId = 'poolview.roles';

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

/** Why a list is empty, or cannot be shown, or that a team may have other grants. */
export type RoleNote =
  | { readonly about: 'noTeams' | 'noRoles' | 'otherGrants' }
  | { readonly about: 'rolesNotListed'; readonly error: ServiceError };

/** A row that is nothing in the service. */
export interface RoleNoteRow extends TreeRow {
  readonly kind: 'note';
  readonly parent: TeamRow | undefined;
  readonly note: RoleNote;
}

/** A row of the Team Roles view. */
export type AccessRow = SourceRow | RoleNoteRow;

/** A row of the Team Roles view, or one that its store adds. */
export type ViewRow = StoreRow<AccessRow, TeamRow>;

/** A row of something in the service. */
export type SourceRow = TeamRow | RoleRow;

/** What the rows of a connection look like depends on. */
export interface RoleContext {
  readonly store: Lists<AccessRow, TeamRow>;
  readonly shownAccess: Access;
  readonly canRemove: boolean;
  readonly gatheredFrom: TeamListing['gatheredFrom'];
  isBeingRemoved(row: RoleRow): boolean;
  /** The number of resource roles of a team; undefined while it is unknown. */
  roleCount(row: TeamRow): number | undefined;
  readDefinitions(grant: Grant): Promise<void>;
}
