import { l10n, window, type TreeView } from 'vscode';
import { needsAttention } from '../attention';
import type { ActiveProjects } from '../activeProjects';
import { chooseRow, type RowChoice } from '../chooseRow';
import type { Node } from '../nodes';

/** Asks for a project, cluster, machine pool or machine, and shows its row. */
export async function goTo(view: TreeView<Node>, active: ActiveProjects): Promise<void> {
  await goToOne(view, active, {
    title: l10n.t('Go to'),
    placeholder: l10n.t('Name, uid or address of a project, cluster, machine pool or machine'),
  });
}

/** The same for the machines that are loaded and need attention. */
export async function goToAttention(view: TreeView<Node>, active: ActiveProjects): Promise<void> {
  const { model } = active;
  if (model.machinesNeedingAttention.length === 0) {
    void window.showInformationMessage(l10n.t('None of the machines that are loaded needs attention.'));
    return;
  }
  await goToOne(view, active, {
    title: l10n.t('Machines That Need Attention'),
    placeholder: l10n.t('Name, uid or address of a machine'),
    isOffered: (row) => row.kind === 'machine' && needsAttention(model.health(row)),
  });
}

async function goToOne(view: TreeView<Node>, active: ActiveProjects, choice: RowChoice): Promise<void> {
  const row = await chooseRow(active, choice);
  if (row === undefined) return;
  active.model.keepInSight(row);
  await view.reveal(row, { select: true, focus: true });
}
