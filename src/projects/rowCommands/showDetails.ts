import { l10n } from 'vscode';
import type { CommandArguments } from '../../ui/commands';
import { openDetails } from '../../ui/openDetails';
import type { ProjectsModel } from '../model';
import { rowsOf, type Selecting } from '../rowArguments';
import { readEvents } from '../../items/events/rowEvents';
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
  // Documents are updated when the events arrive.
  for (const row of rows) void readEvents(row, projects.inventory);
  await openDetails(rows.map(detailsUri));
}
