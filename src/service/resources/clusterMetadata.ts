import type { Endpoint } from '../endpoint';
import type { PageAnswer } from '../pages';
import { flag, object, reference, text, texts, withSource, type Reader } from '../readers';
import { location, withTags, type ClusterSummary } from './cluster';
import { identity, listOf } from './metadata';

const clusterMetadata = withSource({
  metadata: identity,
  specSummary: object({
    archType: texts,
    cloudRegion: text,
    cloudType: text,
    location,
    projectMeta: reference,
  }),
  status: object({
    state: text,
    health: object({ state: text, isHeartBeatFailed: flag }),
    updates: object({ isUpdatesPending: flag }),
  }),
});

/** A cluster as cluster search has it. Its cloud config, its pools and its capacity are missing. */
const summary: Reader<ClusterSummary> = (json) => {
  const read = clusterMetadata(json);
  if (read === undefined) return undefined;
  const { source, specSummary = {}, status } = read;
  const { archType, cloudRegion, cloudType, projectMeta } = specSummary;
  return {
    metadata: read.metadata,
    specSummary: {
      archTypes: archType,
      cloudConfig: cloudType === undefined ? undefined : { cloudType },
      cloudRegion,
      projectMeta,
    },
    status: status && { state: status.state, health: status.health, updates: status.updates, location: specSummary.location },
    source,
  };
};

const clusterMetadataList = listOf(withTags(summary));

/**
 * `POST /v1/dashboard/spectroclusters/metadata/search`: all clusters that the key can access, in one response. It is not
 * documented whether a large list is complete: `total` and `continue` tell, where the service sends them.
 */
export function searchClusterMetadata(): Endpoint<PageAnswer<ClusterSummary>> {
  return {
    operation: 'searchClusterMetadata',
    permission: 'cluster.list',
    method: 'post',
    path: ['v1', 'dashboard', 'spectroclusters', 'metadata', 'search'],
    body: {},
    read: clusterMetadataList,
  };
}
