import { commands, l10n, type TreeView } from 'vscode';
import { coverageText } from '../../items/itemText';
import { completeStep } from '../../ui/contextKeys';
import { chooseRow } from '../chooseRow';
import type { ProjectsModel } from '../model';
import type { ViewRow } from '../../items/kinds';
import { showRow } from '../showRow';
import { mayHaveOtherMachines } from '../../items/coverage';

/** Whether a model is still the active one: the user may have switched to another connection. */
export type IsCurrent = (projects: ProjectsModel) => boolean;

/** Shorter texts match almost everything. */
const minLength = 2;

/** Asks for a project, cluster, machine pool or machine, and shows its row. */
export async function goTo(
  view: TreeView<ViewRow>,
  projects: ProjectsModel,
  isCurrent: IsCurrent,
): Promise<void> {
  const row = await chooseRow(projects, {
    title: l10n.t('Go To'),
    placeholder: l10n.t('Search items by name, UID, IP address or tag, such as env:prod'),
    alternative: (text) =>
      text.length < minLength || !mayHaveOtherMachines(projects.inventory)
        ? undefined
        : {
            label: l10n.t('Search all machines…'),
            description: coverageText(projects.inventory.coverage().machines),
            run: () => void commands.executeCommand('poolview.searchMachines', text),
          },
  });
  if (row === undefined || !isCurrent(projects)) return;
  await showRow(view, projects.store, row);
  completeStep('find');
}
