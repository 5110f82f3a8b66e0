import { configUidOf, type KnownCluster } from '../presentation/cluster';
import { idPart } from '../tree/nodes';
import { projectUidOf, type ClusterNode, type Node, type PoolNode, type ProjectNode } from './nodes';
import type { PinnedPool, PinnedPools } from './pinnedPools';

/** The pinned pools as rows, among those that the service lists. */
export class PinnedRows {
  /**
   * By the ID of the row above, those that are shown, by ID. A row stays the same object, by which VS Code tells rows
   * apart.
   */
  readonly #nodes = new Map<string, ReadonlyMap<string, PoolNode>>();

  constructor(
    private readonly pinned: PinnedPools,
    private readonly knownOf: (cluster: ClusterNode) => KnownCluster,
  ) {}

  /**
   * `rows`, which were read below `parent`, with the pinned pools that belong there and are not listed.
   * @param siblings the rows of the project that `parent` is or belongs to
   */
  among(
    parent: ProjectNode | ClusterNode,
    rows: readonly Node[],
    siblings: readonly Node[],
  ): readonly Node[] {
    const pinned = this.#below(parent, siblings);
    // Nearly always: and this is asked for whenever the health of a row is.
    if (pinned.length === 0) {
      this.#nodes.delete(parent.id);
      return rows;
    }
    const ids = new Set(rows.map(({ id }) => id));
    const pins = pinned.map((pool) => this.#node(parent, pool)).filter(({ id }) => !ids.has(id));
    this.#nodes.set(parent.id, new Map(pins.map((pin) => [pin.id, pin])));
    if (pins.length === 0) return rows;
    const listed = rows.filter((row) => row.kind !== 'note' || !saysNothingIsThere(row.note.about));
    const end = 1 + Math.max(...listed.map((row, index) => (goesBefore(row) ? index : -1)), -1);
    return [...listed.slice(0, end), ...pins, ...listed.slice(end)];
  }

  /** The row with this id, if it is one of a pinned pool. */
  find(id: string): PoolNode | undefined {
    for (const nodes of this.#nodes.values()) {
      const node = nodes.get(id);
      if (node !== undefined) return node;
    }
    return undefined;
  }

  /** The row with this ID is no longer shown, or nothing below it. */
  forget(parentId: string): void {
    this.#nodes.delete(parentId);
  }

  /** What is kept of a pool; undefined where nobody pinned it. */
  pinOf({ parent, ref }: PoolNode): PinnedPool | undefined {
    return this.pinned.all.find(
      ({ projectUid, configUid, poolName }) =>
        projectUid === projectUidOf(parent) && configUid === ref.configUid && poolName === ref.poolName,
    );
  }

  /** Keeps with the pools in the cloud config of `cluster` that they are below it: that may not be known the next time. */
  adopt(cluster: ClusterNode): void {
    const { uid } = cluster.usage;
    if (uid === undefined) return;
    for (const pool of this.pinned.all) {
      const isHere = pool.projectUid === projectUidOf(cluster) && pool.clusterUid === undefined;
      if (isHere && this.#isIn(cluster, pool)) void this.pinned.replace(pool, { ...pool, clusterUid: uid });
    }
  }

  /** Below its cluster or, where that is gone or was never known, below the project. */
  #below(parent: ProjectNode | ClusterNode, siblings: readonly Node[]): readonly PinnedPool[] {
    const inProject = this.pinned.all.filter(({ projectUid }) => projectUid === projectUidOf(parent));
    if (parent.kind === 'cluster') return inProject.filter((pool) => this.#isIn(parent, pool));
    const clusters = siblings.filter((row) => row.kind === 'cluster');
    // A cluster that is not there may be among those that are not loaded yet.
    const isWhole = !siblings.some((row) => row.kind === 'loadMore' || row.kind === 'error');
    return inProject.filter(
      (pool) =>
        (pool.clusterUid === undefined || isWhole) && !clusters.some((cluster) => this.#isIn(cluster, pool)),
    );
  }

  #isIn(cluster: ClusterNode, { clusterUid, configUid }: PinnedPool): boolean {
    return (
      (clusterUid !== undefined && clusterUid === cluster.usage.uid) ||
      configUid === configUidOf(this.knownOf(cluster))
    );
  }

  #node(parent: ProjectNode | ClusterNode, { cloudType, configUid, poolName }: PinnedPool): PoolNode {
    const id = poolId(parent, configUid, poolName);
    const known = this.#nodes.get(parent.id)?.get(id);
    if (known?.parent === parent && known.ref.cloudType === cloudType) return known;
    const ref = { cloudType, configUid, poolName, projectUid: projectUidOf(parent) };
    return { kind: 'pool', id, parent, ref, pool: undefined };
  }
}

/** Id of a machine pool: the same one whether it is listed or pinned. */
export function poolId(parent: ProjectNode | ClusterNode, configUid: string, poolName: string): string {
  return `${parent.id}/pool:${idPart(configUid)}:${idPart(poolName)}`;
}

function saysNothingIsThere(about: string): boolean {
  return about === 'noClusters' || about === 'noPools';
}

/** Whether a row comes before the pinned pools: what failed as a whole, and what is listed. */
function goesBefore(row: Node): boolean {
  return row.kind === 'cluster' || row.kind === 'pool' || (row.kind === 'error' && !row.more);
}
