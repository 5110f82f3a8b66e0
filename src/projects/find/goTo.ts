import { commands, l10n, type TreeView } from 'vscode';
import { coverageText } from '../../items/itemText';
import { completeStep } from '../../ui/contextKeys';
import type { ActiveProjects } from '../activeProjects';
import { chooseRow } from '../chooseRow';
import type { ProjectsModel } from '../model';
import type { ViewRow } from '../../items/kinds';
import { showRow } from '../showRow';
import { mayHaveOtherMachines } from './unread';

/** Whether a model is still the active one: the user may have switched to another connection. */
export type IsCurrent = (model: ProjectsModel) => boolean;

/** Shorter texts match almost everything. */
const minLength = 2;

/** Asks for a project, cluster, machine pool or machine, and shows its row. */
export async function goTo(
  view: TreeView<ViewRow>,
  active: ActiveProjects,
  isCurrent: IsCurrent,
): Promise<void> {
  const row = await chooseRow(active, {
    title: l10n.t('Go To'),
    placeholder: l10n.t('Search projects, clusters, machine pools and machines by name, UID or IP address'),
    alternative: (text) =>
      text.length < minLength || !mayHaveOtherMachines(active)
        ? undefined
        : {
            label: l10n.t('Search all machines…'),
            description: coverageText(active.fleet.coverage().machines),
            run: () => void commands.executeCommand('poolview.searchMachines', text),
          },
  });
  if (row === undefined || !isCurrent(active.model)) return;
  await showRow(view, active.model, row);
  completeStep('find');
}
