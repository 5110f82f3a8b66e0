import type { Uri } from 'vscode';
import { DetailsDocuments, detailsUri as uriOf } from '../../ui/detailsDocuments';
import type { TeamRolesModel } from '../model';
import { isRow, type RoleRow, type TeamRow } from '../rows';

const scheme = 'poolview-roles';

/** @param name the name of the row */
export function detailsUri(row: TeamRow | RoleRow, name: string): Uri {
  return uriOf(scheme, name, row.id);
}

/** The details of the rows of the Team Roles view. */
export function newDetailsDocuments(model: () => TeamRolesModel | undefined): DetailsDocuments {
  return new DetailsDocuments(scheme, async (rowId) => {
    const { detailsOf } = await import('./details');
    const current = model();
    const row = current?.store.find(rowId);
    return current !== undefined && isRow(row, 'team', 'role') ? detailsOf(row, current) : undefined;
  });
}
