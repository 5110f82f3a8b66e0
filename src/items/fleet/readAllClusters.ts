import type { CallOptions } from '../../service/schedule';
import { isServiceError } from '../../service/errors';
import type { Inventory } from '../inventory';
import type { Missing } from './clusterLists';
import { fleetReaderOf } from './fleetReader';

/**
 * Reads all clusters from the best list that the service offers.
 * @returns what is missing, for agents: a sentence each, without text of the service
 * @throws ServiceError
 */
export async function readAllClusters(
  inventory: Inventory,
  options: CallOptions,
): Promise<readonly string[]> {
  const result = await fleetReaderOf(inventory).readClusters({ priority: 'user', ...options });
  if (isServiceError(result)) throw result;
  return result?.map(sentenceOf) ?? [];
}

function sentenceOf(missing: Missing): string {
  switch (missing.about) {
    case 'details': {
      const { operation, kind } = missing.error ?? {};
      const why =
        operation === undefined || kind === undefined
          ? 'The service returned no clusters.'
          : `The service does not list clusters (${operation}: ${kind}).`;
      return `${why} Only the names of clusters and the health of their projects are known: the list contains projects instead.`;
    }
    case 'cut':
      return `Not all were read, because the list of the service was cut off (${missing.cut}).`;
    case 'clustersWithoutProject':
      return `${missing.count} clusters are left out because they have no project.`;
  }
}
