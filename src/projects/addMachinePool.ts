import { l10n, window, type QuickPickItem } from 'vscode';
import { ask } from '../connections/prompt';
import { showServiceError } from '../details/errorMessage';
import { refusalOf } from '../details/errors';
import { inert } from '../details/text';
import type { ServiceClient } from '../service/client';
import type { ProjectsModel } from './model';
import { projectUidOf, type ClusterNode, type Node, type ProjectNode } from './nodes';

/** Asks for a pool's config uid and name, sees whether the service knows it, and pins it below `parent`. */
export async function addMachinePool(
  model: ProjectsModel,
  client: ServiceClient,
  parent: ClusterNode | ProjectNode,
): Promise<void> {
  const projectUid = projectUidOf(parent);
  if (projectUid === undefined) {
    void window.showErrorMessage(
      l10n.t('The service gives this project no uid, so nothing can be added to it.'),
    );
    return;
  }
  const title = l10n.t('Add Machine Pool');
  const details = parent.kind === 'cluster' ? model.detailsOf(parent) : undefined;
  let configUid = details?.cluster.spec?.cloudConfigRef?.uid ?? '';
  for (;;) {
    const config = await ask({
      title,
      step: 1,
      totalSteps: 2,
      prompt: l10n.t('Uid of the cluster’s cloud config'),
      value: configUid,
      check: (value) => (value.trim() === '' ? l10n.t('Enter the uid of the cloud config') : undefined),
    });
    if (typeof config === 'string') return;
    configUid = config.value.trim();
    const pool = await ask({
      title,
      step: 2,
      totalSteps: 2,
      prompt: l10n.t('Name of the machine pool'),
      check: (value, signal) => {
        if (value.trim() === '') return l10n.t('Enter the name of the machine pool');
        return refusalOf(client.listMachines({ configUid, poolName: value.trim(), projectUid }, { signal }));
      },
    });
    if (pool === 'back') continue;
    if (pool === 'cancelled') return;
    const clusterUid = parent.kind === 'cluster' ? parent.usage.uid : undefined;
    await model.pin(
      {
        projectUid,
        configUid,
        poolName: pool.value.trim(),
        ...(clusterUid === undefined ? {} : { clusterUid }),
      },
      parent,
    );
    return;
  }
}

/** Asks for the row that a pool is to appear under: a cluster, or a project for a pool whose cluster is not known. */
export async function pickPoolParent(model: ProjectsModel): Promise<ClusterNode | ProjectNode | undefined> {
  const title = l10n.t('Add Machine Pool');
  const nodes = await window.withProgress({ location: { viewId: 'poolview.projects' } }, () =>
    model.children(),
  );
  const projects = nodes.filter((node) => node.kind === 'project');
  if (projects.length === 0) {
    const failed = nodes.find((node) => node.kind === 'error');
    if (failed !== undefined) await showServiceError(failed.error);
    else
      void window.showInformationMessage(
        l10n.t('There is no project that a machine pool could be added to.'),
      );
    return undefined;
  }
  const project = await window.showQuickPick(projects.map(projectItem), {
    title,
    placeHolder: l10n.t('Project of the machine pool, among those that are loaded'),
  });
  if (project === undefined) return undefined;
  const clusters = (await model.children(project.node)).filter((node) => node.kind === 'cluster');
  if (clusters.length === 0) return project.node;
  const parent = await window.showQuickPick<NodeItem<ClusterNode | ProjectNode>>(
    [
      ...clusters.map((node) => ({ label: inert(node.usage.name ?? node.id), node })),
      {
        label: `$(project) ${l10n.t('None of these')}`,
        description: l10n.t('directly under the project'),
        node: project.node,
      },
    ],
    { title, placeHolder: l10n.t('Cluster of the machine pool') },
  );
  return parent?.node;
}

interface NodeItem<Kind extends Node> extends QuickPickItem {
  readonly node: Kind;
}

function projectItem(node: ProjectNode): NodeItem<ProjectNode> {
  const { name, uid } = node.project.metadata ?? {};
  return { label: inert(name ?? uid ?? ''), description: inert(uid ?? ''), node };
}
