import { l10n, window, type TreeView } from 'vscode';
import { completeStep } from '../../ui/contextKeys';
import type { ActiveProjects } from '../activeProjects';
import { chooseRow, type RowChoice } from '../chooseRow';
import type { ProjectsModel } from '../model';
import type { ViewRow, ResourceRow } from '../rows';

/** Whether a model is still the active one: the user may have switched to another connection. */
type IsCurrent = (model: ProjectsModel) => boolean;

/** Asks for a project, cluster, machine pool or machine, and shows its row. */
export async function goTo(
  view: TreeView<ViewRow>,
  active: ActiveProjects,
  isCurrent: IsCurrent,
): Promise<void> {
  const isShown = await goToOne(view, active, isCurrent, {
    title: l10n.t('Go to'),
    placeholder: l10n.t('Name, uid or address of a project, cluster, machine pool or machine'),
  });
  if (isShown) completeStep('find');
}

/** The same for the loaded machines that need attention. */
export async function goToAttention(
  view: TreeView<ViewRow>,
  active: ActiveProjects,
  isCurrent: IsCurrent,
): Promise<void> {
  const machines = new Set<ResourceRow>(active.model.machinesNeedingAttention);
  if (machines.size === 0) {
    void window.showInformationMessage(l10n.t('None of the machines that are loaded needs attention.'));
    return;
  }
  const isShown = await goToOne(view, active, isCurrent, {
    title: l10n.t('Machines That Need Attention'),
    placeholder: l10n.t('Name, uid or address of a machine'),
    isOffered: (row) => machines.has(row),
  });
  if (isShown) completeStep('attention');
}

/** @returns whether the user chose a row */
async function goToOne(
  view: TreeView<ViewRow>,
  active: ActiveProjects,
  isCurrent: IsCurrent,
  choice: RowChoice,
): Promise<boolean> {
  const row = await chooseRow(active, choice);
  if (row === undefined || !isCurrent(active.model)) return false;
  active.model.store.reveal(row);
  await view.reveal(row, { select: true, focus: true });
  return true;
}
