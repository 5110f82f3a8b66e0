import { interfaceCloudType } from '../service/cloudTypes';
import type { ProjectsState } from './model';
import type { ClusterNode, ProjectNode } from './nodes';

/** A pool that a person added by hand, under its cluster or, where that is not known, its project. */
export interface PinnedPool {
  readonly projectUid: string;
  readonly clusterUid?: string;
  readonly cloudType: string;
  readonly configUid: string;
  readonly poolName: string;
}

const stateName = 'pinnedPools';

/** The pinned pools of one connection. */
export class PinnedPools {
  constructor(private readonly state: ProjectsState) {}

  get all(): readonly PinnedPool[] {
    const kept = this.state.read(stateName);
    return Array.isArray(kept) ? kept.flatMap(parsePinnedPool) : [];
  }

  /**
   * Those that belong right below `node`; a pool whose cluster is gone moves up to the project.
   * @param clusterUids of the clusters that the project has
   */
  below(
    node: ProjectNode | ClusterNode,
    clusterUids: ReadonlySet<string | undefined>,
  ): readonly PinnedPool[] {
    if (node.kind === 'cluster') {
      return this.all.filter(({ clusterUid }) => clusterUid !== undefined && clusterUid === node.usage.uid);
    }
    return this.all.filter(
      ({ projectUid, clusterUid }) =>
        projectUid === node.project.metadata?.uid &&
        (clusterUid === undefined || !clusterUids.has(clusterUid)),
    );
  }

  async add(pool: PinnedPool): Promise<void> {
    await this.state.write(stateName, [...this.all.filter((other) => !isSame(other, pool)), pool]);
  }

  async remove(pool: PinnedPool): Promise<void> {
    await this.state.write(
      stateName,
      this.all.filter((other) => !isSame(other, pool)),
    );
  }

  /** Puts `other` in the place of `pool`. */
  async replace(pool: PinnedPool, other: PinnedPool): Promise<void> {
    await this.state.write(
      stateName,
      this.all
        .filter((kept) => isSame(kept, pool) || !isSame(kept, other))
        .map((kept) => (isSame(kept, pool) ? other : kept)),
    );
  }
}

function isSame(one: PinnedPool, other: PinnedPool): boolean {
  return (
    one.projectUid === other.projectUid &&
    one.clusterUid === other.clusterUid &&
    one.cloudType === other.cloudType &&
    one.configUid === other.configUid &&
    one.poolName === other.poolName
  );
}

/** A pool as it was kept; none where that is anything else. */
function parsePinnedPool(value: unknown): readonly PinnedPool[] {
  if (typeof value !== 'object' || value === null) return [];
  const {
    projectUid,
    clusterUid,
    cloudType = interfaceCloudType,
    configUid,
    poolName,
  } = value as Partial<Record<keyof PinnedPool, unknown>>;
  return typeof projectUid === 'string' &&
    (clusterUid === undefined || typeof clusterUid === 'string') &&
    typeof cloudType === 'string' &&
    typeof configUid === 'string' &&
    typeof poolName === 'string'
    ? [{ projectUid, ...(clusterUid === undefined ? {} : { clusterUid }), cloudType, configUid, poolName }]
    : [];
}
