import type { Uri } from 'vscode';
import { detailsUri as uriOf } from '../../ui/detailsDocuments';
import type { RoleRow, TeamRow } from '../rows';

export const scheme = 'poolview-roles';

/** @param name the name of the row */
export function detailsUri(row: TeamRow | RoleRow, name: string): Uri {
  return uriOf(scheme, name, row.id);
}
