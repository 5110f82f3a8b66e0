import { l10n } from 'vscode';
import type { CommandArguments } from '../../ui/commands';
import { openDetails } from '../../ui/openDetails';
import type { ActiveProjects } from '../activeProjects';
import { rowsOf, type Selecting } from '../rowArguments';
import { readEvents } from '../../items/events/rowEvents';
import { detailsUri } from './documents';

/** Opens a document for each row. */
export async function showDetails(
  view: Selecting,
  active: ActiveProjects,
  given: CommandArguments,
): Promise<void> {
  const title = l10n.t('Show Details');
  const placeholder = l10n.t('Select an item');
  const rows = await rowsOf(view, active, given, { title, placeholder });
  // Documents are updated when the events arrive.
  for (const row of rows) void readEvents(row, active.model);
  await openDetails(rows.map(detailsUri));
}
