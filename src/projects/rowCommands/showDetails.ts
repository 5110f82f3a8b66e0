import { commands, l10n, window } from 'vscode';
import { type ResourceRow, shownName } from '../../items/kinds';
import { escapeIconsAndLinks } from '../../presentation/text';
import type { CommandArguments } from '../../ui/commands';
import { mostAtOnce, openDetails } from '../../ui/detailsDocuments';
import { readFact, readRepave } from '../causes';
import { chooseRow } from '../chooseRow';
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
    void projects.inventory.events?.readFor(row);
    if (row.kind !== 'cluster') continue;
    void readFact('overview', row, projects.inventory);
    void readFact('certificates', row, projects.inventory);
    void readRepave(row, projects.inventory);
  }
  await openDetails(rows.map(detailsUri));
}

/** Shows the details of two rows side by side. */
export async function compare(
  view: Selecting,
  projects: ProjectsModel,
  given: CommandArguments,
): Promise<void> {
  const rows = await rowsOf(view, projects, given);
  const isAsked = given.length === 0 && rows.length < 2;
  const [one, other, ...more] = isAsked ? await chooseTwo(projects, rows) : rows;
  if (one !== undefined && other !== undefined && more.length === 0) {
    const title = `${shownName(one)} ↔ ${shownName(other)}`;
    await commands.executeCommand('vscode.diff', detailsUri(one), detailsUri(other), title);
  } else if (!isAsked) {
    void window.showInformationMessage(l10n.t('Select two items to compare.'));
  }
}

/** Asks for the rows that are missing. */
async function chooseTwo(
  projects: ProjectsModel,
  [first]: readonly ResourceRow[],
): Promise<readonly ResourceRow[]> {
  const title = l10n.t('Compare');
  const one = first ?? (await chooseRow(projects, { title, placeholder: l10n.t('Select the first item') }));
  if (one === undefined) return [];
  const other = await chooseRow(projects, {
    title,
    placeholder: l10n.t('Select the item to compare with {0}', escapeIconsAndLinks(shownName(one))),
    isOffered: ({ id }) => id !== one.id,
  });
  return other === undefined ? [one] : [one, other];
}
