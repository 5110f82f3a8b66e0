import { missingStatuses } from '../service/errors';
import { factOf, type ClusterFacts } from '../items/cluster';
import { clusterRef } from '../items/details/clusterReads';
import type { Inventory } from '../items/inventory';
import type { ClusterRow } from '../items/kinds';
import { readEach, type ReadEachOptions, type ReadEnd } from './readEach';

type FactName = keyof ClusterFacts;

/** Whether a fact of a cluster was read since the cluster and its pools were. */
export function isCurrent(name: FactName, row: ClusterRow, { store }: Inventory): boolean {
  const { requested } = factOf(row, name) ?? {};
  const latest = Math.max(row.requestNumber ?? 0, store.listOf(row)?.requestNumber ?? 0);
  return requested !== undefined && requested.requestNumber > latest;
}

/** Reads a fact of each cluster, with a request for each. Those without a UID are left out. */
export function readFacts(
  name: FactName,
  clusters: readonly ClusterRow[],
  { clusterReads, session }: Inventory,
  options: ReadEachOptions<ClusterRow>,
): Promise<ReadEnd> {
  return readEach(
    clusters,
    async (cluster, sent) => {
      await clusterReads.read(name, clusterRef(cluster), sent);
      const { error } = factOf(cluster, name) ?? {};
      if (error !== undefined) throw error;
    },
    {
      ...options,
      // What is not found is about this cluster.
      isShared: ({ operation, failure }) =>
        session.refusals.of(operation) !== undefined || !missingStatuses.has(failure.status),
    },
  );
}
