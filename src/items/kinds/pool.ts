import { cloudConfigOf } from '../cluster';
import { unknownHealth } from '../health';
import type { ClusterReading } from '../cluster';
import { isServiceError } from '../../service/errors';
import type { CloudConfig, CloudConfigRef, MachinePool } from '../../service/resources/cluster';
import type { PoolRef } from '../../service/resources/machine';
import { timed, type RequestTime } from '../../service/requestTime';
import type { CallOptions } from '../../service/schedule';
import type { RowPage } from '../store/loadedList';
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
  const sent = timed(options);
  const projectUid = projectUidOf(parent.parent);
  const { uid } = parent.usage;
  let details: ClusterReading = {};
  try {
    const client = await service.client();
    let where = cloudConfigOf(parent);
    if (where === undefined && uid !== undefined) {
      const read = await client.readCluster(uid, projectUid, sent.options);
      details = { read };
      where = cloudConfigOf({ ...parent, read });
    }
    if (where === undefined) return { rows: [], note: poolsNotListed(parent), details };
    const ref: CloudConfigRef = { ...where, projectUid };
    const config = await client.readCloudConfig(ref, sent.options);
    return { rows: poolRows(parent, ref, config, sent.time), details: { ...details, config } };
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
