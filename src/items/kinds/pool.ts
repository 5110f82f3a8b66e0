import { l10n, type TreeItem } from 'vscode';
import { cloudConfigOf } from '../../presentation/cluster';
import { formatNumber, formatRange } from '../../presentation/format';
import { unknownHealth } from '../../presentation/health';
import type { ClusterReading } from '../../presentation/cluster';
import { displayName, parts } from '../../presentation/text';
import { isServiceError } from '../../service/errors';
import type { CloudConfig, CloudConfigRef, MachinePool } from '../../service/resources/cluster';
import type { PoolRef } from '../../service/resources/machine';
import { requestTime, type RequestTime } from '../../service/requestTime';
import type { CallOptions } from '../../service/schedule';
import { completed, healthIcon, parentItem } from '../../tree/items';
import type { RowPage } from '../store/loadedList';
import { idPart, type TreeRow } from '../store/row';
import type { ClusterRow } from './cluster';
import { knownMachineCount, noteRow, type NoteRow } from './note';
import { projectUidOf, type ProjectRow } from './project';
import type { ReadContext, RowContext, RowKind } from './kind';

export interface PoolRow extends TreeRow {
  readonly kind: 'pool';
  readonly parent: ClusterRow | ProjectRow;
  readonly ref: PoolRef;
  /** What the cloud config says; undefined for a pinned pool that the service does not list. */
  readonly pool: MachinePool | undefined;
}

export const poolKind: RowKind<PoolRow> = {
  icon: 'layers',
  name: ({ ref }) => ref.poolName,
  uid: () => undefined,
  location: (_row, path) => l10n.t('Machine pool in {0}', path),
  health: () => unknownHealth,
  isRead: (row, context) => context.machineSeverities(row) !== undefined,
  emptyNote: 'noMachines',
  item: poolItem,
  source: ({ ref, pool }) => pool?.source ?? ref,
};

/** The row of a machine pool. Its ID is the same whether the pool is listed or pinned. */
export function poolRow(
  parent: ClusterRow | ProjectRow,
  ref: PoolRef,
  pool?: MachinePool,
  time?: RequestTime,
): PoolRow {
  const id = `${parent.id}/pool:${idPart(ref.configUid)}:${idPart(ref.poolName)}`;
  return { kind: 'pool', id, parent, ref, pool, ...time };
}

/** Reads the pools of a cluster from its cloud config. Reads the cluster first if its cloud config is not known. */
export async function readPools(
  parent: ClusterRow,
  { service }: ReadContext,
  options: CallOptions,
): Promise<RowPage<PoolRow | NoteRow<ClusterRow>, ClusterReading>> {
  const time = requestTime();
  const projectUid = projectUidOf(parent.parent);
  const { uid } = parent.usage;
  let details: ClusterReading = {};
  try {
    const client = await service.client();
    let where = cloudConfigOf(parent);
    if (where === undefined && uid !== undefined) {
      const read = await client.readCluster(uid, projectUid, options);
      details = { read };
      where = cloudConfigOf({ ...parent, read });
    }
    if (where === undefined) return { rows: [], note: poolsNotListed(parent), details };
    const ref: CloudConfigRef = { ...where, projectUid };
    const config = await client.readCloudConfig(ref, options);
    return { rows: poolRows(parent, ref, config, time), details: { ...details, config } };
  } catch (error) {
    if (!isServiceError(error, 'unsupported', 'forbidden')) throw error;
    return { rows: [], note: poolsNotListed(parent, error), details };
  }
}

function poolsNotListed(
  parent: ClusterRow,
  error?: Extract<NoteRow['note'], { about: 'poolsNotListed' }>['error'],
): NoteRow<ClusterRow> {
  return noteRow(parent.id, parent, { about: 'poolsNotListed', error });
}

/** The pools of a cloud config, one per name: machines are listed by pool name. */
function poolRows(
  parent: ClusterRow,
  ref: CloudConfigRef,
  { spec }: CloudConfig,
  time: RequestTime,
): readonly (PoolRow | NoteRow<ClusterRow>)[] {
  const rows = (spec?.machinePoolConfig ?? []).map((pool, index) => {
    const { name = '' } = pool;
    return name === ''
      ? noteRow(parent.id, parent, { about: 'namelessPool', pool }, `#${index}`)
      : poolRow(parent, { ...ref, poolName: name }, pool, time);
  });
  const hybrid = (spec?.hybridMachinePools ?? []).map((pool, index) =>
    noteRow(parent.id, parent, { about: 'hybridPool', pool }, `#${index}`),
  );
  return [...rows, ...hybrid];
}

function poolItem(row: PoolRow, context: RowContext): TreeItem {
  const item = parentItem(displayName(row.ref.poolName, undefined, l10n.t('(unnamed machine pool)')));
  const { pool } = row;
  const limits = pool?.minSize === pool?.maxSize ? undefined : formatRange(pool?.minSize, pool?.maxSize);
  item.description = parts(
    machinesText(row, context),
    context.age(row),
    limits === undefined ? undefined : l10n.t('autoscale {0}', limits),
    pool === undefined ? l10n.t('added manually') : undefined,
  );
  item.iconPath = healthIcon('layers', context.state(row));
  return completed(item, l10n.t('Machine pool'), `resource pool${pool === undefined ? ' pinned' : ''}`);
}

/** How many machines a pool has. Once they are loaded and not all healthy, how many are healthy. */
function machinesText(row: PoolRow, context: RowContext): string | undefined {
  const severities = context.machineSeverities(row);
  if (severities === undefined) return knownMachineCount(row.pool?.size);
  const hasMore = context.hasMore(row);
  const healthy = severities.filter((severity) => severity === 'healthy').length;
  if (healthy === severities.length) return knownMachineCount(hasMore ? row.pool?.size : healthy);
  const counts = [formatNumber(healthy), formatNumber(severities.length)];
  return hasMore
    ? l10n.t('{0} of the first {1} healthy', ...counts)
    : l10n.t('{0} of {1} healthy', ...counts);
}
