import type { ClusterNode, ProjectNode } from './nodes';

/** A pool that a person added by hand, under its cluster or, where that is not known, its project. */
export interface PinnedPool {
  readonly projectUid: string;
  readonly clusterUid?: string;
  readonly configUid: string;
  readonly poolName: string;
}

/** Where pinned pools are kept between starts. */
export interface PinnedPoolState {
  read(name: string): unknown;
  write(name: string, value: unknown): PromiseLike<void>;
}

const stateName = 'pinnedPools';

/** The pinned pools of one connection. */
export class PinnedPools {
  constructor(private readonly state: PinnedPoolState) {}

  get all(): readonly PinnedPool[] {
    const kept = this.state.read(stateName);
    return Array.isArray(kept) ? kept.filter(isPinnedPool) : [];
  }

  /** Those that belong right below `node`; a pool whose cluster is gone moves up to the project. */
  below(node: ProjectNode | ClusterNode): readonly PinnedPool[] {
    if (node.kind === 'cluster') {
      return this.all.filter(({ clusterUid }) => clusterUid !== undefined && clusterUid === node.usage.uid);
    }
    const { metadata, status } = node.project;
    const clusterUids = new Set(status?.usage?.clusters?.map(({ uid }) => uid));
    return this.all.filter(
      ({ projectUid, clusterUid }) =>
        projectUid === metadata?.uid && (clusterUid === undefined || !clusterUids.has(clusterUid)),
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
}

function isSame(one: PinnedPool, other: PinnedPool): boolean {
  return (
    one.projectUid === other.projectUid &&
    one.clusterUid === other.clusterUid &&
    one.configUid === other.configUid &&
    one.poolName === other.poolName
  );
}

function isPinnedPool(value: unknown): value is PinnedPool {
  if (typeof value !== 'object' || value === null) return false;
  const { projectUid, clusterUid, configUid, poolName } = value as Record<string, unknown>;
  return (
    typeof projectUid === 'string' &&
    (clusterUid === undefined || typeof clusterUid === 'string') &&
    typeof configUid === 'string' &&
    typeof poolName === 'string'
  );
}
