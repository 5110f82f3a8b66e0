import { l10n, type TreeView } from 'vscode';
import { coverageText } from '../../items/itemText';
import { chooseRow } from '../chooseRow';
import type { ProjectsModel } from '../model';
import type { ItemStoreRow } from '../../items/kinds';
import { showRow } from '../showRow';
import { mayHaveOtherMachines } from '../../items/find/unread';
import { runCommand } from '../../ui/runCommand';

/** Shorter texts match almost everything. */
const minLength = 2;

/** Asks for a project, cluster, machine pool or machine, and shows its row. */
export async function goTo(view: TreeView<ItemStoreRow>, projects: ProjectsModel): Promise<void> {
  const row = await chooseRow(projects, {
    title: l10n.t('Go To'),
    placeholder: l10n.t('Search items by name, UID, IP address or tag, such as env:prod'),
    alternative: (text) =>
      text.length < minLength || !mayHaveOtherMachines(projects.inventory)
        ? undefined
        : {
            label: l10n.t('Search all machines…'),
            description: coverageText(projects.inventory.coverage().machines),
            run: () => void runCommand('searchMachines', text),
          },
  });
  // The user may have switched to another connection.
  if (row === undefined || projects.store.closed.aborted) return;
  await showRow(view, projects.store, row);
}
