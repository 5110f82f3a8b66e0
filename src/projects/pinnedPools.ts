import { interfaceCloudType } from '../service/cloudTypes';
import type { SessionState } from '../connections/sessionState';

/** A pool that the user added, below its cluster or, if that is not known, below its project. */
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
  constructor(private readonly state: SessionState) {}

  get all(): readonly PinnedPool[] {
    const kept = this.state.read(stateName);
    return Array.isArray(kept) ? kept.flatMap(parsePinnedPool) : [];
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

  /** Replaces `pool` by `other`. */
  async replace(pool: PinnedPool, other: PinnedPool): Promise<void> {
    await this.state.write(
      stateName,
      this.all
        .filter((kept) => isSame(kept, pool) || !isSame(kept, other))
        .map((kept) => (isSame(kept, pool) ? other : kept)),
    );
  }
}

/** Whether both are the same machine pool, even if the rows and the cloud types entered differ. */
function isSame(one: PinnedPool, other: PinnedPool): boolean {
  return (
    one.projectUid === other.projectUid &&
    one.configUid === other.configUid &&
    one.poolName === other.poolName
  );
}

/** A stored pool; none if the stored value is invalid. */
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
