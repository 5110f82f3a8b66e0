import { l10n, window, type QuickPickItem } from 'vscode';
import { ask, type Question } from '../connections/prompt';
import { cloudTypeOf, configUidOf } from '../presentation/cluster';
import { showServiceError } from '../ui/errorMessage';
import { refusalOf } from '../presentation/errors';
import { escapeIconsAndLinks } from '../presentation/text';
import type { ServiceClient } from '../service/client';
import { interfaceCloudType } from '../service/cloudTypes';
import type { PoolRef } from '../service/resources/machine';
import type { ActiveProjects } from './activeProjects';
import type { ProjectsModel } from './model';
import { projectUidOf, type ClusterNode, type Node, type PoolNode, type ProjectNode } from './nodes';

/** Asks where a pool is and for its name, sees whether the service knows it, and pins it below `parent`. */
export async function addMachinePool(
  { session, model }: ActiveProjects,
  parent: ClusterNode | ProjectNode,
): Promise<void> {
  const client = await session.client();
  const projectUid = projectUidOf(parent);
  if (projectUid === undefined) {
    void window.showErrorMessage(
      l10n.t('The service gives this project no uid, so nothing can be added to it.'),
    );
    return;
  }
  const cluster = parent.kind === 'cluster' ? model.knownOf(parent) : undefined;
  const clusterUid = cluster?.usage.uid;
  const pool = {
    cloudType: (cluster && cloudTypeOf(cluster)) ?? interfaceCloudType,
    configUid: (cluster && configUidOf(cluster)) ?? '',
    poolName: '',
  };
  const questions: readonly PoolQuestion[] = [
    {
      part: 'cloudType',
      prompt: l10n.t('Cloud type of the cluster, such as openstack, aws, vsphere or edge-native'),
      check: (value) => (value.trim() === '' ? l10n.t('Enter the cloud type') : undefined),
    },
    {
      part: 'configUid',
      prompt: l10n.t('Uid of the cluster’s cloud config'),
      check: (value) => (value.trim() === '' ? l10n.t('Enter the uid of the cloud config') : undefined),
    },
    {
      part: 'poolName',
      prompt: l10n.t('Name of the machine pool'),
      check: (value, signal) => poolRefusal(client, { ...pool, projectUid, poolName: value }, signal),
    },
  ];
  for (let step = 0; step < questions.length;) {
    const question = questions[step];
    if (question === undefined) return;
    const { part, ...asked } = question;
    const answer = await ask({
      ...asked,
      title: l10n.t('Add Machine Pool'),
      step: step + 1,
      totalSteps: questions.length,
      value: pool[part],
      containsApiKey: session.containsApiKey,
    });
    if (answer === 'cancelled') return;
    if (answer !== 'back') pool[part] = answer.value.trim();
    step += answer === 'back' ? -1 : 1;
  }
  await model.pin({ projectUid, ...(clusterUid === undefined ? {} : { clusterUid }), ...pool }, parent);
}

interface PoolQuestion extends Pick<Question, 'prompt' | 'check'> {
  readonly part: 'cloudType' | 'configUid' | 'poolName';
}

/** Asks for the name that a pinned pool has in the service now, and asks for its machines under that one. */
export async function renamePinnedPool({ session, model }: ActiveProjects, node: PoolNode): Promise<void> {
  const client = await session.client();
  const answer = await ask({
    title: l10n.t('Rename Machine Pool'),
    prompt: l10n.t('Name that the machine pool has in the service. Nothing changes there'),
    value: node.ref.poolName,
    containsApiKey: session.containsApiKey,
    check: (value, signal) => poolRefusal(client, { ...node.ref, poolName: value }, signal),
  });
  if (typeof answer !== 'string') await model.renamePin(node, answer.value.trim());
}

/** Why there is no such pool, as far as the service can tell. */
function poolRefusal(
  client: ServiceClient,
  pool: PoolRef,
  signal: AbortSignal,
): string | Promise<string | undefined> {
  const poolName = pool.poolName.trim();
  if (poolName === '') return l10n.t('Enter the name of the machine pool');
  return refusalOf(client.listMachines({ ...pool, poolName }, { signal }));
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
  const clusters = (await model.peek(project.node)).filter((node) => node.kind === 'cluster');
  // A pool whose cluster nobody names can only be under the project.
  const parents = model.takesPools(project.node) ? [project.node] : [];
  const items: readonly NodeItem<ClusterNode | ProjectNode>[] = [
    ...clusters.map((node) => ({ label: escapeIconsAndLinks(node.usage.name ?? node.id), node })),
    ...parents.map((node) => ({
      label: `$(project) ${l10n.t('None of these')}`,
      description: l10n.t('directly under the project'),
      node,
    })),
  ];
  const parent =
    items.length === 0
      ? project
      : await window.showQuickPick(items, { title, placeHolder: l10n.t('Cluster of the machine pool') });
  if (parent === undefined) return undefined;
  // Whether its pools are listed is known once they have been asked for.
  const failed = (await model.peek(parent.node)).find((node) => node.kind === 'error');
  if (model.takesPools(parent.node)) return parent.node;
  if (failed !== undefined) {
    await showServiceError(failed.error);
  } else {
    void window.showInformationMessage(
      parent.node.kind === 'cluster'
        ? l10n.t('The service lists the machine pools of {0}, so there is none to add.', parent.label)
        : l10n.t('There are no clusters in {0}, so there is no machine pool to add.', parent.label),
    );
  }
  return undefined;
}

interface NodeItem<Kind extends Node> extends QuickPickItem {
  readonly node: Kind;
}

function projectItem(node: ProjectNode): NodeItem<ProjectNode> {
  const { name, uid } = node.project.metadata ?? {};
  return { label: escapeIconsAndLinks(name ?? uid ?? ''), description: escapeIconsAndLinks(uid ?? ''), node };
}
