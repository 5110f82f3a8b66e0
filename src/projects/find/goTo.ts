import { l10n, type TreeView } from 'vscode';
import { completeStep } from '../../ui/contextKeys';
import type { ActiveProjects } from '../activeProjects';
import { chooseRow } from '../chooseRow';
import type { ProjectsModel } from '../model';
import type { ViewRow } from '../rows';

/** Whether a model is still the active one: the user may have switched to another connection. */
export type IsCurrent = (model: ProjectsModel) => boolean;

/** Asks for a project, cluster, machine pool or machine, and shows its row. */
export async function goTo(
  view: TreeView<ViewRow>,
  active: ActiveProjects,
  isCurrent: IsCurrent,
): Promise<void> {
  const row = await chooseRow(active, {
    title: l10n.t('Go To'),
    placeholder: l10n.t('Search projects, clusters, machine pools and machines by name, UID or IP address'),
  });
  if (row === undefined || !isCurrent(active.model)) return;
  active.model.store.reveal(row);
  await view.reveal(row, { select: true, focus: true });
  completeStep('find');
}
