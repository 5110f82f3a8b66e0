import type { ClusterData, ClusterSources } from '../../../src/items/cluster';
import type { Reading } from '../../../src/items/record';

/** A cluster of which these sources were read, in this order: the first request has the number 1. */
export function clusterWith(
  sources: { readonly [Source in keyof ClusterSources]?: ClusterSources[Source] | undefined },
  readAt = 0,
): ClusterData {
  const readings: [string, Reading<unknown>][] = Object.entries(sources)
    .filter(([, value]) => value !== undefined)
    .map(([source, value], index) => [source, { value, readAt, requestNumber: index + 1 }]);
  return { readings: Object.fromEntries(readings) as ClusterData['readings'] };
}
