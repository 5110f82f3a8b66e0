import { cloudConfigOf } from '../cluster';
import { unknownHealth } from '../health';
import { isServiceError } from '../../service/errors';
import type { CloudConfig, CloudConfigRef, MachinePool } from '../../service/resources/cluster';
import type { PoolRef } from '../../service/resources/machine';
import { timed, type RequestTime } from '../../service/requestTime';
import type { CallOptions } from '../../service/schedule';
import type { RowPage } from '../store/loadedList';
import { mergeLatest } from '../store/records';
import { idPart } from '../store/row';
import type { ClusterRow, PoolRow, ProjectRow } from './rows';
import { noteRow, type NoteRow } from './note';
import { projectUidOf } from './project';
import type { Kind, ReadContext } from './kind';

export const poolKind: Kind<PoolRow> = {
  name: ({ ref }) => ref.poolName,
  uid: () => undefined,
  health: () => unknownHealth,
  isRead: (row, store) => store.branchOf(row)?.readAt !== undefined,
  emptyNote: 'noMachines',
  source: ({ ref, pool }) => pool?.source ?? ref,
  fields: ({ pool }) => ({ machines: pool?.size, maxMachines: pool?.maxSize }),
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

/** The later read replaces what the earlier one said. A pool that the service lists stays so while it is pinned, too. */
export function mergePool(known: PoolRow, fresh: PoolRow): boolean {
  return fresh.pool === undefined && known.pool !== undefined ? false : mergeLatest(known, fresh);
}

/** Reads the pools of a cluster from its cloud config. Reads the cluster first if its cloud config is not known. */
export async function readPools(
  parent: ClusterRow,
  { service, tell }: ReadContext,
  options: CallOptions,
): Promise<RowPage<PoolRow | NoteRow<ClusterRow>>> {
  const sent = timed(options);
  const projectUid = projectUidOf(parent.parent);
  const { uid } = parent.usage;
  try {
    const client = await service.client();
    // Only reading it again tells how the cluster is now.
    let where = cloudConfigOf({ ...parent, read: undefined });
    if (where === undefined && uid !== undefined) {
      const read = await client.readCluster(uid, projectUid, sent.options);
      tell(parent, { own: { value: read, ...sent.time } });
      where = cloudConfigOf({ ...parent, read });
    }
    if (where === undefined) return { rows: [], note: poolsNotListed(parent) };
    const ref: CloudConfigRef = { ...where, projectUid };
    const config = await client.readCloudConfig(ref, sent.options);
    tell(parent, { config: { value: config, ...sent.time } });
    return { rows: poolRows(parent, ref, config, sent.time) };
  } catch (error) {
    if (!isServiceError(error, 'unsupported', 'forbidden')) throw error;
    return { rows: [], note: poolsNotListed(parent, error) };
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
