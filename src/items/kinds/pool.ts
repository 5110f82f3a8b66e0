import { l10n } from 'vscode';
import { isServiceError } from '../../service/errors';
import type { CloudConfig, CloudConfigRef, MachinePool } from '../../service/resources/cluster';
import type { PoolRef } from '../../service/resources/machine';
import { timed, type RequestTime } from '../../service/requestTime';
import type { CallOptions } from '../../service/operations';
import { poolSpec } from '../../service/spec';
import { formatRange, ifGiven, machineCount } from '../../text/format';
import { count, inline, optional, escapeMarkdown as escape, type Row } from '../../text/markdown';
import { parts } from '../../text/text';
import { observedAt } from '../changes/change';
import { cloudConfigOf, uidOf } from '../cluster';
import { unknownHealth } from '../health';
import { machineSeverities } from '../listState';
import { severityCounts, type Severity } from '../severity';
import { oldestOf, requestOf } from '../record';
import { factRows, instanceTypeText } from '../specFields';
import type { RowPage } from '../store/loadedList';
import { type TreeRow, idPart } from '../store/row';
import { mergeLatest } from '../store/records';
import { type ClusterRow, type PoolRow, type ProjectRow, noteRow, type NoteRow } from './rows';
import { projectUidOf } from './project';
import type { ItemStore, Kind, ReadContext } from './kind';

export const poolKind: Kind<PoolRow> = {
  name: ({ ref }) => ref.poolName,
  uid: () => undefined,
  health: () => unknownHealth,
  // The later read replaces what the earlier one said. A pool that the service lists stays so while it is pinned, too.
  merge: (known, fresh) =>
    fresh.pool === undefined && known.pool !== undefined ? false : mergeLatest(known, fresh),
  isRead: (row, store) => store.listOf(row)?.readAt !== undefined,
  read: readPools,
  source: ({ ref, pool }) => pool?.source ?? ref,
  fields: ({ pool }) => ({ machines: pool?.size, maxMachines: pool?.maxSize }),
  observed: (row) => ({
    health: unknownHealth,
    values: observedAt(requestOf(row), { size: ifGiven(row.pool?.size, machineCount) }),
  }),
  size: poolSize,
  hoverTable: (row, _now, store) => poolHover(row, machineSeverities(row, store)),
};

/** When the machines of a cluster were requested, the first of them; undefined unless all pools and machines were read. */
export function machinesReadAt(cluster: ClusterRow, store: ItemStore): RequestTime | undefined {
  const below = store.rows(cluster);
  // A note stands for a pool whose machines can't be listed.
  if (below.some((row) => row.kind === 'note')) return undefined;
  const pools = below.filter((row) => row.kind === 'pool');
  const lists = [cluster, ...pools].map((row) => store.listOf(row));
  if (pools.length === 0 || !lists.every((list) => list?.isWhole === true)) return undefined;
  return oldestOf(lists.slice(1).map((list) => list?.requested));
}

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
async function readPools(
  parent: ClusterRow,
  { service, takeCluster: tell }: ReadContext,
  options: CallOptions,
  before: readonly TreeRow[],
): Promise<RowPage<PoolRow | NoteRow<ClusterRow>>> {
  const sent = timed(options);
  const projectUid = projectUidOf(parent.parent);
  const uid = uidOf(parent);
  try {
    const client = await service.client();
    // Only reading it again tells how the cluster is now.
    let where = cloudConfigOf({ readings: { ...parent.readings, own: undefined } });
    if (where === undefined && uid !== undefined) {
      const value = await client.readCluster(uid, projectUid, sent.options);
      const own = { value, ...sent.time };
      tell(parent, { readings: { own } });
      where = cloudConfigOf({ readings: { ...parent.readings, own } });
    }
    if (where === undefined)
      return { rows: [], note: noteRow(parent.id, parent, { about: 'poolsNotListed', error: undefined }) };
    const ref: CloudConfigRef = { ...where, projectUid };
    const config = await client.readCloudConfig(ref, sent.options);
    tell(parent, { readings: { config: { value: config, ...sent.time } } });
    return { rows: poolRows(parent, ref, config, sent.time) };
  } catch (error) {
    if (!isServiceError(error, 'unsupported', 'forbidden')) throw error;
    const rows = before.filter((row): row is PoolRow => row.kind === 'pool');
    const note = noteRow(parent.id, parent, { about: 'poolsNotListed', error });
    return { rows, isOutdated: rows.length > 0, note };
  }
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

function poolSize({ ref, pool }: PoolRow): readonly string[] {
  if (pool === undefined) return [];
  return [
    parts(
      ifGiven(pool.size, machineCount),
      autoscaleText(pool),
      instanceTypeText(poolSpec(ref.cloudType, pool).size()),
    ),
  ];
}

/** `autoscale 3–20`; undefined for a pool of a fixed size. */
export function autoscaleText({ minSize, maxSize }: Pick<MachinePool, 'minSize' | 'maxSize'> = {}):
  string | undefined {
  const range = minSize === maxSize ? undefined : formatRange(minSize, maxSize);
  return range === undefined ? undefined : l10n.t('autoscale {0}', range);
}

/** @param severities of the machines, once the pool has been expanded */
export function poolHover(
  { ref: { poolName, cloudType, configUid }, pool }: Pick<PoolRow, 'ref' | 'pool'>,
  severities: readonly Severity[] | undefined,
): readonly Row[] {
  const spec = pool === undefined ? undefined : poolSpec(cloudType, pool);
  const size = (of?: 'atLeast' | 'atMost'): string => escape(instanceTypeText(spec?.size(of)));
  return [
    [l10n.t('Machines'), severityCounts(severities) ?? count(pool?.size)],
    [l10n.t('Autoscale range'), formatRange(pool?.minSize, pool?.maxSize)],
    [l10n.t('Role'), poolRole(pool)],
    [l10n.t('Instance type'), size()],
    [l10n.t('Minimum size'), size('atLeast')],
    [l10n.t('Maximum size'), size('atMost')],
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
    [l10n.t('Name'), escape(poolName)],
    [l10n.t('Cloud config UID'), escape(configUid)],
  ];
}

function poolRole(pool: MachinePool | undefined): string | undefined {
  if (pool?.isControlPlane === undefined) return undefined;
  if (!pool.isControlPlane) return l10n.t('Worker');
  return pool.useControlPlaneAsWorker === true ? l10n.t('Control plane and worker') : l10n.t('Control plane');
}
