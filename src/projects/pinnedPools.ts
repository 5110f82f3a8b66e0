import type { SessionState } from '../connections/storage';
import { isRow, type ClusterRow, type ParentRow, type PoolRow, type ProjectRow } from '../items/kinds';
import { projectOf } from '../items/kinds/cluster';
import type { ItemStore } from '../items/kinds/kind';
import { poolRow } from '../items/kinds/pool';
import { projectUidOf } from '../items/kinds/project';
import { type ClusterData, configUidOf, interfaceCloudType, uidOf } from '../items/cluster';
import { both, exactObject, isObject, object, text, type Read } from '../service/readers';
import type { PoolRef } from '../service/resources/machine';

const readPool = both(
  exactObject({ projectUid: text, cloudType: text, configUid: text, poolName: text }),
  object({ clusterUid: text }),
);

/** A pool that the user added, below its cluster or, if that is not known, below its project. */
export type PinnedPool = Read<typeof readPool>;

const stateName = 'pinnedPools';

/** The pinned pools of one connection. */
export class PinnedPools {
  constructor(private readonly state: SessionState) {}

  get all(): readonly PinnedPool[] {
    const kept = this.state.read(stateName);
    return (Array.isArray(kept) ? kept : []).flatMap((value: unknown) =>
      isObject(value) ? (readPool({ cloudType: interfaceCloudType, ...value }) ?? []) : [],
    );
  }

  async add(pool: PinnedPool): Promise<void> {
    await this.state.write(stateName, [...this.all.filter((other) => !isSamePool(other, pool)), pool]);
  }

  async remove(pool: PinnedPool): Promise<void> {
    await this.state.write(
      stateName,
      this.all.filter((other) => !isSamePool(other, pool)),
    );
  }

  /** Replaces `pool` by `other`. */
  async replace(pool: PinnedPool, other: PinnedPool): Promise<void> {
    await this.state.write(
      stateName,
      this.all
        .filter((kept) => isSamePool(kept, pool) || !isSamePool(kept, other))
        .map((kept) => (isSamePool(kept, pool) ? other : kept)),
    );
  }
}

/** Whether both are the same machine pool, even if the rows and the cloud types entered differ. */
function isSamePool(one: PoolRef, other: PoolRef): boolean {
  return (
    one.projectUid === other.projectUid &&
    one.configUid === other.configUid &&
    one.poolName === other.poolName
  );
}

/** The rows of the pinned pools below `parent`, which its list may also contain. */
export function pinnedRows(
  parent: ParentRow | undefined,
  store: ItemStore,
  { all }: PinnedPools,
): readonly PoolRow[] {
  if (!isRow(parent, 'project', 'cluster')) return [];
  const projectUid = projectUidOf(projectOf(parent));
  const inProject = all.filter((pool) => pool.projectUid === projectUid);
  const below =
    parent.kind === 'cluster'
      ? inProject.filter((pool) => isInCluster(pool, parent))
      : inProject.filter((pool) => isBelowProject(pool, parent, store));
  return below.map(({ cloudType, configUid, poolName }) =>
    poolRow(parent, { cloudType, configUid, poolName, projectUid }),
  );
}

/** The stored data of the pool of a row; undefined if it is not pinned. */
export function pinOf({ ref }: PoolRow, { all }: PinnedPools): PinnedPool | undefined {
  return all.find((pool) => isSamePool(pool, ref));
}

/** Stores which pinned pools are in `cluster`, because its cloud config may be unavailable next time. */
export async function adoptPinnedPools(row: ClusterRow, pinnedPools: PinnedPools): Promise<void> {
  const uid = uidOf(row);
  if (uid === undefined) return;
  for (const pool of pinnedPools.all) {
    const isOrphan = pool.projectUid === projectUidOf(row.parent) && pool.clusterUid === undefined;
    if (isOrphan && isInCluster(pool, row)) await pinnedPools.replace(pool, { ...pool, clusterUid: uid });
  }
}

/** A pool is below its project if its cluster is gone or was never known. */
function isBelowProject(pool: PinnedPool, project: ProjectRow, store: ItemStore): boolean {
  const list = store.listOf(project);
  // Also those that another read than that of the list found.
  const clusters = store.rows(project).filter((row) => row.kind === 'cluster');
  // A missing cluster may be one that is not loaded yet.
  const isWhole = list?.loaded.next === undefined && list?.hasFailed !== true;
  return (
    (pool.clusterUid === undefined || isWhole) && !clusters.some((cluster) => isInCluster(pool, cluster))
  );
}

function isInCluster({ clusterUid, configUid }: PinnedPool, cluster: ClusterData): boolean {
  return (clusterUid !== undefined && clusterUid === uidOf(cluster)) || configUid === configUidOf(cluster);
}
