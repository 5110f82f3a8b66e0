import { l10n } from 'vscode';
import type { CommandArguments } from '../../ui/commands';
import { mostAtOnce, openDetails } from '../../ui/detailsDocuments';
import { clusterRef } from '../../items/details/clusterReads';
import { clusterOf } from '../../items/kinds';
import { readFact, readRepave } from '../causes';
import type { ProjectsModel } from '../model';
import { rowsOf, type Selecting } from '../rowArguments';
import { detailsUri } from './documents';

/** Opens a document for each row. */
export async function showDetails(
  view: Selecting,
  projects: ProjectsModel,
  given: CommandArguments,
): Promise<void> {
  const title = l10n.t('Show Details');
  const placeholder = l10n.t('Select an item');
  const rows = await rowsOf(view, projects, given, { title, placeholder });
  // Documents are updated when it arrives.
  for (const row of rows.slice(0, mostAtOnce)) {
    const ref = clusterRef(clusterOf(row));
    if (ref !== undefined && row.kind !== 'pool') void projects.inventory.clusterReads.read('events', ref);
    if (row.kind !== 'cluster') continue;
    void readFact('overview', row, projects.inventory);
    void readFact('certificates', row, projects.inventory);
    void readRepave(row, projects.inventory);
  }
  await openDetails(rows.map(detailsUri));
}
