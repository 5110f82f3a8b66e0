import { l10n, window } from 'vscode';
import { cloudTypeOf, configUidOf, interfaceCloudType } from '../items/cluster';
import { showServiceError } from '../ui/errorMessage';
import { inputStep, showInputBox, type InputBoxOptions } from '../ui/inputBox';
import { runSteps } from '../ui/quickInput';
import { withViewProgress } from '../ui/progress';
import { pickOne, type PickItem } from '../ui/quickPick';
import { refusalOf } from '../text/errors';
import { escapeIconsAndLinks } from '../text/text';
import type { ServiceClient } from '../service/client';
import type { PoolRef } from '../service/resources/machine';
import type { ProjectsModel } from './model';
import { shownName, type ClusterRow, type PoolRow, type ProjectRow } from '../items/kinds';
import { projectOf } from '../items/kinds/cluster';
import type { ItemStore } from '../items/kinds/kind';
import { projectUidOf } from '../items/kinds/project';
import { canAddPools } from '../items/listState';

/** Asks for the location and name of a pool, checks that it exists, and pins it below `parent`. */
export async function addMachinePool(
  projects: ProjectsModel,
  parent: ClusterRow | ProjectRow,
): Promise<void> {
  const { session } = projects.inventory;
  const client = await session.client();
  const projectUid = projectUidOf(projectOf(parent));
  if (projectUid === undefined) {
    void window.showErrorMessage(
      l10n.t("Can't add a machine pool: the service doesn't report the UID of this project."),
    );
    return;
  }
  const cluster = parent.kind === 'cluster' ? parent : undefined;
  const clusterUid = cluster?.usage.uid;
  const pool = {
    cloudType: (cluster && cloudTypeOf(cluster)) ?? interfaceCloudType,
    configUid: (cluster && configUidOf(cluster)) ?? '',
    poolName: '',
  };
  const common = { title: l10n.t('Add Machine Pool'), containsApiKey: session.containsApiKey };
  const isComplete = await runSteps(
    inputStep(
      () => ({
        ...common,
        prompt: l10n.t('Cloud type of the cluster, such as openstack, aws, vsphere or edge-native'),
        value: pool.cloudType,
        required: l10n.t('Enter the cloud type'),
      }),
      (value) => (pool.cloudType = value),
    ),
    inputStep(
      () => ({
        ...common,
        prompt: l10n.t("UID of the cluster's cloud config"),
        value: pool.configUid,
        required: l10n.t('Enter the UID of the cloud config'),
      }),
      (value) => (pool.configUid = value),
    ),
    inputStep(
      () => ({
        ...common,
        ...poolNameInput(client, { ...pool, projectUid }),
        prompt: l10n.t('Name of the machine pool'),
      }),
      (value) => (pool.poolName = value),
    ),
  );
  if (!isComplete) return;
  await projects.pin({ projectUid, ...(clusterUid === undefined ? {} : { clusterUid }), ...pool }, parent);
}

/** Asks for the current name of a pinned pool in the service, for reading its machines. */
export async function renamePinnedPool(projects: ProjectsModel, node: PoolRow): Promise<void> {
  const { session } = projects.inventory;
  const client = await session.client();
  const poolName = await showInputBox({
    ...poolNameInput(client, node.ref),
    title: l10n.t('Rename Machine Pool'),
    prompt: l10n.t('Current name of the machine pool in the service'),
    containsApiKey: session.containsApiKey,
  });
  if (typeof poolName === 'string') await projects.renamePin(node, poolName);
}

/** Unpins a pool, and offers to undo that. */
export async function removePinnedPool(projects: ProjectsModel, row: PoolRow): Promise<void> {
  const pool = await projects.unpin(row);
  if (pool === undefined) return;
  const undo = l10n.t('Undo');
  const choice = await window.showInformationMessage(
    l10n.t(
      'Machine pool {0} is no longer shown. The pool itself is unchanged.',
      escapeIconsAndLinks(pool.poolName),
    ),
    undo,
  );
  if (choice === undo) await projects.pin(pool, row.parent);
}

/** An input for the name of `pool` that refuses a name that the service does not know. */
function poolNameInput(
  client: ServiceClient,
  pool: PoolRef,
): Pick<InputBoxOptions, 'value' | 'required' | 'validate'> {
  return {
    value: pool.poolName,
    required: l10n.t('Enter the name of the machine pool'),
    validate: (poolName, signal) => refusalOf(client.listMachines({ ...pool, poolName }, { signal })),
  };
}

/** Asks for the row to add a pool below: a cluster, or a project if the cluster is not known. */
export async function pickPoolParent(store: ItemStore): Promise<ClusterRow | ProjectRow | undefined> {
  const title = l10n.t('Add Machine Pool');
  const nodes = await withViewProgress('poolview.projects', () => store.children());
  const projects = nodes.filter((node) => node.kind === 'project');
  if (projects.length === 0) {
    const failed = nodes.find((node) => node.kind === 'error');
    if (failed !== undefined) await showServiceError(failed.error);
    else void window.showInformationMessage(l10n.t('No project to add a pool to.'));
    return undefined;
  }
  const project = await pickOne({
    title,
    placeholder: l10n.t('Select a loaded project'),
    items: projects.map((node) => ({
      label: labelOf(node),
      description: escapeIconsAndLinks(node.project.metadata?.uid ?? ''),
      value: node,
    })),
  });
  if (typeof project !== 'object') return undefined;
  const clusters = (await store.peek(project)).filter((node) => node.kind === 'cluster');
  // A pool whose cluster is not known can only be below its project.
  const parents = canAddPools(project, store) ? [project] : [];
  const items: readonly PickItem<ClusterRow | ProjectRow>[] = [
    ...clusters.map((node) => ({ label: labelOf(node), value: node })),
    ...parents.map((node) => ({
      label: `$(project) ${l10n.t('None of these')}`,
      description: l10n.t('directly under the project'),
      value: node,
    })),
  ];
  const parent =
    items.length === 0 ? project : await pickOne({ title, placeholder: l10n.t('Select a cluster'), items });
  if (typeof parent !== 'object') return undefined;
  // Only reading the pools shows whether the service lists them.
  const failed = (await store.peek(parent)).find((node) => node.kind === 'error');
  if (canAddPools(parent, store)) return parent;
  if (failed !== undefined) {
    await showServiceError(failed.error);
  } else {
    void window.showInformationMessage(
      parent.kind === 'cluster'
        ? l10n.t('Nothing to add: the service lists the machine pools of {0}.', labelOf(parent))
        : l10n.t('Nothing to add: {0} has no clusters.', labelOf(parent)),
    );
  }
  return undefined;
}

function labelOf(row: ClusterRow | ProjectRow): string {
  return escapeIconsAndLinks(shownName(row));
}
