import { l10n } from 'vscode';
import type { MachinePool } from '../../service/resources/cluster';
import type { PoolRef } from '../../service/resources/machine';
import { poolSpec } from '../../service/spec';
import { formatRange } from '../format';
import { count, inline, nameOf, optional } from '../hoverParts';
import { escapeMarkdown as escape, markdownTable } from '../markdown';
import { needsAttention, type Severity } from '../severity';
import { factRows, instanceType } from './specRows';

/** @param severities of the machines, once the pool has been expanded */
export function poolHover(
  { poolName, cloudType, configUid }: PoolRef,
  pool: MachinePool | undefined,
  severities: readonly Severity[] | undefined,
): string {
  const spec = pool === undefined ? undefined : poolSpec(cloudType, pool);
  return markdownTable(nameOf({ name: poolName }), l10n.t('Machine pool'), [
    [l10n.t('Machines'), count(pool?.size ?? severities?.length)],
    [l10n.t('Need attention'), count(severities?.filter(needsAttention).length)],
    [l10n.t('Autoscale range'), formatRange(pool?.minSize, pool?.maxSize)],
    [l10n.t('Role'), poolRole(pool)],
    [l10n.t('Instance type'), instanceType(spec?.instanceType)],
    [l10n.t('Minimum size'), instanceType(spec?.atLeast)],
    [l10n.t('Maximum size'), instanceType(spec?.atMost)],
    [l10n.t('Architecture'), optional(pool?.machinePoolProperties?.archType)],
    [l10n.t('Zones'), inline(pool?.azs, escape)],
    ...factRows(spec),
    [l10n.t('Labels'), inline(pool?.labels, escape)],
    [
      l10n.t('Taints'),
      inline(pool?.taints, ({ key = '', value = '', effect = '' }) => escape(`${key}=${value}:${effect}`)),
    ],
    [l10n.t('Update strategy'), optional(pool?.updateStrategy?.type)],
    [l10n.t('Cloud type'), escape(cloudType)],
    [l10n.t('Cloud config UID'), escape(configUid)],
  ]);
}

function poolRole(pool: MachinePool | undefined): string | undefined {
  if (pool?.isControlPlane === undefined) return undefined;
  if (!pool.isControlPlane) return l10n.t('Worker');
  return pool.useControlPlaneAsWorker === true ? l10n.t('Control plane and worker') : l10n.t('Control plane');
}
