import type { TreeItem } from 'vscode';
import { withAge } from '../../presentation/age';
import { agedItem, listRowItem } from '../../tree/items';
import { isRowOf, type StoreRow } from '../../items/store/row';
import type { RowStore } from '../../items/store/rowStore';
import type { TeamListing } from '../teams';
import { progressOfTeams } from '../roleNames';
import { noteRowItem, type NoteRow } from './note';
import { roleHover, roleItem, type RoleRow } from './role';
import { teamHover, teamItem, type TeamRow } from './team';

export type { RoleRow } from './role';
export type { TeamRow } from './team';

/** A row of the Team Roles view. */
export type Row = TeamRow | RoleRow | NoteRow;

/** A row of the Team Roles view, or one that its store adds. */
export type ViewRow = StoreRow<Row, TeamRow>;

/** The state that the appearance of rows depends on. */
export interface RowContext {
  readonly store: RowStore<Row, TeamRow, TeamListing>;
  /** Whether roles can be removed, as far as is known. */
  readonly canRemove: boolean;
  /** The progress of the projects that the teams come from; undefined if the service lists teams. */
  readonly gatheredFrom: TeamListing['gatheredFrom'];
  roleCount(team: TeamRow): number | undefined;
  isBeingRemoved(row: RoleRow): boolean;
}

/** Whether `value`, an argument of a command, is a row of this view of one of `kinds`. */
export function isRow<Kind extends ViewRow['kind']>(
  value: unknown,
  ...kinds: readonly Kind[]
): value is Extract<ViewRow, { kind: Kind }> {
  return isRowOf(value, kinds);
}

export function isTeamRow(value: unknown): value is TeamRow {
  return isRow(value, 'team');
}

export function itemOf(row: ViewRow, context: RowContext): TreeItem {
  const item = currentItemOf(row, context);
  return context.store.isStale(row) ? agedItem(item, row.readAt) : item;
}

function currentItemOf(row: ViewRow, context: RowContext): TreeItem {
  const { gatheredFrom, canRemove } = context;
  switch (row.kind) {
    case 'team':
      return teamItem(row, context.roleCount(row));
    case 'role':
      return roleItem(row, context.isBeingRemoved(row), canRemove);
    case 'note':
      return noteRowItem(row, canRemove, gatheredFrom !== undefined);
    case 'loadMore':
    case 'truncated':
    case 'error':
      return listRowItem(
        row,
        { loadMore: 'poolview.loadMoreTeams', retry: 'poolview.retryRoles' },
        (loaded, total) => progressOfTeams(gatheredFrom, loaded, total),
      );
  }
}

/** The hover of a row as Markdown; undefined if it has none. */
export function hoverOf(row: ViewRow, context: RowContext, now: number): string | undefined {
  const withAgeOf = (hover: string): string => withAge(hover, row.readAt, context.store.isStale(row), now);
  switch (row.kind) {
    case 'team':
      return withAgeOf(teamHover(row.team, context.roleCount(row), now));
    case 'role':
      return withAgeOf(roleHover(row.role, row.parent.team));
    case 'note':
    case 'loadMore':
    case 'truncated':
    case 'error':
      return undefined;
  }
}
