import { l10n, window } from 'vscode';
import { cloudTypeOf, configUidOf, interfaceCloudType, uidOf } from '../items/cluster';
import { inputStep, showInputBox, type InputBoxOptions } from '../ui/inputBox';
import { runSteps } from '../ui/quickInput';
import { failureMessage } from '../text/errors';
import { escapeIconsAndLinks } from '../text/text';
import type { ServiceClient } from '../service/client';
import type { PoolRef } from '../service/resources/machine';
import type { ProjectsModel } from './model';
import type { ClusterRow, PoolRow, ProjectRow } from '../items/kinds';
import { projectOf } from '../items/kinds/cluster';
import { projectUidOf } from '../items/kinds/project';

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
  await projects.pin({ projectUid, clusterUid: cluster && uidOf(cluster), ...pool }, parent);
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
    validate: (poolName, signal) => failureMessage(client.listMachines({ ...pool, poolName }, { signal })),
  };
}
