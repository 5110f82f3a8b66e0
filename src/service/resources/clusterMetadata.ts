import type { Endpoint } from '../endpoint';
import type { PageAnswer } from '../pages';
import { withSource } from '../keptJson';
import { flag, object, reference, text, texts, type Reader } from '../readers';
import { sharing } from '../sharing';
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
function summary(shared: ReturnType<typeof sharing>): Reader<ClusterSummary> {
  return (json) => {
    const read = clusterMetadata(json);
    if (read === undefined) return undefined;
    const { source, specSummary = {}, status = {} } = read;
    const { archType, cloudRegion, cloudType, location, projectMeta } = specSummary;
    const { state, health, updates } = status;
    return {
      metadata: read.metadata,
      specSummary: shared({
        archTypes: archType,
        cloudConfig: cloudType === undefined ? undefined : { cloudType },
        cloudRegion,
        projectMeta,
      }),
      status: shared({ state, health, updates, location }),
      source,
    };
  };
}

const clusterMetadataList: Reader<PageAnswer<ClusterSummary>> = (json) =>
  listOf(withTags(summary(sharing())))(json);

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
