import { window, type QuickPickItem } from 'vscode';
import { nameOr } from '../tree/rowParts';
import type { ActiveProjects } from './activeProjects';
import type { ResourceNode } from './nodes';

/** What a person is asked to choose. */
export interface RowChoice {
  readonly title: string;
  readonly placeholder: string;
  /** Whether a row is one of those that may be chosen; all where it is left out. */
  readonly isOffered?: (node: ResourceNode) => boolean;
}

/** Asks for one of the rows that are loaded, or that the service finds. */
export async function chooseRow(
  { model }: ActiveProjects,
  { title, placeholder, isOffered = () => true }: RowChoice,
): Promise<ResourceNode | undefined> {
  const items = model.loadedRows
    .filter(isOffered)
    .map((row): QuickPickItem & { row: ResourceNode } => ({ label: nameOr(undefined, row.id, '?'), row }));
  return (await window.showQuickPick(items, { title, placeHolder: placeholder }))?.row;
}
